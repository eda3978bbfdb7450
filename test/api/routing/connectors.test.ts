import { afterAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { openKrill } from '../../support/registries/krill-standin.ts'
import { stageRouting } from '../../support/registries/stage.ts'
import { stageWorld } from '../../support/stages.ts'

const { world, office, call, connect, connector, letters, objects } = await stageRouting()
const production = await stageWorld({ beside: world, env: { SUBLET_SANDBOX: '0' } })
const krill = await openKrill()
afterAll(() => krill.standin.kill())
const operator = await world.person(await world.tenant('Operator', 'operator'))
const stranger = await world.client()
const wish = { kind: 'krill', url: 'https://krill.example.net', account: 'our-ca', secret: 'hush-hush' }
const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

describe('POST /routing/{tenantUUID}/connectors (createRoutingConnector)', () => {
  it('keeps the secret sealed, shows it never, and does nothing yet', async () => {
    const { status, body, text } = await call('POST', '/connectors', wish)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ kind: 'krill', title: 'Krill', status: 'draft', tested_at: null, resources: [] })
    const list = await call('GET', '/connectors')
    const { rows } = await world.house.pool.query('select * from routing_connector, audit_entry')
    for (const one of [text, list.text, JSON.stringify(rows)]) expect(one).not.toContain(wish.secret)
  })

  it.each([
    ['https://127.0.0.2/', 'Loopback'],
    ['https://169.254.169.254/', 'Link local'],
    ['https://localhost/', 'this machine'],
    ['https://a:b@krill.example.net/', 'password'],
    ['https://krill.example.net/?token=1', 'path'],
    ['krill.example.net', 'no web address'],
  ])('refuses %s', async (url, why) => {
    const answer = await call('POST', '/connectors', { ...wish, url })
    expect(outcomeOf(answer)).toBe('422 routing_address_refused')
    expect(answer.body.errors.url[0]).toContain(why)
  })

  it('takes plain http in a sandbox only', async () => {
    const options = { headers: office.holder.bearer, payload: { ...wish, url: 'http://krill.example.net' } }
    const answer = await production.call('POST', `/routing/${office.holder.tenant}/connectors`, options)
    expect(outcomeOf(answer)).toBe('422 routing_address_refused')
  })

  it.each([
    [{ ...wish, account: undefined }, 'account'],
    [{ ...wish, account: 'a/../b' }, 'account'],
    [{ ...wish, maintainer: 'EXAMPLE-MNT' }, 'maintainer'],
    [{ ...wish, url: undefined }, 'url'],
    [{ kind: 'irrd', url: wish.url, account: 'token', maintainer: 'A-MNT', source: 'RADB', secret: 'x' }, 'account'],
    [{ kind: 'irrd', url: wish.url, account: 'api_key', maintainer: 'A-MNT', secret: 'x' }, 'source'],
    [{ kind: 'ripe_db', account: 'key', secret: 'x' }, 'maintainer'],
    [{ kind: 'ripe_db', account: 'key', maintainer: 'A-MNT', source: 'RADB', secret: 'x' }, 'source'],
  ])('wants of each kind its own: %j', async (payload, field) => {
    const answer = await call('POST', '/connectors', payload)
    expect(outcomeOf(answer)).toBe('422 invalid_fields')
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('knows where registries are that are the same for everybody', async () => {
    const { body } = await call('POST', '/connectors', { kind: 'ripe_rpki', secret: 'key' })
    expect(body.data).toMatchObject({ url: 'https://my.ripe.net/api/rpki', source: null })
  })

  it('has a limit', async () => {
    const other = await world.client()
    const add = () =>
      world.call('POST', `/routing/${other.tenant}/connectors`, { headers: other.bearer, payload: wish })
    const outcomes: unknown[] = []
    for (let n = 0; n < 21; n++) outcomes.push(outcomeOf(await add()))
    expect([outcomes.filter((one) => one === 201).length, outcomes.at(-1)]).toEqual([
      20,
      '422 too_many_routing_connectors',
    ])
  })
})

describe('GET and PATCH …/connectors/{connectorUUID} (listRoutingConnectors, getRoutingConnector, changeRoutingConnector)', () => {
  it('shows nobody another’s, and changes what was said', async () => {
    const { body } = await call('POST', '/connectors', wish)
    const path = `/connectors/${body.data.uuid}`
    for (const [method, payload] of [['GET'], ['PATCH', { title: 'Mine' }], ['DELETE']] as const)
      expect(
        outcomeOf(
          await world.call(method, `/routing/${stranger.tenant}${path}`, {
            headers: stranger.bearer,
            ...(payload && { payload }),
          }),
        ),
      ).toBe('404 not_found')
    const changed = await call('PATCH', path, { title: 'Our CA', account: 'other-ca' })
    expect(changed.body.data).toMatchObject({ title: 'Our CA', account: 'other-ca', url: wish.url })
    expect(outcomeOf(await call('PATCH', path, { status: 'on' }))).toBe('422 routing_connector_untested')
    expect(outcomeOf(await call('PATCH', path, { url: 'http://127.0.0.2/', secret: 'x' }))).toBe(
      '422 routing_address_refused',
    )
    const moved = await call('PATCH', path, { url: 'https://thief.example.net' })
    expect([outcomeOf(moved), Object.keys(moved.body.errors)]).toEqual(['422 invalid_fields', ['secret']])
    expect(outcomeOf(await call('PATCH', path, { url: 'https://new.example.net', secret: 'y' }))).toBe(200)
  })
})

describe('POST …/connectors/{connectorUUID}/test (testRoutingConnector)', () => {
  it('reads and tries, and switches on only what passes', async () => {
    const { body } = await call('POST', '/connectors', { ...krill.wish(), secret: 'wrong' })
    const path = `/connectors/${body.data.uuid}`
    const failed = await call('POST', `${path}/test`, { switch_on: true })
    expect(failed.body.data).toMatchObject({ passed: false, fault: 'key_refused', connector: { status: 'draft' } })
    await call('PATCH', path, { secret: krill.token, account: 'no-ca' })
    expect((await call('POST', `${path}/test`, {})).body.data).toMatchObject({ fault: 'unknown_account' })
    await call('PATCH', path, { account: krill.ca })
    expect((await call('POST', `${path}/test`, {})).body.data).toMatchObject({
      passed: true,
      connector: { status: 'draft' },
    })
    const passed = await call('POST', `${path}/test`, { switch_on: true })
    expect(passed.body.data.connector).toMatchObject({ status: 'on', fault: null, resources: ['45.64.0.0/14'] })
    expect(krill.count.deltas).toBe(0)
    expect(outcomeOf(await call('POST', `/connectors/${nowhere}/test`, {}))).toBe('404 not_found')
    expect(outcomeOf(await call('DELETE', path))).toBe(204)
  })
})

describe('DELETE …/connectors/{connectorUUID} (removeRoutingConnector)', () => {
  it('leaves what it made where it is, and forgets the secret', async () => {
    const uuid = await connect(krill.wish())
    const { block } = await letters()
    expect(krill.roas()).toHaveLength(1)
    expect(outcomeOf(await call('DELETE', `/connectors/${uuid}`))).toBe(204)
    await world.runJobs()
    expect(krill.roas()).toHaveLength(1)
    expect(await objects(`&within=${block}&status[]=left`)).toEqual([`left roa ${block} AS13335`])
    expect(outcomeOf(await call('GET', `/connectors/${uuid}`))).toBe('404 not_found')
    const { rows } = await world.house.pool.query('select secret_sealed from routing_connector where uuid = $1', [uuid])
    expect(rows).toEqual([{ secret_sealed: null }])
  })
})

describe('GET …/objects and POST …/objects/{objectUUID}/retry (listRoutingObjects, retryRoutingObject)', () => {
  it('lists by prefix, and knows what is no prefix', async () => {
    expect(outcomeOf(await call('GET', '/objects?within=45.64.0.0'))).toBe('422 invalid_fields')
    expect(outcomeOf(await call('GET', '/objects?status[]=lost'))).toMatch(/^422/)
    expect(outcomeOf(await call('POST', `/objects/${nowhere}/retry`))).toBe('404 not_found')
    const theirs = await world.call('GET', `/routing/${stranger.tenant}/objects`, { headers: stranger.bearer })
    expect(theirs.body.data).toEqual([])
  })
})

describe('/portal/operator/routing-connectors (operatorListRoutingConnectors, operatorStopRoutingConnector)', () => {
  it('shows all of them, and stops one', async () => {
    const uuid = await connect(krill.wish())
    const path = '/portal/operator/routing-connectors'
    const { body } = await world.call('GET', `${path}?per_page=100`, { headers: operator.cookie })
    expect(body.data.map((one: { uuid: string }) => one.uuid)).toContain(uuid)
    const stop = (stopped: boolean) =>
      world.call('PATCH', `${path}/${uuid}`, { headers: operator.cookie, payload: { stopped } })
    expect((await stop(true)).body.data).toMatchObject({ uuid, stopped: true, status: 'on' })
    expect((await connector(uuid)).stopped).toBe(true)
    const { block } = await letters()
    expect(await objects(`&within=${block}`)).toEqual([`wanted roa ${block} AS13335`])
    expect((await stop(false)).body.data.stopped).toBe(false)
    await world.runJobs()
    expect(await objects(`&within=${block}`)).toEqual([`made roa ${block} AS13335`])
    const missing = { headers: operator.cookie, payload: { stopped: true } }
    expect(outcomeOf(await world.call('PATCH', `${path}/${nowhere}`, missing))).toBe('404 not_found')
  })
})

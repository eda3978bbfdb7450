import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { callFor, newEndpoint, stageReceivers } from '../../support/webhooks.ts'
import { stageWorld } from '../../support/stages.ts'

const { world } = await stageReceivers()
const production = await stageWorld({ beside: world, env: { SUBLET_SANDBOX: '0' } })
const company = await world.client(['billing'])
const call = callFor(world, company)

const wanted = { url: 'https://hooks.example.net/sublet', events: ['lease.*', 'order.completed'] }
/** Nothing is sent in these tests. */
const address = 'http://127.0.0.1:9/hooks'
const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

describe('POST /webhooks/{tenantUUID}/endpoints', () => {
  it('shows the secret this once, and keeps it sealed', async () => {
    const { status, body } = await call('POST', '/endpoints', wanted)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...wanted, status: 'active', secret: expect.stringMatching(/^whsec_.{44}$/) })
    const list = await call('GET', '/endpoints')
    const one = await call('GET', `/endpoints/${body.data.uuid}`)
    expect(list.body.data).toContainEqual(one.body.data)
    const { rows } = await world.house.pool.query('select * from webhook_secret, audit_entry')
    for (const text of [list.text, one.text, JSON.stringify(rows)]) expect(text).not.toContain(body.data.secret)
  })

  it.each([
    ['https://127.0.0.2/', 'Loopback'],
    ['https://169.254.169.254/latest', 'Link local'],
    ['https://[::ffff:10.0.0.1]/', 'IPv4-mapped'],
    ['https://[64:ff9b::10.0.0.1]/', 'IPv4-IPv6 translation'],
    ['https://[64:ff9b:1::a00:1]/', 'IPv4-IPv6 translation'],
    ['https://[2002:a00:1::1]/', '6to4'],
    ['https://[2001::f5ff:fffe]/', 'Teredo'],
    ['https://[::10.0.0.1]/', 'not of the internet'],
    ['https://[fd00::1]/', 'Unique local'],
    ['https://[fe80::1]/', 'Link-local'],
    ['https://0x7f.2/', 'Loopback'],
    ['https://0/', 'This host'],
    ['https://[::1]/', 'Loopback'],
    ['https://10.1.2.3:8443/', 'Private'],
    ['https://2130706434/', 'Loopback'],
    ['https://localhost/', 'this machine'],
    ['https://user:word@hooks.example.net/', 'password'],
    ['ftp://hooks.example.net/', 'https'],
    ['hooks.example.net', 'no web address'],
  ])('refuses %s', async (url, why) => {
    const answer = await call('POST', '/endpoints', { ...wanted, url })
    expect(outcomeOf(answer)).toBe('422 webhook_address_refused')
    expect(answer.body.errors.url[0]).toContain(why)
  })

  it('takes plain http in a sandbox only', async () => {
    const payload = { ...wanted, url: 'http://hooks.example.net/' }
    expect(outcomeOf(await call('POST', '/endpoints', payload))).toBe(201)
    const inProduction = callFor(production, company)
    for (const url of [payload.url, 'https://127.0.0.1/'])
      expect(outcomeOf(await inProduction('POST', '/endpoints', { ...wanted, url }))).toBe(
        '422 webhook_address_refused',
      )
    expect(outcomeOf(await inProduction('POST', '/endpoints', wanted))).toBe(201)
  })

  it('does not mind fields it does not know', async () => {
    const answer = await call('POST', '/endpoints', { ...wanted, description: 'ours', api_version: 2 })
    expect(answer.body.data).toMatchObject(wanted)
  })

  it.each([[['leases.*']], [['lease']], [['network.replaced']], [['payment.changed']], [['lease.*', 'no.thing']]])(
    'refuses events that are never sent: %j',
    async (events) => {
      const answer = await call('POST', '/endpoints', { ...wanted, events })
      expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['events']])
    },
  )

  it.each([
    { url: wanted.url },
    { events: ['*'] },
    { ...wanted, events: [] },
    { ...wanted, url: `https://a.net/${'x'.repeat(2_000)}` },
  ])('refuses %j', async (payload) => {
    expect(outcomeOf(await call('POST', '/endpoints', payload))).toBe('422 invalid_fields')
  })

  it('makes at most 20 of them, also at the same time', async () => {
    const client = await world.client(['billing'])
    const make = () => callFor(world, client)('POST', '/endpoints', wanted)
    const outcomes = await Promise.all(Array.from({ length: 22 }, async () => String(outcomeOf(await make()))))
    expect(outcomes.sort().slice(-3)).toEqual([
      '201',
      '422 too_many_webhook_endpoints',
      '422 too_many_webhook_endpoints',
    ])
  })
})

describe('changeWebhookEndpoint and removeWebhookEndpoint', () => {
  it('change what is named, pause and set active again', async () => {
    const { uuid, call: own } = await newEndpoint(world, address)
    const change = async (payload: object) => (await own('PATCH', `/endpoints/${uuid}`, payload)).body.data
    expect(await change({ events: ['order.*'] })).toMatchObject({ url: address, events: ['order.*'] })
    expect(await change({ status: 'paused' })).toMatchObject({ status: 'paused', events: ['order.*'] })
    expect(await change({ status: 'active' })).toMatchObject({ status: 'active' })
    const inward = await own('PATCH', `/endpoints/${uuid}`, { url: 'https://10.0.0.1/' })
    expect(outcomeOf(inward)).toBe('422 webhook_address_refused')
  })

  it('do not pause what is switched off', async () => {
    const { uuid, call: own } = await newEndpoint(world, address)
    await world.house.pool.query(
      `update webhook_endpoint set status = 'switched_off', off_reason = 'gone' where uuid = $1`,
      [uuid],
    )
    const path = `/endpoints/${uuid}`
    expect(outcomeOf(await own('PATCH', path, { status: 'paused' }))).toBe('422 webhook_endpoint_inactive')
    expect((await own('PATCH', path, { status: 'active' })).body.data).toMatchObject({
      status: 'active',
      switched_off_because: null,
    })
  })

  it('remove it for good', async () => {
    const { uuid, call: own } = await newEndpoint(world, address)
    expect(outcomeOf(await own('DELETE', `/endpoints/${uuid}`))).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect(outcomeOf(await own(method, `/endpoints/${uuid}`))).toBe('404 not_found')
    expect((await own('GET', '/endpoints')).body.data).toEqual([])
  })
})

describe('rotateWebhookSecret and endWebhookSecret', () => {
  it('leave two at most and one at least', async () => {
    const { uuid, call: own, secret } = await newEndpoint(world, address)
    const path = `/endpoints/${uuid}/secrets`
    const second = await own('POST', path)
    expect([second.status, second.body.data.secrets.length]).toEqual([201, 2])
    expect(second.body.data.secret).not.toBe(secret)
    expect(outcomeOf(await own('POST', path))).toBe('422 two_webhook_secrets_live')
    const [old, fresh] = second.body.data.secrets
    expect(outcomeOf(await own('DELETE', `${path}/${old.uuid}`))).toBe(204)
    expect(outcomeOf(await own('DELETE', `${path}/${old.uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await own('DELETE', `${path}/${fresh.uuid}`))).toBe('422 last_webhook_secret')
  })
})

describe('listWebhookEndpoints, getWebhookEndpoint: those of others', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/secrets'],
    ['POST', '/replay'],
    ['GET', '/deliveries'],
  ])('are not there: %s %s', async (method, rest) => {
    const { uuid } = await newEndpoint(world, address)
    const payload = rest === '/replay' ? { from: 0, to: 1 } : method === 'PATCH' ? {} : undefined
    expect(outcomeOf(await call(method, `/endpoints/${uuid}${rest}`, payload))).toBe('404 not_found')
    expect(outcomeOf(await call(method, `/endpoints/${nowhere}${rest}`, payload))).toBe('404 not_found')
  })
})

describe('GET /webhooks/{tenantUUID}/events', () => {
  it('lists what an endpoint can want, each of a family', async () => {
    const { body } = await call('GET', '/events')
    expect(body.data).toContainEqual({ type: 'lease.started', family: 'lease.*', says: expect.any(String) })
    const types: string[] = body.data.map((one: { type: string }) => one.type)
    expect(types).not.toContain('payment.changed')
    const families: string[] = body.data.map((one: { family: string }) => one.family)
    const { uuid } = await newEndpoint(world, address, [...new Set(families)])
    expect(uuid).toMatch(/-/)
    expect(outcomeOf(await call('POST', '/endpoints', { ...wanted, events: types.slice(0, 50) }))).toBe(201)
  })
})

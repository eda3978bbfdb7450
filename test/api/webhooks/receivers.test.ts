import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { openNameServer } from '../../support/server/name-server.ts'
import { tlsFile, type Answering } from '../../support/server/receiver.ts'
import { fillQueue, happen, hasten, newEndpoint, orderUuid, rest, stageReceivers } from '../../support/webhooks.ts'

const names = await openNameServer()
afterAll(() => names.close())
const { world, told } = await stageReceivers({ env: { SUBLET_DNS_SERVERS: `127.0.0.1:${names.port}` } })

async function named(url: string) {
  const endpoint = await newEndpoint(world, url)
  const deliveries = async () => (await endpoint.call('GET', `/endpoints/${endpoint.uuid}/deliveries`)).body.data
  return { ...endpoint, deliveries }
}

describe('a receiver', () => {
  const bad: readonly (readonly [what: string, why: string, answer: Answering])[] = [
    ['answers 500', 'answered 500', (response) => void response.writeHead(500).end('broken')],
    [
      'redirects',
      'redirects are not followed',
      (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    ['hangs up', 'could not be reached', (response) => void response.destroy()],
    [
      'would rather speak something else',
      'hung up',
      (response) => void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    ],
    [
      'promises more than it says',
      'could not be reached',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('short')
        response.destroy()
      },
    ],
  ]

  it.each(bad)('that %s is tried again later', async (_what, why, answer) => {
    const { tenant, receiver: own, deliveries, state } = await told()
    own.answers(answer)
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([
      { status: 'waiting', tries: 1, fault: expect.stringContaining(why), next_try_at: expect.any(Number) },
    ])
    expect(await state()).toMatchObject({ status: 'active', failures: 1, rests_until: expect.any(Number) })
  })

  it('that drips is given ten seconds', async () => {
    const { tenant, receiver: own, deliveries } = await told()
    own.answers((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 500)
      response.on('close', () => clearInterval(drip))
    })
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'waiting', fault: 'took longer than 10 seconds' }])
  })

  it('that answers 10 MB has 64 kB of it kept', async () => {
    const { tenant, call, receiver: own, deliveries } = await told()
    own.answers((response) => void response.writeHead(200).end('\0'.repeat(10 * 1024 * 1024)))
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    const [{ uuid, status }] = await deliveries()
    const { body } = await call('GET', `/deliveries/${uuid}`)
    expect([status, body.data.answer.body.length]).toEqual(['delivered', 65_536])
    expect(body.data.request.headers['webhook-id']).toBe(body.data.message_id)
  })

  it('that is gone is switched off at once, and its company is mailed', async () => {
    const { uuid, tenant, call, receiver: own, deliveries, state } = await told()
    const { email } = await world.person(tenant)
    own.answers(410)
    for (const n of [1, 2, 3]) await happen(world, tenant, 1, n)
    await world.runJobs()
    expect(await state()).toMatchObject({ status: 'switched_off', switched_off_because: 'gone' })
    const states = (await deliveries()).map((one: { status: string }) => one.status)
    expect(states).toEqual(['dropped', 'dropped', 'failed'])
    const { rows } = await world.house.pool.query('select subject from mail where recipient = $1', [email])
    expect(rows).toContainEqual({ subject: 'A webhook endpoint was switched off' })
    expect(outcomeOf(await call('POST', `/endpoints/${uuid}/test`))).toBe('422 webhook_endpoint_inactive')
    const [{ uuid: delivery }] = await deliveries()
    expect(outcomeOf(await call('POST', `/deliveries/${delivery}/replay`))).toBe('422 webhook_endpoint_inactive')
    const replay = await call('POST', `/endpoints/${uuid}/replay`, { from: 0, to: 4_000_000_000 })
    expect(outcomeOf(replay)).toBe('422 webhook_endpoint_inactive')
  })

  it('that is dead for three days is switched off', async () => {
    const { uuid, tenant, receiver: own, state } = await told()
    own.answers(503)
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    const age = `update webhook_delivery set first_tried_at = now() - interval '73 hours' where endpoint_uuid = $1`
    await world.house.pool.query(age, [uuid])
    await hasten(world, uuid)
    expect(await state()).toMatchObject({ status: 'switched_off', switched_off_because: 'unreachable' })
  })

  it('that cannot read one event loses that one only', async () => {
    const { uuid, tenant, receiver: own, state, deliveries } = await told()
    own.answers((response, { body }) => void response.writeHead(body.includes(orderUuid(1)) ? 400 : 200).end())
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    await happen(world, tenant, 2, 1)
    for (let n = 0; n < 20 && (await deliveries())[0].status === 'waiting'; n++) await rest(world, uuid)
    const age = `update webhook_delivery set first_tried_at = now() - interval '73 hours' where endpoint_uuid = $1 and status = 'waiting'`
    await world.house.pool.query(age, [uuid])
    await hasten(world, uuid)
    expect((await state()).status).toBe('active')
    expect((await deliveries()).map((one: { status: string }) => one.status)).toEqual(['delivered', 'failed'])
  })

  it('for whom too much waits is switched off, and the rest is not kept', async () => {
    const { uuid, tenant, receiver: own, state } = await told()
    own.answers(503)
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    await fillQueue(world, uuid)
    await happen(world, tenant, 2, 1)
    await world.runJobs()
    expect(await state()).toMatchObject({ status: 'switched_off', switched_off_because: 'backlog' })
    const { rows } = await world.house.pool.query(
      'select status, count(*) as n from webhook_delivery where endpoint_uuid = $1 group by 1',
      [uuid],
    )
    expect(rows).toEqual([{ status: 'dropped', n: 10_001 }])
  })
})

describe('a name', () => {
  it.each([
    ['leads to this machine', ['127.0.0.1'], '127.0.0.1 (Loopback)'],
    ['leads to a public and to a private address', ['198.35.26.96', '10.0.0.1'], '10.0.0.1 (Private use)'],
    ['leads to where machines of clouds keep their secrets', ['169.254.169.254'], '169.254.169.254 (Link local)'],
  ])('that %s is not spoken to', async (_what, addresses, where) => {
    names.say('hooks.test', 'A', ...addresses)
    const { tenant, deliveries } = await named('http://hooks.test:9/')
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([
      { status: 'waiting', fault: `leads to ${where}, and only public hosts are sent to` },
    ])
  })

  it('that means nothing is tried again later', async () => {
    const { tenant, deliveries } = await named('http://nowhere.test/')
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'waiting', fault: 'could not be reached (ENOTFOUND)' }])
  })
})

describe('a certificate', () => {
  beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), tlsFile('ca')]))
  afterAll(() => setDefaultCACertificates(getCACertificates('bundled')))

  it('that is right is spoken to', async () => {
    const { tenant, deliveries } = await told(['*'], 'right')
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'delivered', answer_status: 204 }])
  })

  it.each([
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['other', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('that is wrong is not: %s', async (which, code) => {
    const { tenant, deliveries, receiver } = await told(['*'], which)
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'waiting', fault: `could not be reached (${code})` }])
    expect(receiver.received).toEqual([])
  })
})

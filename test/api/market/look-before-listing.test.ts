import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer } from '../../support/market/market.ts'
import { know, recordOf, type Client } from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** lookBeforeListing: GET /billing/v1/{tenantUUID}/market/prospect. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
})
afterAll(() => world.close())

const look = (query: string, { tenant, bearer } = holder) =>
  world.call('GET', `/billing/v1/${tenant}/market/prospect?${query}`, { headers: bearer })

const outcomes = (body: { data: { checks: { kind: string; status: string }[] } }) =>
  body.data.checks.map(({ kind, status }) => `${kind} ${status}`)

describe('without data', () => {
  it('says that nobody is known to mail a code to, and claims nothing else', async () => {
    const { status, body } = await look('address=45.8.0.0&cidr=22')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      address: '45.8.0.0',
      cidr: 22,
      ip_count: 1_024,
      registry: null,
      record: null,
      currency: 'USD',
    })
    expect(body.data.proof).toMatchObject({ type: 'email', email: null, asn: null })
    expect(body.data.proof.description).toContain('Choose another way')
    expect(body.data).toMatchObject({ lookup: null, policy: null })
    expect(body.data.ways.map(({ way, possible }: { way: string; possible: boolean }) => `${way} ${possible}`)).toEqual(
      ['email false', 'remark false', 'dns true', 'roa false', 'operator true'],
    )
    expect(outcomes(body)).toEqual(['whois skipped', 'bgp skipped', 'dns skipped', 'iprep skipped', 'roa skipped'])
  })
})

describe('with data', () => {
  beforeAll(async () => {
    await know(world, 'registry', [recordOf('45.9.0.0/16', { netname: 'HOLDER-NET' })])
    await know(world, 'origins', [{ prefix: '45.9.3.0/24', asn: 64_510, peers: 200 }])
    await know(world, 'vrps', [])
    await know(world, 'blocklists', [])
  })

  it('says whose the record is, to whom the code goes, how checks would come out, and the commission', async () => {
    const { body } = await look('address=45.9.0.0&cidr=24')
    expect(body.data.registry).toBe('ripencc')
    expect(body.data.record).toMatchObject({
      prefix: '45.9.0.0/16',
      organisation: 'Holder Ltd',
      netname: 'HOLDER-NET',
      abuse_email: 'abuse@holder.example',
    })
    expect(body.data.proof.email).toBe('hostmaster@holder.example')
    expect(body.data.proof.description).toMatch(/^A code will be mailed to hostmaster@holder\.example/)
    expect(outcomes(body)).toEqual(['whois passed', 'bgp passed', 'dns skipped', 'iprep passed', 'roa passed'])
    expect(body.data.policy).toMatchObject({ warning: false, source: expect.stringContaining('ripe-826') })
    expect(body.data.commission_percent).toBe(world.house.config.commission / 100)
  })

  it('takes the AS numbers for its own that it is told are', async () => {
    expect(outcomes((await look('address=45.9.3.0&cidr=24')).body)).toContain('bgp failed')
    expect(outcomes((await look('address=45.9.3.0&cidr=24&own_asns=64510')).body)).toContain('bgp passed')
  })

  it('mails nobody and lists nothing', async () => {
    await look('address=45.9.0.0&cidr=24')
    await world.runJobs()
    const { rows } = await world.house.pool.query(
      `select (select count(*) from offer where block = '45.9.0.0/24')::int as offers,
              (select count(*) from mail where recipient = 'hostmaster@holder.example')::int as mails`,
    )
    expect(rows[0]).toEqual({ offers: 0, mails: 0 })
  })
})

describe('refusals', () => {
  it.each([
    ['address=45.8.0.1&cidr=24', 'is not where a /24 begins; around it lies 45.8.0.0/24'],
    ['address=nowhere&cidr=24', 'must be an IPv4 address like 198.51.100.0'],
  ])('prefix_invalid: %s', async (query, sentence) => {
    const { status, body } = await look(query)
    expect([status, body.code, body.errors.address]).toEqual([422, 'prefix_invalid', [sentence]])
  })

  it('block_listed: of whoever it is, without saying so', async () => {
    const other = await world.client()
    await makeOffer(world, other.tenant, { block: '46.8.0.0/20' })
    const { status, body, text } = await look('address=46.8.4.0&cidr=24')
    expect([status, body.code]).toEqual([422, 'block_listed'])
    expect(text).not.toContain(other.tenant)
  })

  it.each(['', 'address=45.8.0.0', 'address=45.8.0.0&cidr=25', 'address=45.8.0.0&cidr=7', 'cidr=24'])(
    'invalid_fields: %s',
    async (query) => {
      expect((await look(query)).body.code).toBe('invalid_fields')
    },
  )

  it('is for the company alone', async () => {
    const other = await world.client()
    const strange = await look('address=45.8.0.0&cidr=24', { ...holder, bearer: other.bearer })
    expect(strange.status).toBe(403)
    const path = `/billing/v1/${holder.tenant}/market/prospect?address=45.8.0.0&cidr=24`
    expect((await world.call('GET', path)).status).toBe(401)
  })
})

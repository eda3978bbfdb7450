import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoWorld } from '../../db/demo.ts'
import { checkInvariants } from '../../src/app/invariants.ts'
import { codeFor } from '../support/market/offers.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/** A purchase's first half on the fresh demo world, by the billing API alone: prove, search, reserve, negotiate, read. */

interface Party {
  readonly tenant: string
  readonly bearer: { readonly authorization: string }
}

let world: World
let holder: Party
let lessee: Party
let rival: Party
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_AUTO_ACTIVATE: '1' } })
  await fillDemoWorld(world.ctx)
  await world.hear()
  await world.runJobs()
  ;[holder, lessee, rival] = await Promise.all([
    partyOf('Meridian Address Trust'),
    partyOf('Brightwave Hosting'),
    partyOf('Northlight CDN'),
  ])
})
afterAll(() => world.close())

async function partyOf(title: string): Promise<Party> {
  const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from tenant where title = $1', [title])
  const tenant = rows[0]?.uuid ?? ''
  return { tenant, bearer: { authorization: `Bearer ${await world.token(await world.key(tenant))}` } }
}

async function ask({ tenant, bearer }: Party, method: string, path: string, payload?: object): Promise<Answered> {
  const url = `/billing/v1/${tenant}/market${path}`
  return world.call(method, url, { headers: bearer, ...(payload ? { payload } : {}) })
}

async function done(party: Party, method: string, path: string, payload?: object) {
  const answer = await ask(party, method, path, payload)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const offerOf = async (party: Party, block: string) =>
  (await done(party, 'GET', `/services?filter[address]=${block}`)).data[0]

const keepsItsPromises = async () =>
  (await checkInvariants(world.ctx)).flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`))

describe('the demo world', () => {
  it('shows a market in all its states, and keeps every promise', async () => {
    const { data } = await done(holder, 'GET', '/services')
    const states = Object.fromEntries(
      data.map((offer: { address: string; status: string }) => [offer.address, offer.status]),
    )
    expect(states).toEqual({
      '185.203.64.0': 'validity_active',
      '104.234.0.0': 'validity_active',
      '193.104.140.0': 'validity_active',
      '194.147.96.0': 'validity_active',
      '89.33.116.0': 'validity_terminated',
      '176.111.48.0': 'auth_pending',
      '45.135.8.0': 'auth_failed_verify_email_not_found',
      '5.188.204.0': 'validity_invalid',
    })
    expect(await keepsItsPromises()).toEqual([])
  })

  it('lets a block come to the market, be found, and be reserved', async () => {
    const block = '176.111.48.0/22'
    const { uuid } = await offerOf(holder, block)
    const search = `/search?prefix_length=24&address=${block}`
    expect((await done(lessee, 'GET', search)).data).toEqual([])
    const code = await codeFor(world, block, 'hostmaster@meridian.example')
    expect((await done(holder, 'POST', `/services/${uuid}/verify`, { code })).status).toBe('validity_pending')
    await world.runJobs()
    const found = (await done(lessee, 'GET', search)).data
    expect(found.map(({ address }: { address: string }) => address)).toEqual([
      '176.111.48.0',
      '176.111.49.0',
      '176.111.50.0',
      '176.111.51.0',
    ])
    const { pricing_uuid, address, cidr, price_per_ip: ip_price } = found[1]
    const wish = { pricing_uuid, address, cidr, ip_price, contract_length: 1 }
    const { data: reserved } = await done(lessee, 'POST', '/ipv4/services/reserve', wish)
    expect(reserved).toMatchObject({ address, cidr, status: 'accepted' })
    const late = await ask(rival, 'POST', '/ipv4/services/reserve', wish)
    expect([late.status, late.body.code]).toEqual([400, 'subnet_taken'])
    expect(late.body.errors.address[0]).toBe('176.111.48.0/24 is free')
    expect((await done(lessee, 'GET', search)).data).toHaveLength(3)
    await done(lessee, 'DELETE', `/reservations/${reserved.uuid}`)
    expect((await done(lessee, 'GET', search)).data).toHaveLength(4)
  })

  it('lets holder and lessee agree on a lower price', async () => {
    const { data: asked } = await done(holder, 'GET', '/reservations?filter[side]=holder&filter[status]=pending')
    expect(asked.map(({ address, cidr }: { address: string; cidr: number }) => `${address}/${cidr}`).sort()).toEqual([
      '104.234.128.0/23',
      '185.203.80.0/22',
    ])
    const [first, second] = asked
    expect((await done(holder, 'POST', `/reservations/${first.uuid}/accept`)).data.status).toBe('accepted')
    expect((await done(holder, 'POST', `/reservations/${second.uuid}/decline`)).data.status).toBe('declined')
    await world.runJobs()
    expect(await keepsItsPromises()).toEqual([])
  })

  it('shows a lessee its leases, one by one and as a file', async () => {
    const { data, meta } = await done(lessee, 'GET', '/ipv4/services?status=active')
    expect([data.length, meta.total]).toEqual([7, 7])
    const csv = await ask(lessee, 'GET', '/ipv4/csv')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(8)
    const committed = data.find(
      ({ billing_service: { address } }: { billing_service: { address: string } }) => address === '185.203.64.0',
    )
    const path = `/ipv4/services/${committed.billing_service.uuid}`
    const { data: lease } = await done(lessee, 'GET', path)
    expect(lease).toMatchObject({ termination: null, billing_service: committed.billing_service })
    expect(lease.commitment_end).toBeGreaterThan(lease.billing_service.next_due_date)
    expect(lease.early_exit_amount).toBeGreaterThan(0)
    const { data: places } = await done(lessee, 'GET', `${path}/geodata`)
    expect(
      places.map(({ provider, city_name }: { provider: string; city_name: string | null }) => [provider, city_name]),
    ).toEqual([
      ['geofeed', 'Amsterdam'],
      ['registry', null],
    ])
  })

  it('lets a holder hide, reprice and cancel what others lease', async () => {
    const { uuid, pricings } = await offerOf(holder, '185.203.64.0/19')
    const toggle = { childs: [{ address: '185.203.95.0' }], market_service_uuid: uuid, cidr: 24 }
    const { batchId } = await done(holder, 'POST', '/ipv4/child/toggle', toggle)
    expect((await done(holder, 'GET', `/ipv4/child/toggle/${batchId}`)).data.counts).toEqual({
      total: 1,
      hidden: 1,
      shown: 0,
    })
    const kept = pricings.data.map(({ uuid: pricing }: { uuid: string }) => ({ uuid: pricing }))
    const changed = await done(holder, 'PATCH', `/services/${uuid}?include=billingServices.marketServicePricing`, {
      pricings: [...kept.slice(0, -1), { ...kept.at(-1), value: 150 }],
    })
    expect(changed.pricings.data.at(-1).price).toBe(150)
    expect(changed.services.map(({ pricing }: { pricing: { price: number } }) => pricing.price)).toContain(118)
    const cancelled = await done(holder, 'DELETE', `/services/${uuid}`)
    expect(cancelled).toMatchObject({ status: 'validity_terminated', hidden: true, terminated: null })
    expect(cancelled.expires_at).toBeGreaterThan(Date.now() / 1_000)
    expect(await keepsItsPromises()).toEqual([])
  })
})

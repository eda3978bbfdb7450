import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoWorld } from '../../db/demo.ts'
import { companies } from '../../db/demo/companies.ts'
import { brokenPromises } from '../support/market/books.ts'
import { openWorld, type World } from '../support/world.ts'

/** The fresh demo world's money: every lease bought, renewed and billed, holders paid, and the books in order. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_AUTO_ACTIVATE: '1' } })
  await fillDemoWorld(world.ctx)
  await world.hear()
  await world.runJobs()
})
afterAll(() => world.close())

const rowsOf = async (query: string, ...values: unknown[]) =>
  (await world.house.pool.query<Record<string, string | number>>(query, values)).rows

async function as(
  title: string,
): Promise<(path: string) => Promise<{ data: Record<string, unknown>[]; total: number }>> {
  const [tenant] = await rowsOf('select uuid from tenant where title = $1', title)
  const uuid = String(tenant?.['uuid'])
  const headers = {
    authorization: `Bearer ${await world.token(await world.key(uuid, ['billing', 'ecommerce', 'credits']))}`,
  }
  return async (path) => {
    const { status, body, text } = await world.call('GET', path.replace('{}', uuid), { headers })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return { data: body.data, total: body.meta?.total ?? 0 }
  }
}

describe('the books of the demo world', () => {
  it('keep every promise', async () => {
    expect(await brokenPromises(world)).toEqual([])
  })

  it('know where each company is billed, and its VAT number where it has one', async () => {
    const addresses = await rowsOf(
      `select t.title, a.country_code, a.vat_validation_status as vat from customer_address a
       join tenant t on t.uuid = a.tenant_uuid`,
    )
    const known = companies.map(({ title, address }) => ({
      title,
      country_code: address.country_code,
      vat: address.vat_number === undefined ? null : 'valid',
    }))
    expect(addresses).toHaveLength(companies.length)
    expect(addresses).toEqual(expect.arrayContaining(known))
  })

  it('bill every lease from its first day to a period that runs', async () => {
    const [counts] = await rowsOf(
      `select count(*)::int as leases, count(s.uuid)::int as subscriptions,
         count(*) filter (where s.period_end > $1)::int as running
       from lease l left join subscription s on s.lease_uuid = l.uuid where l.status <> 'terminated'`,
      world.ctx.now,
    )
    expect(counts).toMatchObject({ leases: 24, subscriptions: 24 })
    expect(counts?.['running']).toBeGreaterThanOrEqual(20)
    const numbers = await rowsOf(`select number from invoice where series = 'INV' order by issued_at, number`)
    const inOrder = numbers.map(({ number }) => String(number))
    expect(inOrder).toEqual(inOrder.toSorted())
    expect(inOrder.length).toBeGreaterThan(60)
  })

  it('show a lessee its invoices and credits, a holder its payouts', async () => {
    const lessee = await as('Brightwave Hosting')
    expect((await lessee('/billing/v1/{}/invoices')).total).toBeGreaterThan(10)
    expect((await lessee('/credits/public/{}/balances')).data).toMatchObject([{ available_balance: expect.anything() }])
    const holder = await as('Meridian Address Trust')
    const { data, total } = await holder('/billing/v1/{}/market/payouts?filter[status]=paid')
    expect(total).toBeGreaterThanOrEqual(9)
    expect(data[0]).toMatchObject({ status: 'paid', amount: expect.any(Number) })
  })

  it('charge the tax of the seller’s country at home, and reverse it for companies elsewhere in the EU', async () => {
    const taxes = await rowsOf(
      `select t.title, (i.tax_minor > 0) as taxed, count(*)::int from invoice i join tenant t on t.uuid = i.tenant_uuid
       where i.sub_total_minor > 0 group by 1, 2 order by 1`,
    )
    expect(Object.fromEntries(taxes.map(({ title, taxed }) => [title, taxed]))).toEqual({
      'Brightwave Hosting': false,
      'Kestrel VPN': false,
      'Northlight CDN': false,
      'Quarry Cloud': true,
    })
  })

  it('have one renewal in its grace period, and one order that waits for a transfer', async () => {
    const late = await rowsOf(
      `select t.title, s.name from subscription s join tenant t on t.uuid = s.tenant_uuid join renewal_step r on r.uuid = s.uuid
       where r.next_step in ('grace_first', 'grace_second', 'last_try')`,
    )
    expect(late).toContainEqual({ title: 'Kestrel VPN', name: '102.129.161.0/24' })
    const waiting = await rowsOf(
      `select t.title, o.discount_minor > 0 as reduced from sales_order o join tenant t on t.uuid = o.tenant_uuid
       where o.status = 'pending_payment' and o.kind = 'purchase'`,
    )
    expect(waiting).toEqual([{ title: 'Quarry Cloud', reduced: true }])
  })

  it('know of one lease that ends with its period', async () => {
    const requests = await rowsOf(
      `select t.title, s.name, r.type, r.status from termination_request r join subscription s on s.uuid = r.subscription_uuid
       join tenant t on t.uuid = r.tenant_uuid`,
    )
    expect(requests).toMatchObject([{ title: 'Northlight CDN', name: '196.61.192.0/22', type: 'end_of_period' }])
  })

  it('tell nobody of what is long past', async () => {
    expect(await rowsOf(`select subject from mail where subject like 'Payout%'`)).toEqual([])
  })

  it('foresee the months to come, and then go that way', async () => {
    const holder = await as('Meridian Address Trust')
    const { data } = await holder('/billing/v1/{}/forecast?months=2')
    expect((data as unknown as { earnings: unknown[] }).earnings.length).toBeGreaterThan(8)
    await world.advance('2 months')
    expect(await brokenPromises(world)).toEqual([])
  })
})

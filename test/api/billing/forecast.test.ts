import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenPromises, rowCounts } from '../../support/market/books.ts'
import { bearerOf } from '../../support/callers.ts'
import { until } from '../../support/http-call.ts'
import { makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { openWorld, type World } from '../../support/world.ts'

/** getForecast: what is to come, by the rules that will be gone by. */

let world: World
let lessee: Awaited<ReturnType<World['client']>>
let holder: Awaited<ReturnType<World['client']>>
let offer: MadeOffer
let first: MadeSubscription
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  await world.travelToMidMonth()
  ;[lessee, holder] = [await world.client(['billing']), await world.client(['billing'])]
  offer = await makeOffer(world, holder.tenant, {
    block: '198.18.0.0/22',
    pricings: [{ length: 24, priceMinor: 10_000 }],
  })
  first = await makeSubscription(world, { offer, lessee: lessee.tenant, block: '198.18.0.0/24' })
  await makeSubscription(world, { offer, lessee: lessee.tenant, block: '198.18.1.0/24', priceMinor: 12_000 })
  await makeSubscription(world, { offer, lessee: await world.tenant('Another lessee'), block: '198.18.2.0/24' })
})
afterAll(() => world.close())

const foresee = (query = '', { tenant, bearer } = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/forecast?${query}`, { headers: bearer })

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('GET /billing/v1/{tenantUUID}/forecast', () => {
  it('tells a lessee what it will be charged, by month and by lease', async () => {
    const { status, body } = await foresee()
    expect(status).toBe(200)
    const { subscriptions, months, earnings, from, until } = body.data
    expect((until - from) / 86_400).toBeGreaterThan(88)
    expect(earnings).toEqual([])
    expect(
      subscriptions.map(({ name, total, renewals }: { name: string; total: number; renewals: unknown[] }) => [
        name,
        total,
        renewals.length,
      ]),
    ).toEqual([
      ['198.18.0.0/24', 300, 3],
      ['198.18.1.0/24', 360, 3],
    ])
    expect(subscriptions[0]).toMatchObject({ subscription_uuid: first.uuid, service_uuid: first.lease_uuid })
    expect(subscriptions[0].renewals[0]).toEqual({ date: expect.any(Number), sub_total: 100, tax: 0, total: 100 })
    expect(sum(months.map(({ charged }: { charged: number }) => charged))).toBe(660)
    expect(sum(months.map(({ renewals }: { renewals: number }) => renewals))).toBe(6)
    expect(months.every(({ paid_out }: { paid_out: number | null }) => paid_out === null)).toBe(true)
  })

  it('tells a holder what it will earn, and when it is paid out', async () => {
    const { data } = (await foresee('months=2', holder)).body
    expect(data.subscriptions).toEqual([])
    expect(data.earnings.map(({ name, gross, amount }: Record<string, unknown>) => [name, gross, amount])).toEqual([
      ['198.18.0.0/24', 200, 190],
      ['198.18.1.0/24', 240, 228],
      ['198.18.2.0/24', 200, 190],
    ])
    expect(data.months[1].paid_out).toBeGreaterThan(0)
  })

  it('leaves no trace', async () => {
    const before = await rowCounts(world)
    expect((await foresee('months=12')).status).toBe(200)
    expect((await foresee('months=12', holder)).status).toBe(200)
    expect(await rowCounts(world)).toEqual(before)
    expect(await brokenPromises(world)).toEqual([])
  })

  it('is empty for a company that neither leases nor lets', async () => {
    const { status, body } = await foresee('months=1', await world.client(['billing']))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ subscriptions: [], earnings: [] })
    expect(body.data.months[0]).toEqual({
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      renewals: 0,
      charged: 0,
      earned: 0,
      paid_out: null,
    })
  })

  it('counts on what is overdue, too', async () => {
    const late = await world.client(['billing'])
    const block = '198.19.0.0/24'
    await makeSubscription(world, { lessee: late.tenant, block, card: '4000000000000341' })
    await world.advance('1 month 2 hours')
    const unpaid = await world.house.pool.query(`select from invoice where status = 'unpaid' and tenant_uuid = $1`, [
      late.tenant,
    ])
    expect(unpaid.rowCount).toBe(1)
    const before = await rowCounts(world)
    const { subscriptions } = (await foresee('months=1', late)).body.data
    expect(subscriptions).toMatchObject([{ name: block, total: 200 }])
    expect(await rowCounts(world)).toEqual(before)
  })

  it.each(['months=0', 'months=25', 'months=x', 'months=1.5', 'months=-1', 'months='])('refuses %s', async (query) => {
    const { status, body } = await foresee(query)
    expect([status, body.code]).toEqual([422, 'invalid_fields'])
    expect(Object.keys(body.errors)).toEqual(['months'])
  })

  it('is closed to other companies and other scopes', async () => {
    const stranger = await world.client(['billing'])
    const { body } = await world.call('GET', `/billing/v1/${lessee.tenant}/forecast`, { headers: stranger.bearer })
    expect(body.code).toBe('tenant_mismatch')
    const { headers } = await bearerOf(world, lessee.tenant, ['ecommerce'])
    const scoped = await world.call('GET', `/billing/v1/${lessee.tenant}/forecast`, { headers })
    expect(scoped.body.code).toBe('scope_missing')
  })

  it.each([
    ['a lease that is being renewed', () => ['select from subscription where uuid = $1 for update', first.uuid]],
    ['a block that is being sold', () => ['select lock_offer($1)', offer.uuid]],
  ])('does not wait for %s', async (_what, locking) => {
    const before = (await foresee()).body.data.subscriptions
    const client = await world.house.pool.connect()
    await client.query('begin')
    const [text = '', uuid] = locking()
    await client.query(text, [uuid])
    const { status, body } = await foresee()
    await client.query('rollback')
    client.release()
    expect([status, body.data.subscriptions]).toEqual([200, before])
  })

  /** The backend that waits for that table. */
  const waitingFor = async (table: string): Promise<number> => {
    const waiting = `select l.pid from pg_locks l join pg_class c on c.oid = l.relation
      where not l.granted and c.relname = $1 and l.database = (select oid from pg_database where datname = current_database())`
    const { value } = await until(
      async () => (await world.house.pool.query<{ pid: number }>(waiting, [table])).rows[0],
      `somebody to wait for ${table}`,
    )
    return value.pid
  }

  /** The forecast in the middle of its work, for as long as somebody has what it reads last. */
  async function whileHeld(caller: typeof lessee, work: (pid: number) => Promise<void>) {
    const blocker = await world.house.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table earning in access exclusive mode')
    const foreseen = foresee('months=3', caller)
    try {
      await work(await waitingFor('earning'))
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    return foreseen
  }

  it('keeps nobody waiting, however long it takes: it reads, and holds nothing', async () => {
    const leaver = await world.client(['billing', 'ecommerce'])
    const made = await makeSubscription(world, { lessee: leaver.tenant, block: '198.19.1.0/24' })
    const { status, body } = await whileHeld(leaver, async (pid) => {
      const { rows: held } = await world.house.pool.query(
        `select distinct locktype, mode from pg_locks where pid = $1 and locktype <> 'virtualxid'`,
        [pid],
      )
      expect(held).toEqual([{ locktype: 'relation', mode: 'AccessShareLock' }])
      const path = `/ecommerce/public/${leaver.tenant}/subscriptions/${made.uuid}/terminate`
      const payload = { type: 'end_of_period', reason: 'moving' }
      expect((await world.call('POST', path, { headers: leaver.bearer, payload })).status).toBe(201)
    })
    // As it stood when it was asked.
    expect([status, body.data.subscriptions]).toMatchObject([200, [{ total: 300 }]])
    expect((await foresee('months=3', leaver)).body.data.subscriptions).toEqual([])
  })

  it('is what then happens', async () => {
    const [charged, earned] = [(await foresee('months=3')).body.data, (await foresee('months=3', holder)).body.data]
    const start = world.ctx.now
    await world.advance('3 months')
    const of = async (query: string, tenant: string) =>
      (await world.house.pool.query<Record<string, number>>(query, [tenant, start])).rows
    const invoices = await of(
      `select floor(extract(epoch from paid_at))::int as date, total_minor::int / 100 as total from invoice
       where tenant_uuid = $1 and paid_at > $2 order by 1, 2`,
      lessee.tenant,
    )
    const foreseen = charged.subscriptions
      .flatMap(({ renewals }: { renewals: { date: number; total: number }[] }) => renewals)
      .map(({ date, total }: { date: number; total: number }) => ({ date, total }))
      .toSorted(
        (a: { date: number; total: number }, b: { date: number; total: number }) =>
          a.date - b.date || a.total - b.total,
      )
    expect(invoices).toEqual(foreseen)
    const [earnings] = await of(
      `select sum(gross_minor - commission_minor)::int as amount from earning where tenant_uuid = $1 and earned_at > $2`,
      holder.tenant,
    )
    expect(earnings?.['amount']).toBe(100 * sum(earned.earnings.map(({ amount }: { amount: number }) => amount)))
    const payouts = await of(
      `select amount_minor::int as amount from payout where tenant_uuid = $1 and created_at > $2 order by month`,
      holder.tenant,
    )
    expect(payouts.map(({ amount }) => amount)).toEqual(
      earned.months.flatMap(({ paid_out }: { paid_out: number | null }) => (paid_out === null ? [] : [paid_out * 100])),
    )
  })

  it('says when it is too much', async () => {
    const client = await world.house.pool.connect()
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into subscription select (jsonb_populate_record(s, jsonb_build_object('uuid', gen_random_uuid(),
         'lease_uuid', gen_random_uuid()))).* from subscription s cross join generate_series(1, 1000) where s.uuid = $1`,
      [first.uuid],
    )
    await client.query(
      `insert into renewal_step select s.uuid, r.next_step, r.next_step_at from subscription s cross join renewal_step r
       where r.uuid = $1 and s.uuid not in (select uuid from renewal_step)`,
      [first.uuid],
    )
    await client.query('commit')
    client.release()
    const { status, body } = await foresee('months=1')
    expect([status, body.code]).toEqual([422, 'forecast_too_large'])
  })
})

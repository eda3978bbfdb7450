import { runRenewals, type RenewalOptions } from '../../../src/commerce/renewal/renewal.actions.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { addSeconds } from '../../../src/kernel/time.ts'
import type { World } from '../world.ts'

/** Renewals as the clock goes: windows of half a day, as a replay moves it. */

const window = 12 * 3_600

/** Everything that falls due until then, in the order of its time. */
export async function renewUntil(world: World, until: Date, options: RenewalOptions = {}): Promise<number> {
  let steps = 0
  for (let { now } = world.ctx; now < until;) {
    now = new Date(Math.min(addSeconds(now, window).getTime(), until.getTime()))
    steps += await runRenewals(at(world, now), options)
  }
  return steps
}

/** A moment of business time, without moving anybody's clock. */
export const at = (world: World, now: Date): Context => ({ ...world.ctx, now })

/** What stands in the database, in the words of SQL. */
export async function asked<Row extends object>(world: World, query: string, ...values: unknown[]): Promise<Row[]> {
  return (await world.house.pool.query<Row>(query, values)).rows
}

/** A subscription with all that a renewal touches. */
export async function standingOf(world: World, { uuid }: { readonly uuid: string }): Promise<Record<string, unknown>> {
  const [row] = await asked<Record<string, unknown>>(
    world,
    `select s.status, r.next_step, s.period_end, s.period_number, l.status as lease, t.next_due_at,
      (select string_agg(o.status, ' ' order by o.placed_at) from sales_order o where o.subscription_uuid = s.uuid) as orders,
      (select string_agg(p.status, ' ' order by p.created_at, p.uuid) from payment p join sales_order o on o.uuid = p.order_uuid
        where o.subscription_uuid = s.uuid) as payments,
      (select string_agg(i.series || ' ' || i.status, ', ' order by i.issued_at, i.uuid) from invoice i
        join sales_order o on o.uuid = i.order_uuid where o.subscription_uuid = s.uuid) as invoices
    from subscription s join renewal_step r on r.uuid = s.uuid join lease l on l.uuid = s.lease_uuid
      join lease_term t on t.uuid = l.uuid where s.uuid = $1`,
    uuid,
  )
  return row ?? {}
}

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

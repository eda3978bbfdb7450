import { titlesOf } from '../../identity/index.ts'
import { lostBy, planRefund } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { isCompleted, liveLetters, runningLeases } from './refund.store.ts'

/** So many of each are named; how many there are is said. */
export const mostNamed = 20

/** What a refund would end, and what it would not: the same that `noteRefund` does once it has happened. */
export async function foreseeRefund(ctx: Context, invoice: string, amount: number | null) {
  const plan = await planRefund(ctx, invoice, amount)
  const { order_uuid: order } = plan.invoice
  const ends = plan.whole && order !== null && (await isCompleted(ctx, order))
  const leased = plan.taken.lines.flatMap(({ type, subject }) =>
    type === 'lease' && subject !== null ? [subject] : [],
  )
  const lost = lostBy(plan.taken)
  const [letters, leases, titles] = await Promise.all([
    ends ? liveLetters(ctx, order, mostNamed) : [],
    runningLeases(ctx, [...new Set(leased)], mostNamed),
    titlesOf(ctx, [...lost.keys()]),
  ])
  const holders = [...lost].map(([uuid, minor]) => ({ uuid, title: titles.get(uuid) ?? '', minor }))
  return { plan, ends, letters, leases, holders }
}

export type RefundForeseen = Awaited<ReturnType<typeof foreseeRefund>>

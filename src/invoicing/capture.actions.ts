import { inTransaction, type Context } from '../kernel/context.ts'
import { moveAll } from '../kernel/moves.ts'
import type { Taken } from './payment.actions.ts'
import { paymentStates } from './payment.states.ts'
import { lockPayments, type Payment } from './payment.store.ts'
import type { Provider } from './provider.actions.ts'
import type { FollowUp, Outcome } from './provider.rules.ts'

/** What follows on money that was asked for before; never inside a transaction, but for what is written about it. */

/** Takes what was authorised; to be settled like a charge. */
export async function capturePayments(
  ctx: Context,
  provider: Provider,
  payments: readonly Payment[],
): Promise<Taken[]> {
  if (payments.length === 0) return []
  const outcomes = await provider.capture(
    ctx,
    payments.map((payment) => followUp(ctx, payment)),
  )
  return payments.map((payment, i) => ({ payment, outcome: outcomes[i] as Outcome }))
}

/** How those stand that were authorised or waited for a customer; what is not paid is let go of. */
export async function concludePayments(
  ctx: Context,
  provider: Provider,
  payments: readonly Payment[],
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const payment of payments) {
    const outcome = await provider.look(ctx, payment.provider_reference ?? '')
    taken.push({ payment, outcome: outcome.status === 'succeeded' ? outcome : unanswered(outcome.reference) })
  }
  await provider.cancel(
    ctx,
    taken.filter(({ outcome }) => outcome.status === 'declined').map(({ payment }) => followUp(ctx, payment)),
  )
  return taken
}

const unanswered = (reference: string | null): Outcome => ({
  status: 'declined',
  reference,
  failure: 'authentication_required',
})

/** A charge without the customer cannot wait for a second step: then it is as good as declined. */
export async function withoutCustomer(ctx: Context, provider: Provider, taken: readonly Taken[]): Promise<Taken[]> {
  const waiting = taken.filter(({ outcome }) => outcome.status === 'needs_action')
  if (waiting.length === 0) return [...taken]
  await provider.cancel(
    ctx,
    waiting.map(({ payment, outcome }) => followUp(ctx, { ...payment, provider_reference: outcome.reference })),
  )
  return taken.map(({ payment, outcome }) => ({
    payment,
    outcome: outcome.status === 'needs_action' ? unanswered(outcome.reference) : outcome,
  }))
}

/** Gives back what was taken for an order that is over; nothing was billed, so nothing is in the books. */
export async function giveBackPayments(ctx: Context, provider: Provider, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  const outcomes = await provider.refund(
    ctx,
    payments.map((payment) => followUp(ctx, payment)),
  )
  const given = payments.filter((_, i) => outcomes[i]?.status === 'succeeded')
  await inTransaction(ctx, (tx) => movePayments(tx, given, 'refunded'))
}

/** In a transaction: the same event for all that it may still happen to. */
export async function movePayments(
  ctx: Context,
  payments: readonly Payment[],
  event: 'cancel' | 'refund' | 'refunded',
): Promise<void> {
  if (payments.length === 0) return
  const locked = await lockPayments(
    ctx,
    payments.map(({ uuid }) => uuid),
  )
  await moveAll(
    ctx,
    paymentStates,
    'payment',
    event,
    locked
      .filter(({ status }) => paymentStates.can(status, event))
      .map(({ uuid, tenant_uuid: tenant, status: from, order_uuid }) => ({ uuid, tenant, from, data: { order_uuid } })),
  )
}

const followUp = (ctx: Context, { uuid, provider_reference, amount_minor }: Payment): FollowUp => ({
  key: uuid,
  reference: provider_reference ?? '',
  amount: amount_minor,
  currency: ctx.house.config.currency,
})

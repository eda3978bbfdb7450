import type { Context } from '../kernel/context.ts'
import { moveAll } from '../kernel/moves.ts'
import { newUuid } from '../kernel/uuid.ts'
import { insertPayments, lockPayments, type Payment, type PaymentMethod } from './payment.store.ts'
import { paymentStates } from './payment.states.ts'
import type { Provider } from './provider.actions.ts'
import type { ChargeRequest, Outcome } from './provider.rules.ts'
import { sandboxProvider } from './sandbox.actions.ts'

/**
 * Taking money in three steps: `startPayments` in the transaction of what is to be paid, `takePayments` outside every
 * transaction, `settlePayments` in the transaction of what has been paid. Whoever is killed in between, the payments
 * left behind are taken up under the same keys.
 */

export interface PaymentWish {
  readonly tenant: string
  readonly order: string
  readonly method: PaymentMethod
  readonly amount: number
  readonly capture: boolean
}

export async function startPayments(ctx: Context, wishes: readonly PaymentWish[]): Promise<Payment[]> {
  const payments = wishes.map(({ tenant, order, method, amount, capture }): Payment => ({
    uuid: newUuid(),
    tenant_uuid: tenant,
    order_uuid: order,
    method_uuid: method.uuid,
    provider: method.provider,
    provider_reference: null,
    status: paymentStates.initial,
    capture,
    amount_minor: amount,
    failure: null,
    action_url: null,
    created_at: ctx.now,
    started_at: ctx.realNow,
    settled_at: null,
  }))
  await insertPayments(ctx, payments)
  return payments
}

export interface Taking {
  readonly payment: Payment
  readonly method: PaymentMethod
  readonly offSession: boolean
  readonly attempt: number
  readonly description: string
}

export interface Taken {
  readonly payment: Payment
  readonly outcome: Outcome
}

/** Asks the providers; never inside a transaction. */
export async function takePayments(
  ctx: Context,
  takings: readonly Taking[],
  provider: Provider = providerOf(ctx),
): Promise<Taken[]> {
  if (takings.length === 0) return []
  const requests = takings.map(({ payment, method, offSession, attempt, description }): ChargeRequest => ({
    key: payment.uuid,
    customer: method.provider_customer,
    method: method.provider_method ?? '',
    amount: payment.amount_minor,
    currency: ctx.house.config.currency,
    capture: payment.capture,
    offSession,
    attempt,
    description,
  }))
  const outcomes = await provider.charge(ctx, requests)
  return takings.map(({ payment }, i) => ({ payment, outcome: outcomes[i] as Outcome }))
}

export function providerOf(_ctx: Context): Provider {
  return sandboxProvider
}

const eventOf = { succeeded: 'succeed', authorised: 'authorise', declined: 'decline', needs_action: 'ask' } as const

/** Returns those this call has settled: what somebody else has settled already is left to them. */
export async function settlePayments(ctx: Context, taken: readonly Taken[]): Promise<Taken[]> {
  if (taken.length === 0) return []
  const locked = new Map(
    (
      await lockPayments(
        ctx,
        taken.map(({ payment }) => payment.uuid),
      )
    ).map((payment) => [payment.uuid, payment]),
  )
  const mine = taken.filter(({ payment }) => locked.get(payment.uuid)?.status === payment.status)
  for (const status of ['succeeded', 'authorised', 'declined', 'needs_action'] as const)
    await moveAll(
      ctx,
      paymentStates,
      'payment',
      eventOf[status],
      mine
        .filter(({ outcome }) => outcome.status === status)
        .map(({ payment: { uuid, tenant_uuid: tenant, status: from, order_uuid, provider_reference }, outcome }) => ({
          uuid,
          tenant,
          from,
          data: { order_uuid },
          set: {
            provider_reference: outcome.reference ?? provider_reference,
            failure: outcome.status === 'declined' ? outcome.failure : null,
            action_url: outcome.status === 'needs_action' ? outcome.actionUrl : null,
            settled_at: ctx.now,
          },
        })),
    )
  return mine
}

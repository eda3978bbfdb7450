import type { Context } from '../../kernel/context.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { enqueue } from '../../kernel/work/jobs.ts'
import { insertPayments, lockPaymentStates, type Payment, type PaymentMethod } from './payment.store.ts'
import { paymentStates } from './payment.states.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { keepPaidCard } from './page.actions.ts'
import { pagesOf, providerOf, type Provider } from './provider.actions.ts'
import type { FollowUp, Outcome, PageRequest, Told } from './provider.rules.ts'

/**
 * Taking money in three steps: `startPayments` in the transaction of what is to be paid, `takePayments` outside every
 * transaction, `settlePayments` in the transaction of what has been paid. Whoever is killed in between, the payments
 * left behind are taken up under the same keys.
 */

interface PaymentWish {
  readonly tenant: string
  readonly order: string
  /** Nothing: the person pays on a page of the installation's provider. */
  readonly method: PaymentMethod | null
  readonly amount: number
  readonly capture: boolean
}

export async function startPayments(ctx: Context, wishes: readonly PaymentWish[]): Promise<Payment[]> {
  const payments = wishes.map(({ method, ...wish }): Payment => ({
    ...newPayment(ctx, wish),
    method_uuid: method?.uuid ?? null,
    provider: method?.provider ?? pagesOf(ctx).name,
  }))
  await insertPayments(ctx, payments)
  return payments
}

const newPayment = (ctx: Context, { tenant, order, amount, capture }: Omit<PaymentWish, 'method'>) => ({
  uuid: newUuid(),
  tenant_uuid: tenant,
  order_uuid: order,
  provider_reference: null,
  status: paymentStates.initial,
  capture,
  amount_minor: amount,
  failure: null,
  action_url: null,
  created_at: ctx.now,
  started_at: ctx.realNow,
  settled_at: null,
})

/** Money that came without a provider, by a bank for instance: taken the moment it is written down. */
export async function recordMoney(
  ctx: Context,
  { tenant, order, amount, reference }: Omit<PaymentWish, 'method' | 'capture'> & { readonly reference: string },
): Promise<Payment> {
  const payment: Payment = {
    ...newPayment(ctx, { tenant, order, amount, capture: true }),
    method_uuid: null,
    provider: 'none',
  }
  await insertPayments(ctx, [payment])
  await settlePayments(ctx, [{ payment, outcome: { status: 'succeeded', reference } }])
  return { ...payment, status: 'succeeded', provider_reference: reference }
}

export interface Taking {
  readonly payment: Payment
  readonly method: PaymentMethod | null
  readonly offSession: boolean
  readonly attempt: number
  /** The same each time the payment is asked for. */
  readonly description: string
}

export interface Taken {
  readonly payment: Payment
  readonly outcome: Outcome
}

/**
 * Asks the providers; never inside a transaction. Returns those that were answered: the others stay `started` and are asked
 * again under the same key. Throws where nobody answered at all.
 */
export async function takePayments(ctx: Context, takings: readonly Taking[]): Promise<Taken[]> {
  const byPayment = new Map(takings.map((taking) => [taking.payment, taking]))
  return ask(
    ctx,
    takings.map(({ payment }) => payment),
    (provider, payments) =>
      charge(
        ctx,
        provider,
        payments.map((payment) => byPayment.get(payment) as Taking),
      ),
  )
}

/** Who has no method to charge is asked to a page of the provider's. */
function charge(ctx: Context, provider: Provider, takings: readonly Taking[]): Promise<Told[]> {
  const { currency } = ctx.house.config
  const pages = takings.filter(({ method }) => !method)
  if (pages.length === 0)
    return provider.charge(
      ctx,
      takings.map((taking) => chargeRequest(taking, currency)),
    )
  if (pages.length < takings.length || !provider.pages) throw new Error('pages are asked for one by one')
  return provider.pages.pay(
    ctx,
    pages.map((taking) => pageRequest(taking, currency)),
  )
}

const chargeRequest = ({ payment, method, offSession, attempt, description }: Taking, currency: string) => ({
  key: payment.uuid,
  customer: method?.provider_customer ?? null,
  method: method?.provider_method ?? '',
  amount: payment.amount_minor,
  currency,
  capture: payment.capture,
  offSession,
  attempt,
  description,
})

const pageRequest = ({ payment, description }: Taking, currency: string): PageRequest => ({
  key: payment.uuid,
  tenant: payment.tenant_uuid,
  order: payment.order_uuid,
  amount: payment.amount_minor,
  currency,
  description,
})

/** Takes what was authorised. */
export const capturePayments = (ctx: Context, payments: readonly Payment[]): Promise<Taken[]> =>
  ask(ctx, payments, (provider, of) => provider.capture(ctx, followUps(ctx, of)))

/** Lets go of what was authorised or awaits a second step. One that was taken meanwhile is `succeeded`, not `cancelled`. */
export const cancelPayments = (ctx: Context, payments: readonly Payment[]): Promise<Taken[]> =>
  ask(ctx, payments, (provider, of) => provider.cancel(ctx, followUps(ctx, of)))

/** Gives back what was taken; `succeeded` when it is on its way. */
export const refundPayments = (ctx: Context, payments: readonly Payment[]): Promise<Taken[]> =>
  ask(ctx, payments, (provider, of) => provider.refund(ctx, followUps(ctx, of)))

/** How payments that wait for a second step stand with their providers. */
export const lookAtPayments = (ctx: Context, payments: readonly Payment[]): Promise<Taken[]> =>
  ask(ctx, payments, (provider, of) => provider.look(ctx, of.map(referenceOf)))

/** Each provider about its own payments, outside every transaction. */
async function ask(
  ctx: Context,
  payments: readonly Payment[],
  question: (provider: Provider, payments: readonly Payment[]) => Promise<Told[]>,
): Promise<Taken[]> {
  const answered: Taken[] = []
  for (const [name, of] of Map.groupBy(payments, ({ provider }) => provider)) {
    const told = await question(providerOf(ctx, name), of)
    answered.push(...of.flatMap((payment, i) => (told[i] ? [{ payment, outcome: told[i] }] : [])))
  }
  if (payments.length > 0 && answered.length === 0) throw invoicingProblem('payment_unanswered')
  return answered
}

const followUps = (ctx: Context, payments: readonly Payment[]): FollowUp[] =>
  payments.map((payment) => ({
    key: payment.uuid,
    reference: referenceOf(payment),
    amount: payment.amount_minor,
    currency: ctx.house.config.currency,
  }))

function referenceOf({ uuid, provider_reference }: Payment): string {
  if (provider_reference === null) throw new Error(`payment ${uuid} has not been asked for yet`)
  return provider_reference
}

const eventOf = {
  succeeded: 'succeed',
  authorised: 'authorise',
  declined: 'decline',
  needs_action: 'ask',
  cancelled: 'cancel',
} as const

/**
 * Returns those this call has settled: what somebody else has settled already is left to them. How they stand is asked
 * here, unless whoever calls has locked them.
 */
export async function settlePayments(
  ctx: Context,
  taken: readonly Taken[],
  known?: ReadonlyMap<string, Payment['status']>,
): Promise<Taken[]> {
  if (taken.length === 0) return []
  const { currency } = ctx.house.config
  const uuids = taken.map(({ payment }) => payment.uuid)
  const standing = known ?? (await lockPaymentStates(ctx, uuids))
  // What stands as it stood, waiting for its second step, is nobody's to settle.
  const mine = taken.filter(
    ({ payment, outcome }) => standing.get(payment.uuid) === payment.status && outcome.status !== payment.status,
  )
  for (const status of ['succeeded', 'authorised', 'declined', 'needs_action', 'cancelled'] as const)
    await moveAll(
      ctx,
      paymentStates,
      'payment',
      eventOf[status],
      mine
        .filter(({ outcome }) => outcome.status === status)
        .map(
          ({
            payment: { uuid, tenant_uuid: tenant, status: from, order_uuid, provider_reference, amount_minor },
            outcome,
          }) => ({
            uuid,
            tenant,
            from,
            data: { order_uuid, amount: toAmountString(money(amount_minor, currency)), currency },
            set: {
              provider_reference: outcome.reference ?? provider_reference,
              failure: outcome.status === 'declined' ? outcome.failure : null,
              action_url: outcome.status === 'needs_action' ? outcome.actionUrl : null,
              settled_at: ctx.now,
            },
          }),
        ),
    )
  // A card that paid on the provider's page was given for the renewals, too.
  for (const { payment, outcome } of mine)
    if (outcome.status === 'succeeded' && payment.method_uuid === null && payment.provider !== 'none')
      await enqueue(ctx, keepPaidCard, { payment: payment.uuid })
  return mine
}

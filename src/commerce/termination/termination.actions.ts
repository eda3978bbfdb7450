import { methodsOf, startPayments, takePayments, type Taking } from '../../invoicing/index.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem, Problem } from '../../kernel/problems.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { leaseTerms, showLease, type Leaving } from '../../market/index.ts'
import { commerceAudit, commerceEvents } from '../commerce.events.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { earlyExitOrder } from './early-exit.actions.ts'
import { insertOrders, type Order } from '../order/order.store.ts'
import { firstStep } from '../renewal/period.rules.ts'
import { takingOf } from '../checkout/purchase.rules.ts'
import { methodToTry } from '../renewal/renewal.rules.ts'
import { planSteps } from '../renewal/renewal.store.ts'
import { failSteps, settleRenewals } from '../renewal/settle.actions.ts'
import { findSubscription, type Subscription } from '../subscription/subscription.store.ts'
import { cancelRenewals, endAll, lockToEnd } from '../subscription/end.actions.ts'
import { terminationStates } from './termination.states.ts'
import {
  findRequest,
  insertRequest,
  openRequestsOf,
  setDecision,
  setExpiry,
  type TerminationRequest,
} from './termination.store.ts'

export { labelRequests, listRequests } from './termination.store.ts'

/** A lessee leaves: with the period that is paid for, or at once (decisions 6, Termination request). */

interface TerminationWish {
  readonly type: TerminationRequest['type']
  readonly reason: string
  readonly details: string | null
  readonly useAgain: boolean | null
}

type Keep = (tx: Context, request: TerminationRequest) => Promise<void>

export async function requestTermination(
  ctx: Context,
  tenant: string,
  subscription: string,
  wish: TerminationWish,
  keep: Keep,
): Promise<TerminationRequest> {
  const asked = await inTransaction(ctx, async (tx) => {
    const made = await record(tx, tenant, subscription, wish)
    await keep(tx, made.request)
    return made
  })
  await charge(ctx, asked.charge)
  return asked.request
}

interface Outcome {
  readonly request: TerminationRequest
  /** What leaving early costs, to be asked of the provider. */
  readonly charge: Taking | null
}

async function record(ctx: Context, tenant: string, uuid: string, wish: TerminationWish): Promise<Outcome> {
  const subscription = await lockOne(ctx, tenant, uuid)
  if (subscription.status === 'terminated') throw commerceProblem('subscription_terminated')
  if ((await openRequestsOf(ctx, [uuid])).length > 0) throw commerceProblem('termination_requested')
  const { leaving } = await showLease(ctx, tenant, subscription.lease_uuid)
  const atEnd = wish.type === 'end_of_period'
  const request: TerminationRequest = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    subscription_uuid: uuid,
    type: wish.type,
    status: atEnd ? 'approved' : terminationStates.initial,
    reason: wish.reason,
    details: wish.details,
    use_again: wish.useAgain,
    early_exit_minor: atEnd ? 0 : leaving.earlyExit.minor,
    effective_at: atEnd ? endOf(ctx, leaving) : null,
    requested_at: ctx.now,
    decided_at: atEnd ? ctx.now : null,
    terminated_at: null,
  }
  await insertRequest(ctx, request)
  await note(ctx, request, subscription)
  if (atEnd) return { request: await giveNotice(ctx, request, subscription), charge: null }
  return ctx.house.config.terminationApproval
    ? { request, charge: null }
    : carryOut(ctx, request, subscription, leaving)
}

/** The end of the period or of the commitment, whichever is later; what has passed is now. */
const endOf = ({ now }: Context, { earliestAt }: Leaving): Date =>
  earliestAt !== null && earliestAt > now ? earliestAt : now

async function note(ctx: Context, request: TerminationRequest, { name }: Subscription): Promise<void> {
  const { uuid, type, status, tenant_uuid: tenant, effective_at } = request
  const data = { block: name, type, to: status, effective_at: toRfc3339(effective_at) }
  await audit(ctx, {
    action: commerceAudit('termination_request.made'),
    subject: { kind: 'termination_request', uuid },
    tenant,
    data,
  })
  await emit(ctx, commerceEvents('subscription.termination_requested', tenant, { ...data, uuid }))
}

/** Nothing renews past the end; where the period is over already, that is now. */
async function giveNotice(
  ctx: Context,
  request: TerminationRequest,
  subscription: Subscription,
): Promise<TerminationRequest> {
  const { uuid, period_end } = subscription
  const at = request.effective_at as Date
  if (at <= ctx.now) {
    await endAll(ctx, [{ subscription, at: ctx.now, earlyExit: 0 }])
    return { ...request, status: 'completed', terminated_at: ctx.now }
  }
  await setExpiry(ctx, uuid, at)
  if (at <= period_end) {
    await cancelRenewals(ctx, [subscription])
    await planSteps(ctx, [{ subscription: uuid, next: firstStep(period_end, at) }])
  }
  return request
}

/** The lease ends now; a running commitment is paid off in part. */
async function carryOut(
  ctx: Context,
  request: TerminationRequest,
  subscription: Subscription,
  { earlyExit }: Leaving,
): Promise<Outcome> {
  await move(
    ctx,
    terminationStates,
    {
      table: 'termination_request',
      uuid: request.uuid,
      tenant: request.tenant_uuid,
      from: request.status,
      trigger: 'approve',
      data: { block: subscription.name },
    },
    () => commerceProblem('termination_decided'),
  )
  await setDecision(ctx, request.uuid, { earlyExit: earlyExit.minor, effectiveAt: ctx.now })
  const order = earlyExit.minor > 0 ? earlyExitOrder(ctx, subscription, earlyExit.minor, ctx.now) : null
  await endAll(ctx, [{ subscription, at: ctx.now, earlyExit: earlyExit.minor }])
  return {
    request: {
      ...request,
      status: 'completed',
      early_exit_minor: earlyExit.minor,
      effective_at: ctx.now,
      decided_at: ctx.now,
      terminated_at: ctx.now,
    },
    charge: order && (await askFor(ctx, order, subscription)),
  }
}

/** Where nothing can be charged, it is billed and waits to be paid. */
async function askFor(ctx: Context, order: Order, subscription: Subscription): Promise<Taking | null> {
  const methods = await methodsOf(ctx, [order.tenant_uuid])
  const method = methodToTry(methods, subscription.payment_method_uuid, new Set())
  await insertOrders(ctx, [{ ...order, payment_method_uuid: method?.uuid ?? null }])
  if (!method) {
    await failSteps(ctx, [{ subscription, order, at: ctx.now, failure: 'no_payment_method' }])
    return null
  }
  const wish = { tenant: order.tenant_uuid, order: order.uuid, method, amount: order.total_minor, capture: true }
  const [payment] = await startPayments(ctx, [wish])
  return payment ? { ...takingOf(order, payment, method), offSession: true } : null
}

/** The lease has ended, and the answer says so: a provider that is silent is asked again by the recovery. */
async function charge(ctx: Context, taking: Taking | null): Promise<void> {
  if (!taking) return
  try {
    await settleRenewals(ctx, await takePayments(ctx, [taking]))
  } catch (error) {
    if (!(error instanceof Problem && error.row.code === 'payment_unanswered')) throw error
  }
}

/** Until it has been carried out; then the subscription renews again as if nothing had been asked. */
export async function cancelTermination(ctx: Context, tenant: string, uuid: string): Promise<TerminationRequest> {
  const { request, subscription } = await lockRequest(ctx, uuid, tenant)
  const data = { block: subscription.name }
  const made = { table: 'termination_request', uuid, tenant, from: request.status, trigger: 'cancel' as const, data }
  const status = await move(ctx, terminationStates, made, () => commerceProblem('termination_closed'))
  if (request.type === 'end_of_period') await takeNoticeBack(ctx, subscription)
  return { ...request, status }
}

async function takeNoticeBack(ctx: Context, subscription: Subscription): Promise<void> {
  const { uuid, lease_uuid, period_end, expires_at, next_step } = subscription
  const limit = (await leaseTerms(ctx, [lease_uuid])).get(lease_uuid)?.expires_at ?? null
  await setExpiry(ctx, uuid, limit)
  const stops = next_step === 'end' && expires_at !== null && expires_at <= period_end
  if (stops) await planSteps(ctx, [{ subscription: uuid, next: firstStep(period_end, limit) }])
}

/** An operator agrees to an end at once. */
export async function approveTermination(ctx: Context, uuid: string, keep: Keep): Promise<TerminationRequest> {
  const done = await inTransaction(ctx, async (tx) => {
    const { request, subscription } = await lockRequest(tx, uuid)
    if (request.status !== 'pending') throw commerceProblem('termination_decided')
    const { leaving } = await showLease(tx, request.tenant_uuid, subscription.lease_uuid)
    const outcome = await carryOut(tx, request, subscription, leaving)
    await keep(tx, outcome.request)
    return outcome
  })
  await charge(ctx, done.charge)
  return done.request
}

export async function rejectTermination(ctx: Context, uuid: string): Promise<TerminationRequest> {
  const { request, subscription } = await lockRequest(ctx, uuid)
  const { tenant_uuid: tenant, status: from } = request
  const data = { block: subscription.name }
  const made = { table: 'termination_request', uuid, tenant, from, trigger: 'reject' as const, data }
  const status = await move(ctx, terminationStates, made, () => commerceProblem('termination_decided'))
  await setDecision(ctx, uuid, { earlyExit: request.early_exit_minor, effectiveAt: null })
  const told = { uuid, subscription_uuid: subscription.uuid, block: subscription.name }
  await emit(ctx, commerceEvents('subscription.termination_rejected', tenant, told))
  return { ...request, status, decided_at: ctx.now }
}

/** With all that its subscription's end touches. */
async function lockRequest(
  ctx: Context,
  uuid: string,
  tenant?: string,
): Promise<{ request: TerminationRequest; subscription: Subscription }> {
  const seen = await findRequest(ctx, uuid)
  if (!seen || (tenant !== undefined && seen.tenant_uuid !== tenant)) throw kernelProblem('not_found')
  const subscription = await lockOne(ctx, seen.tenant_uuid, seen.subscription_uuid)
  const request = await findRequest(ctx, uuid)
  if (!request) throw kernelProblem('not_found')
  return { request, subscription }
}

async function lockOne(ctx: Context, tenant: string, uuid: string): Promise<Subscription> {
  const seen = await findSubscription(ctx, tenant, uuid)
  const [locked] = seen ? await lockToEnd(ctx, [uuid]) : []
  if (!seen || !locked) throw kernelProblem('not_found')
  return { ...seen, ...locked }
}

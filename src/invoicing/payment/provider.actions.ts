import type { Context } from '../../kernel/context.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import type { MethodWish } from './method.rules.ts'
import type { ChargeRequest, FollowUp, NewMethod, Told } from './provider.rules.ts'
import { sandboxProvider } from '../sandbox/sandbox.actions.ts'
import { stripeProvider } from '../stripe/stripe.actions.ts'

/** Who takes money: a small door, in bulk because renewals come in bulk. */

/** Asked only between transactions. Answers come in the order of the requests; a decline is an answer, silence is not. */
export interface Provider {
  readonly name: 'sandbox' | 'stripe'
  /** Sees that a way to pay is usable and says what to keep of it; throws its refusal. */
  enrol(ctx: Context, tenant: string, wish: MethodWish): Promise<NewMethod>
  /** The company has removed it: nobody is to charge it again. */
  forget(ctx: Context, method: string): Promise<void>
  charge(ctx: Context, requests: readonly ChargeRequest[]): Promise<Told[]>
  /** Takes what was authorised. */
  capture(ctx: Context, requests: readonly FollowUp[]): Promise<Told[]>
  /** Lets go of what was authorised or awaits a second step; what was taken meanwhile is `succeeded`. */
  cancel(ctx: Context, requests: readonly FollowUp[]): Promise<Told[]>
  refund(ctx: Context, requests: readonly FollowUp[]): Promise<Told[]>
  /** How each stands, after a second step for instance. */
  look(ctx: Context, references: readonly string[]): Promise<Told[]>
}

const providers: Readonly<Record<string, Provider>> = { sandbox: sandboxProvider, stripe: stripeProvider }

/** The one a payment or a method names; for new ones the installation's. */
export function providerOf(ctx: Context, name: string = ctx.house.config.paymentProvider): Provider {
  const provider = providers[name]
  if (!provider) throw invoicingProblem('method_not_offered')
  return provider
}

import type { Context } from '../kernel/context.ts'
import { invoicingProblem } from './invoicing.problems.ts'
import type { MethodWish } from './method.rules.ts'
import type { ChargeRequest, FollowUp, NewMethod, Outcome } from './provider.rules.ts'
import { sandboxProvider } from './sandbox.actions.ts'

/** Who takes money: a small door, in bulk because renewals come in bulk. */

/** Asked only between transactions. Answers come in the order of the requests. */
export interface Provider {
  readonly name: 'sandbox' | 'stripe'
  /** Sees that a way to pay is usable and says what to keep of it; throws its refusal. */
  enrol(ctx: Context, tenant: string, wish: MethodWish): Promise<NewMethod>
  charge(ctx: Context, requests: readonly ChargeRequest[]): Promise<Outcome[]>
  /** Takes what was authorised. */
  capture(ctx: Context, requests: readonly FollowUp[]): Promise<Outcome[]>
  /** Lets go of what was authorised or awaits a second step. */
  cancel(ctx: Context, requests: readonly FollowUp[]): Promise<void>
  refund(ctx: Context, requests: readonly FollowUp[]): Promise<Outcome[]>
  /** How it stands, after a second step for instance. */
  look(ctx: Context, reference: string): Promise<Outcome>
}

const providers: Readonly<Record<string, Provider>> = { sandbox: sandboxProvider }

/** The one a payment or a method names; for new ones the installation's. */
export function providerOf(ctx: Context, name: string = ctx.house.config.paymentProvider): Provider {
  const provider = providers[name]
  if (!provider) throw invoicingProblem('method_not_offered')
  return provider
}

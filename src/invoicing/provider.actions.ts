import type { Context } from '../kernel/context.ts'
import type { ChargeRequest, FollowUp, Outcome } from './provider.rules.ts'

/** Who takes money: a small door, in bulk because renewals come in bulk. */

/** Asked only between transactions. Answers come in the order of the requests. */
export interface Provider {
  readonly name: 'sandbox' | 'stripe'
  charge(ctx: Context, requests: readonly ChargeRequest[]): Promise<Outcome[]>
  /** Takes what was authorised. */
  capture(ctx: Context, requests: readonly FollowUp[]): Promise<Outcome[]>
  /** Lets go of what was authorised or awaits a second step. */
  cancel(ctx: Context, requests: readonly FollowUp[]): Promise<void>
  refund(ctx: Context, requests: readonly FollowUp[]): Promise<Outcome[]>
  /** How it stands, after a second step for instance. */
  look(ctx: Context, reference: string): Promise<Outcome>
}

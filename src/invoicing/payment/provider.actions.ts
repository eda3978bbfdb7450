import type { Context } from '../../kernel/context.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import type { MethodWish } from './method.rules.ts'
import type { CardPage, ChargeRequest, FollowUp, NewMethod, PageRequest, Told } from './provider.rules.ts'
import { sandboxProvider } from '../sandbox/sandbox.actions.ts'
import { stripeProvider } from '../stripe/stripe.actions.ts'

/** Who takes money: a small door, in bulk because renewals come in bulk. */

/** Where people meet the provider itself, so that nothing of its runs in the portal. */
interface Pages {
  /** Under the key of the request, however often it is asked for; `back` is where the person returns to. */
  card(ctx: Context, tenant: string, wish: { readonly key: string; readonly back: string }): Promise<CardPage>
  /** What to keep of the card that was left on a page; nothing while there is none. Throws where it is not the company's. */
  cardLeft(ctx: Context, tenant: string, session: string): Promise<NewMethod | null>
  /** The card that paid. */
  cardOf(ctx: Context, reference: string): Promise<NewMethod | null>
  pay(ctx: Context, requests: readonly PageRequest[]): Promise<Told[]>
}

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
  readonly pages?: Pages
}

const providers: Readonly<Record<string, Provider>> = { sandbox: sandboxProvider, stripe: stripeProvider }

/** The one a payment or a method names; for new ones the installation's. */
export function providerOf(ctx: Context, name: string = ctx.house.config.paymentProvider): Provider {
  const provider = providers[name]
  if (!provider) throw invoicingProblem('method_not_offered')
  return provider
}

/** The installation's provider, where people can be sent to. */
export function pagesOf(ctx: Context): Provider & { readonly pages: Pages } {
  const provider = providerOf(ctx)
  const { pages } = provider
  if (!pages) throw invoicingProblem('method_not_offered', { message: 'This installation has no page for cards.' })
  return { ...provider, pages }
}

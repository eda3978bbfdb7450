import type Stripe from 'stripe'
import type { Outcome } from './provider.rules.ts'

/** Stripe's words in ours. */

type Intent = Pick<Stripe.PaymentIntent, 'id' | 'status' | 'next_action' | 'last_payment_error'>

export function outcomeOfIntent(intent: Intent): Outcome {
  const { id: reference, status, next_action: next } = intent
  if (status === 'succeeded') return { status: 'succeeded', reference }
  if (status === 'requires_capture') return { status: 'authorised', reference }
  if (status === 'canceled') return { status: 'cancelled', reference }
  // The bank takes its time, or wants to see the customer; either way Stripe tells us when it knows.
  if (status === 'requires_action' || status === 'processing')
    return { status: 'needs_action', reference, actionUrl: next?.redirect_to_url?.url ?? '' }
  const { decline_code, code } = intent.last_payment_error ?? {}
  return { status: 'declined', reference, failure: decline_code || code || status }
}

/** What Stripe's library throws, as far as it matters. */
export interface StripeFault {
  readonly type?: string
  readonly code?: string
  readonly decline_code?: string
  readonly payment_intent?: { readonly id: string }
}

/**
 * A decline is an answer, and so is a request that Stripe finds invalid: no money moved, and asking again changes nothing.
 * Everything else (networks, timeouts, their errors, too many requests, a wrong key) is silence.
 */
export function outcomeOfFault({ type, code, decline_code, payment_intent }: StripeFault): Outcome | null {
  if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') return null
  return { status: 'declined', reference: payment_intent?.id ?? null, failure: decline_code || code || 'declined' }
}

/** It has moved on without us: captured, cancelled, or lapsed. */
export const movedOn = ({ code }: StripeFault): boolean => code === 'payment_intent_unexpected_state'

/** The key was used with other words, or Stripe fell over it and will say so each time: what it did must be looked for. */
export const leftOpen = ({ type }: StripeFault): boolean =>
  type === 'StripeIdempotencyError' || type === 'StripeAPIError'

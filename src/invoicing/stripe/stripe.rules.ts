import type Stripe from 'stripe'
import type { NewMethod, Outcome } from '../payment/provider.rules.ts'

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

type Session = Pick<Stripe.Checkout.Session, 'id' | 'status' | 'payment_status' | 'payment_intent' | 'url'>

/** A page that was paid on is known by its intent from then on: that is what can be given back. */
export function outcomeOfSession({ id, status, payment_status, payment_intent: intent, url }: Session): Outcome {
  const reference = intent === null ? id : typeof intent === 'string' ? intent : intent.id
  if (status === 'complete' && payment_status !== 'unpaid') return { status: 'succeeded', reference }
  if (status === 'expired') return { status: 'cancelled', reference: id }
  return { status: 'needs_action', reference: id, actionUrl: url ?? '' }
}

type Named = string | { readonly id: string } | null

/** What is kept of a card. */
export function cardIn(method: Stripe.PaymentMethod | string | null, customer: Named): NewMethod | null {
  if (method === null || typeof method === 'string') return null
  const { id, card } = method
  return {
    customer: typeof customer === 'string' ? customer : (customer?.id ?? null),
    method: id,
    brand: card?.brand ?? null,
    lastFour: card?.last4 ?? null,
    expiryMonth: card?.exp_month ?? null,
    expiryYear: card?.exp_year ?? null,
  }
}

/** An event, as far as it matters. */
export interface StripeEvent {
  readonly type: string
  readonly createdAt: number | null
  /** What it is about, by Stripe's name for it, and by ours where it was told that. */
  readonly about: { readonly id: string; readonly payment: string | null; readonly tenant: string | null } | null
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A signature says who wrote it, not that it is well formed. Null for what is no event. */
export function readEvent(value: unknown): StripeEvent | null {
  if (!isObject(value) || typeof value['type'] !== 'string') return null
  const { type, data, created = null } = value as Fields & { readonly type: string }
  if (created !== null && !Number.isSafeInteger(created)) return null
  const object = isObject(data) ? data['object'] : null
  if (!isObject(object)) return null
  const { id = null, metadata } = object
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) return null
  // Not everything has a name: what does, has one of visible characters.
  if (id !== null && !(typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id))) return null
  const noted = (name: string) => (isObject(metadata) && isUuid(metadata[name]) ? metadata[name] : null)
  const about = id === null ? null : { id, payment: noted('payment'), tenant: noted('tenant') }
  return { type, createdAt: created as number | null, about }
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** In seconds, as for what is old. */
const tolerance = 300

/** Whether a time of the signature, or of the event, is still to come. */
export function isAhead(signature: string, { createdAt }: StripeEvent, now: Date): boolean {
  const signed = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds))
  const latest = now.getTime() / 1_000 + tolerance
  return [...signed, createdAt ?? 0].some((seconds) => seconds > latest)
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

/** A page that is paid on, or has expired, cannot be closed: Stripe finds that invalid. */
export const movedOnPage = ({ type }: StripeFault): boolean => type === 'StripeInvalidRequestError'

/** The key was used with other words, or Stripe fell over it and will say so each time: what it did must be looked for. */
export const leftOpen = ({ type }: StripeFault): boolean =>
  type === 'StripeIdempotencyError' || type === 'StripeAPIError'

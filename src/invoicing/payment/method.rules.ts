import type { PaymentMethod } from './payment.store.ts'

/** What a company may add as a way to pay, and what becomes of the default when one goes. */

export type MethodType = PaymentMethod['type']

export const methodTypes: readonly MethodType[] = ['card', 'paypal', 'bank_transfer', 'manual']

/** Paid outside: an operator says when the money has come. */
export const paidByHand = (type: MethodType): boolean => type === 'bank_transfer' || type === 'manual'

interface CardDetails {
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
}

export interface MethodWish {
  readonly type: MethodType
  readonly card: CardDetails | null
  /** What the provider's own form made of a card: its payment method's id. */
  readonly token: string | null
  readonly makeDefault: boolean
}

/** A card is good until its month has ended, everywhere. */
export const hasExpired = ({ expiryMonth, expiryYear }: CardDetails, now: Date): boolean =>
  now.getTime() >= Date.UTC(expiryYear, expiryMonth, 1)

/** People write card numbers in groups. */
export const digitsOf = (number: string): string => number.replaceAll(/[ -]/g, '')

/** What is asked of those who take money, and what they answer. Every request has a key and is done at most once. */

export interface ChargeRequest {
  /** The payment's uuid: asked again under the same key, the provider answers what it answered first. */
  readonly key: string
  readonly customer: string | null
  readonly method: string
  readonly amount: number
  readonly currency: string
  /** Take the money, or only see that it is there. */
  readonly capture: boolean
  /** The customer is not there to take a second step. */
  readonly offSession: boolean
  /** How often this order has been tried before. */
  readonly attempt: number
  /** The same each time it is asked under the key. */
  readonly description: string
}

/** A page of the provider's on which a person pays; the card stays with the provider for what renews. */
export interface PageRequest {
  readonly key: string
  readonly tenant: string
  readonly order: string
  readonly amount: number
  readonly currency: string
  readonly description: string
}

/** A page of the provider's on which a person leaves a card. */
export interface CardPage {
  readonly session: string
  readonly url: string
  readonly expiresAt: Date
}

/** About money that was asked for before. */
export interface FollowUp {
  readonly key: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
}

export type Outcome =
  | { readonly status: 'succeeded' | 'authorised' | 'cancelled'; readonly reference: string }
  | { readonly status: 'declined'; readonly reference: string | null; readonly failure: string }
  | { readonly status: 'needs_action'; readonly reference: string; readonly actionUrl: string }

/** Nothing: there was no answer, so nobody knows what happened until the provider is asked again under the same key. */
export type Told = Outcome | null

/** What is kept of a way to pay, so that it can be used again. */
export interface NewMethod {
  readonly customer: string | null
  readonly method: string | null
  readonly brand: string | null
  readonly lastFour: string | null
  readonly expiryMonth: number | null
  readonly expiryYear: number | null
}

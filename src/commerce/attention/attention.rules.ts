/** What may wait for a company, the most pressing first. */
export const companyKinds = [
  'reservations_to_answer',
  'counters_to_answer',
  'offers_accepted',
  'blocks_in_cart',
  'unpaid_invoices',
  'subscriptions_in_grace',
  'terminations_open',
  'proofs_pending',
  'offers_failed',
  'prefixes_critical',
  'letters_to_release',
  'letters_pending',
] as const

export type CompanyKind = (typeof companyKinds)[number]

/** And what operators hear of beside it. */
export const attentionKinds = [...companyKinds, 'sources_stale'] as const

/** What waits for whoever runs the marketplace. */
export const operatorKinds = [
  'terminations_pending',
  'proofs_to_decide',
  'orders_waiting',
  'payouts_pending',
  'companies_pending',
  'letters_waiting',
  'imports_failed',
] as const

export type OperatorKind = (typeof operatorKinds)[number]

/** A letter that waits longer asks for somebody to look at it. */
export const longWaitDays = 7

/** An import that failed longer ago and was not tried again since is nobody's worry any more. */
export const recentDays = 7

export const operatorAttentionKinds = [...operatorKinds, 'sources_stale'] as const

export interface OperatorWaiting {
  readonly kind: (typeof operatorAttentionKinds)[number]
  readonly count: number
  /** Since when the first of them waits. */
  readonly since: Date | null
}

export interface Waiting {
  readonly kind: (typeof attentionKinds)[number]
  readonly count: number
  /** When the first of them lapses, is due or takes effect. */
  readonly at: Date | null
}

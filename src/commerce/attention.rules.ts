/** What may wait for a company, the most pressing first. */
export const companyKinds = [
  'reservations_to_answer',
  'blocks_in_cart',
  'unpaid_invoices',
  'subscriptions_in_grace',
  'terminations_open',
  'proofs_pending',
  'offers_failed',
  'prefixes_critical',
] as const

export type CompanyKind = (typeof companyKinds)[number]

/** And what operators hear of beside it. */
export const attentionKinds = [...companyKinds, 'sources_stale'] as const

export interface Waiting {
  readonly kind: (typeof attentionKinds)[number]
  readonly count: number
  /** When the first of them lapses, is due or takes effect. */
  readonly at: Date | null
}

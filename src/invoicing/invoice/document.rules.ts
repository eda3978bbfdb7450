import type { Amounts } from './totals.rules.ts'

/** What orders and invoices consist of, as it is kept in their rows. */

type LineType = 'lease' | 'letter' | 'early_exit' | 'credit' | 'refund' | 'adjustment'

export interface DocumentLine {
  readonly type: LineType
  /** The lease it is about; on the wire the service. */
  readonly subject: string | null
  readonly description: string
  readonly amount: number
  readonly taxed: boolean
  /** The period it pays for, RFC 3339. */
  readonly from: string | null
  readonly to: string | null
  /** Who earns it, as what, and what the marketplace keeps of it; nobody for what the marketplace itself sells. */
  readonly earner: { readonly tenant: string; readonly name: string; readonly commission: number } | null
  readonly metadata: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A billing address as it was at the time. */
export interface Party {
  readonly uuid: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly company_name: string | null
  readonly vat_number: string | null
  readonly vat_validation_status: 'pending' | 'valid' | 'invalid' | 'failed' | null
  readonly vat_validated_at: string | null
  readonly line_one: string
  readonly line_two: string | null
  readonly line_three: string | null
  readonly city: string
  readonly province_code: string | null
  readonly country_code: string
  readonly postcode: string
  readonly contact_email: string | null
  readonly contact_phone: string | null
  readonly company_code: string | null
}

/** What is sold to whom, added up: an order, and the invoice that bills it. */
export interface Document extends Amounts {
  readonly buyer: Party
  readonly lines: readonly DocumentLine[]
}

import type { DocumentLine } from './document.rules.ts'
import type { Posting } from '../ledger.store.ts'

/** How documents and payments stand in the ledger. */

interface Amounts {
  readonly tenant_uuid: string
  readonly lines: readonly DocumentLine[]
  readonly discount_minor: number
  readonly tax_minor: number
  readonly total_minor: number
}

/** The customer owes the total; what others earn with it is theirs only once it is paid. */
export function invoicePostings({ tenant_uuid, lines, discount_minor, tax_minor, total_minor }: Amounts): Posting[] {
  const sumOf = (of: readonly DocumentLine[]) => of.reduce((sum, { amount }) => sum + amount, 0)
  return [
    { account: 'receivable', tenant: tenant_uuid, amount: total_minor },
    { account: 'discount', amount: discount_minor },
    { account: 'unearned', amount: -sumOf(lines.filter(({ earner }) => earner !== null)) },
    { account: 'sales', amount: -sumOf(lines.filter(({ earner }) => earner === null)) },
    { account: 'tax', amount: -tax_minor },
  ]
}

/** What a paid line leaves its holder and the marketplace; the marketplace bears discounts. */
export function earningPostings(lines: readonly DocumentLine[]): Posting[] {
  return lines.flatMap(({ amount, earner }) =>
    earner === null
      ? []
      : [
          { account: 'unearned', amount },
          { account: 'payable', tenant: earner.tenant, amount: earner.commission - amount },
          { account: 'commission', amount: -earner.commission },
        ],
  )
}

export const paymentPostings = (tenant: string, amount: number): Posting[] => [
  { account: 'payments', amount },
  { account: 'receivable', tenant, amount: -amount },
]

export const creditPostings = (tenant: string, amount: number): Posting[] => [
  { account: 'credit', tenant, amount },
  { account: 'receivable', tenant, amount: -amount },
]

/**
 * A document that is earned as it is issued, in one transfer: what would be unearned and at once earned, or owed and at once
 * paid, is not written down. What no payment has brought of it stays owed.
 */
export const salePostings = (document: Amounts, paid: number): Posting[] =>
  netOf([
    ...invoicePostings(document),
    ...paymentPostings(document.tenant_uuid, paid),
    ...earningPostings(document.lines),
  ])

/** One posting for each account. */
function netOf(postings: readonly Posting[]): Posting[] {
  const net = new Map<string, Posting>()
  for (const posting of postings) {
    const account = `${posting.account} ${posting.tenant ?? ''}`
    net.set(account, { ...posting, amount: posting.amount + (net.get(account)?.amount ?? 0) })
  }
  return [...net.values()]
}

/** At least so many. */
export const numberDigits = 6

export const numberOf = (series: string, year: number, position: number): string =>
  `${series}-${year}-${String(position).padStart(numberDigits, '0')}`

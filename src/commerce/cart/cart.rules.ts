import { addUp, type Discount, type Tax, type Totals } from '../../invoicing/index.ts'
import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, percentage, toAmountString } from '../../kernel/money.ts'
import type { EndedLetters, LetterLine } from '../../letters/index.ts'
import type { Wanted } from '../../market/index.ts'
import type { OrderLine, RemovedItem } from '../order/order.store.ts'

/** What a cart comes to, and what is ordered of it (decisions 6, Cart). */

interface Priced {
  readonly lines: readonly Pick<Wanted, 'price_minor'>[]
  readonly discount: Discount | null
  readonly taxes: readonly Tax[]
  /** What the buyer wants to pay by credits. */
  readonly credits: number
}

/** What a cart consists of: blocks that are held, and letters for blocks that are leased. */
export interface CartLines {
  readonly blocks: readonly Wanted[]
  readonly letters: readonly LetterLine[]
}

/** One function for what is shown, ordered and billed. */
export const cartTotals = ({ lines, discount, taxes, credits }: Priced, currency: string): Totals =>
  addUp(
    {
      lines: lines.map(({ price_minor: amount }) => ({ amount })),
      discounts: discount ? [discount] : [],
      taxes,
      credits,
    },
    currency,
  )

/** When the first line lapses. */
export function cartEnd(lines: readonly Pick<Wanted, 'until'>[]): Date | null {
  const ends = lines.flatMap(({ until }) => (until ? [until.getTime()] : []))
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/** What is known of a block that is sold, as a document keeps it. */
export interface SoldBlock {
  readonly address: string
  readonly cidr: number
  readonly contract_length: number
  /** What the commitment takes off a month's price; absent where nothing. */
  readonly discount?: { readonly percent: number; readonly undiscounted_minor: number }
  /** Of its offer, for want of data; absent where none was. */
  readonly skipped_checks?: readonly string[]
}

const soldBlock = (wanted: Wanted): SoldBlock => {
  const prefix = knownPrefix(wanted.block)
  const { undiscounted_minor, discount_bp, skipped_checks } = wanted
  return {
    address: formatAddress(firstAddress(prefix)),
    cidr: prefix.length,
    contract_length: wanted.contract_months,
    ...(undiscounted_minor !== null &&
      discount_bp !== null && { discount: { percent: discount_bp / 100, undiscounted_minor } }),
    ...(skipped_checks.length > 0 && { skipped_checks }),
  }
}

/** Says on every paper what the commitment is worth. */
function nameOfLease(wanted: Wanted, currency: string): string {
  const { block, contract_months: months, undiscounted_minor: list, discount_bp } = wanted
  if (months === 1) return `Lease of ${block}`
  const off =
    list === null || discount_bp === null ? '' : `, ${discount_bp / 100}% off ${toAmountString(money(list, currency))}`
  return `Lease of ${block}, committed for ${months} months${off}`
}

/** A line as it is ordered. The lease it will be has its identifier already, so that order and invoice can name it. */
export function orderLine(
  wanted: Wanted,
  { lease, commission, currency }: { lease: string; commission: number; currency: string },
): OrderLine {
  const { block, price_minor: amount, holder_uuid: tenant } = wanted
  return {
    type: 'lease',
    subject: lease,
    description: nameOfLease(wanted, currency),
    amount,
    taxed: true,
    from: null,
    to: null,
    earner: { tenant, name: block, commission: percentage(money(amount, currency), commission).minor },
    metadata: { ipv4: { ...soldBlock(wanted) } },
    reservation: wanted.uuid,
  }
}

/** What is known of letters that are sold, as a document keeps it and the wire shows it. */
export interface SoldLetters {
  readonly asn: number
  readonly company_name: string
  readonly max_length: number
  readonly info: string | null
  readonly create_whois_inetnum: boolean
  readonly whois_data_exposed: boolean
  readonly subnets: readonly string[]
  readonly roa: boolean
  readonly radb: boolean
  readonly route: boolean
}

const soldLetters = (line: LetterLine): SoldLetters => ({
  asn: line.asn,
  company_name: line.company_name,
  max_length: line.max_length,
  info: line.info,
  create_whois_inetnum: line.create_inetnum,
  whois_data_exposed: line.whois_exposed,
  subnets: line.subnets,
  roa: line.roa,
  radb: line.radb,
  route: line.route,
})

const nameOfLetters = ({ asn, subnets }: Pick<EndedLetters, 'asn' | 'subnets'>): string =>
  subnets.length === 1 ? `Letter for AS${asn}: ${subnets[0]}` : `Letters for AS${asn}: ${subnets.length} subnets`

/** Sold once, by the marketplace itself. */
export const letterOrderLine = (line: LetterLine): OrderLine => ({
  type: 'letter',
  subject: null,
  description: nameOfLetters(line),
  amount: line.price_minor,
  taxed: true,
  from: null,
  to: null,
  earner: null,
  metadata: { loa: { ...soldLetters(line) } },
  reservation: null,
  letters: line.uuid,
})

/** A part of the cart, or a whole line, that nobody can order any more. */
export const removedLetters = ({ line, asn, subnets }: EndedLetters): RemovedItem => ({
  uuid: line,
  name: nameOfLetters({ asn, subnets }),
  reason: 'lease_ended',
})

/** A line of a cart or an order as it is shown. */
export type Item = {
  readonly uuid: string
  readonly name: string
  readonly price: number
  readonly until: Date | null
} & ({ readonly product: 'ipv4'; readonly sold: SoldBlock } | { readonly product: 'loa'; readonly sold: SoldLetters })

export const itemOf = (wanted: Wanted): Item => ({
  uuid: wanted.uuid,
  name: wanted.block,
  price: wanted.price_minor,
  until: wanted.until,
  product: 'ipv4',
  sold: soldBlock(wanted),
})

const letterItem = (line: LetterLine): Item => ({
  uuid: line.uuid,
  name: nameOfLetters(line),
  price: line.price_minor,
  until: line.until,
  product: 'loa',
  sold: soldLetters(line),
})

export const itemsOf = ({ blocks, letters }: CartLines): Item[] => [...blocks.map(itemOf), ...letters.map(letterItem)]

export function itemOrdered(line: OrderLine): Item {
  const { reservation, letters, subject, earner, description, amount: price } = line
  const shown = { uuid: reservation ?? letters ?? subject ?? '', price, until: null }
  const { ipv4, loa } = soldIn(line)
  if (loa) return { ...shown, name: description, product: 'loa', sold: loa }
  const nothing = { address: '', cidr: 32, contract_length: 1 }
  return { ...shown, name: earner?.name ?? description, product: 'ipv4', sold: ipv4 ?? nothing }
}

/** What a document keeps of it. */
export const soldIn = ({ metadata }: Pick<OrderLine, 'metadata'>) =>
  metadata as { readonly ipv4?: SoldBlock; readonly loa?: SoldLetters }

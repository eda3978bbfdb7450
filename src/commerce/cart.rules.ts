import { addUp, type Discount, type Tax, type Totals } from '../invoicing/index.ts'
import { firstAddress, formatAddress, knownPrefix } from '../kernel/ip.ts'
import { money, percentage } from '../kernel/money.ts'
import type { Wanted } from '../market/index.ts'
import type { OrderLine } from './order.store.ts'

/** What a cart comes to, and what is ordered of it (decisions 6). */

export interface Priced {
  readonly lines: readonly Pick<Wanted, 'price_minor'>[]
  readonly discount: Discount | null
  readonly taxes: readonly Tax[]
  /** What the buyer wants to pay by credits. */
  readonly credits: number
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
}

const soldBlock = ({ block, contract_months }: Pick<Wanted, 'block' | 'contract_months'>): SoldBlock => {
  const prefix = knownPrefix(block)
  return { address: formatAddress(firstAddress(prefix)), cidr: prefix.length, contract_length: contract_months }
}

/** A line as it is ordered. The lease it will be has its identifier already, so that order and invoice can name it. */
export function orderLine(
  wanted: Wanted,
  { lease, commission, currency }: { lease: string; commission: number; currency: string },
): OrderLine {
  const { block, contract_months: months, price_minor: amount, holder_uuid: tenant } = wanted
  return {
    type: 'lease',
    subject: lease,
    description: months === 1 ? `Lease of ${block}` : `Lease of ${block}, committed for ${months} months`,
    amount,
    taxed: true,
    from: null,
    to: null,
    earner: { tenant, name: block, commission: percentage(money(amount, currency), commission).minor },
    metadata: { ipv4: { ...soldBlock(wanted) } },
    reservation: wanted.uuid,
  }
}

/** A line of a cart or an order as it is shown. */
export interface Item extends SoldBlock {
  readonly uuid: string
  readonly name: string
  readonly price: number
  readonly until: Date | null
}

export const itemOf = (wanted: Wanted): Item => ({
  uuid: wanted.uuid,
  name: wanted.block,
  price: wanted.price_minor,
  until: wanted.until,
  ...soldBlock(wanted),
})

export function itemOrdered({ reservation, subject, earner, description, amount, metadata }: OrderLine): Item {
  const sold = metadata['ipv4'] as SoldBlock | undefined
  return {
    uuid: reservation ?? subject ?? '',
    name: earner?.name ?? description,
    price: amount,
    until: null,
    address: sold?.address ?? '',
    cidr: sold?.cidr ?? 32,
    contract_length: sold?.contract_length ?? 1,
  }
}

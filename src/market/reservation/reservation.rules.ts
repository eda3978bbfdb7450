import { addressCount, contains, knownPrefix, parseAddress, prefixFrom, type Prefix } from '../../kernel/ip/index.ts'
import { money, MoneyError, pricePerAddress, pricePerBlock, toAmountString, type Money } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addSeconds } from '../../kernel/time.ts'
import { marketProblem } from '../market.problems.ts'
import { basisPoints, priceFor } from '../pricing/discount.rules.ts'
import { mostPerAddress } from '../pricing/pricing.rules.ts'
import type { Terms } from './reservation.store.ts'

/** What a wish for a block comes to, under the terms it is on offer at (decisions 5, Reserve). */

export interface Wish {
  readonly tenant: string
  readonly address: string
  readonly length: number
  /** Per address and month, as text; nothing for the list price, whatever it is. */
  readonly ipPrice: string | null
  readonly months: number
  /** The offer's token, of who was told it. */
  readonly token: string | undefined
}

/** What would be agreed: at the list price at once, below it once the holder says so. */
export interface Deal {
  readonly block: Prefix
  readonly priceMinor: number
  readonly ipPrice: string
  readonly negotiated: boolean
  readonly months: 1 | 3 | 6 | 12 | 24 | 36 | 60 | 120
  /** What a month would cost without the commitment, where that makes it less, and by how much. */
  readonly discount: { readonly undiscountedMinor: number; readonly basisPoints: number } | null
  /** Knows the offer's token. */
  readonly privately: boolean
}

/** Held or claimed, a block is kept from others, so nobody may have all of them: not even by orders that are never paid. */
export const mostKeptBlocks = 100

export function judgeWish(wish: Wish, terms: Terms, currency: string): Deal {
  const privately = wish.token === terms.reservation_token
  const onMarket = terms.withdrawn_at === null && terms.status === 'validity_active' && (!terms.hidden || privately)
  if (!onMarket) throw marketProblem('pricing_not_found')
  if (terms.tenant_uuid === wish.tenant) throw marketProblem('own_block')
  const block = blockUnder(wish, terms)
  const months = readPeriod(wish, terms)
  const { minor, discount } = priceFor(terms.list_minor, months, terms.commitment_discounts, currency)
  return {
    block,
    months,
    privately,
    discount: discount && { undiscountedMinor: terms.list_minor, basisPoints: basisPoints(discount.percent) },
    ...judgePrice(wish, terms, money(minor, currency), addressCount(block)),
  }
}

/** Blocks of this length and longer have so few parts that they may be read before it is known whose they are. */
const smallLength = 20

/** Which block it is where that is small; whatever else is wrong with the wish is judged later. */
export function smallBlock({ address, length }: Pick<Wish, 'address' | 'length'>): Prefix | null {
  const first = parseAddress(address)
  if (length < smallLength || !first.ok || first.value.family !== 4) return null
  const block = prefixFrom(first.value, length)
  return block.ok ? block.value : null
}

export function readBlock({ address, length }: Pick<Wish, 'address' | 'length'>): Prefix {
  const first = parseAddress(address)
  if (!first.ok || first.value.family !== 4)
    throw kernelProblem('invalid_fields', { fields: { address: ['must be an IPv4 address'] } })
  const block = prefixFrom(first.value, length)
  if (!block.ok) throw notOffered('address', `is not the first address of a /${length}`)
  return block.value
}

function blockUnder(wish: Wish, terms: Terms): Prefix {
  if (wish.length !== terms.length) throw notOffered('cidr', `must be ${terms.length}, which is what is priced`)
  const block = readBlock(wish)
  if (!contains(knownPrefix(terms.block), block)) throw notOffered('address', 'lies outside the block that is on offer')
  return block
}

const notOffered = (field: 'address' | 'cidr', sentence: string) =>
  marketProblem('block_not_offered', { fields: { [field]: [sentence] } })

function readPeriod({ months }: Wish, { commitment_periods: offered }: Terms): Deal['months'] {
  if (months === 1 || offered.includes(months)) return months as Deal['months']
  throw marketProblem('period_not_offered', {
    fields: { contract_length: [`must be one of ${[1, ...offered].join(', ')}`] },
  })
}

/**
 * Whoever names the list price by the address gets it, though six decimals may fall short of it by cents; whoever names
 * more pays the list price, which is that of the commitment.
 */
function judgePrice({ ipPrice }: Wish, terms: Terms, list: Money, addresses: number) {
  const { currency } = list
  const listIpPrice = pricePerAddress(list, addresses)
  if (ipPrice === null) return { priceMinor: list.minor, ipPrice: listIpPrice, negotiated: false }
  const { minor } = readPrice(ipPrice, addresses, currency)
  const named = pricePerBlock(listIpPrice, addresses, currency)
  if (minor >= Math.min(list.minor, named.minor))
    return { priceMinor: list.minor, ipPrice: minor > list.minor ? listIpPrice : ipPrice, negotiated: false }
  if (!terms.wants_to_negotiate)
    throw marketProblem('price_too_low', { fields: { ip_price: [`must be at least ${listIpPrice}`] } })
  return { priceMinor: minor, ipPrice, negotiated: true }
}

/** Between what was offered and what anybody pays: else there was something to accept, or nothing to offer. */
export function judgeCounter(
  ipPrice: string,
  { block, price_minor: offered }: { readonly block: string; readonly price_minor: number },
  listMinor: number,
  currency: string,
): Money {
  const addresses = addressCount(knownPrefix(block))
  const price = readPrice(ipPrice, addresses, currency)
  if (price.minor > offered && price.minor < listMinor) return price
  const [least, most] = [offered, listMinor].map((minor) => toAmountString(money(minor, currency)))
  throw marketProblem('counter_out_of_range', {
    fields: {
      ip_price: [`must come to more than ${least} for the block, which was offered, and to less than ${most}`],
    },
  })
}

function readPrice(ipPrice: string, addresses: number, currency: string) {
  try {
    const price = pricePerBlock(ipPrice, addresses, currency)
    const most = pricePerBlock(String(mostPerAddress), addresses, currency)
    if (price.minor > 0 && price.minor <= most.minor) return price
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
  }
  throw kernelProblem('invalid_fields', {
    fields: {
      ip_price: [
        `must be an amount per address and month with at most 12 decimals, worth something for the block and at most ${mostPerAddress}`,
      ],
    },
  })
}

/** How long the block is kept: minutes to buy it, or hours to answer a lower offer and to buy after that. */
export function heldUntil(
  now: Date,
  negotiated: boolean,
  { holdMinutes, negotiationHours }: { readonly holdMinutes: number; readonly negotiationHours: number },
): Date {
  return addSeconds(now, negotiated ? negotiationHours * 3_600 : holdMinutes * 60)
}

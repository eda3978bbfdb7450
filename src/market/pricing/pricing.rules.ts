import { decimals, fromNumber, money, MoneyError, toAmountString } from '../../kernel/money.ts'

/** Into which sizes an offer may be cut, and what each costs (decisions 4, Sizes). */

export const commitmentPeriods = [3, 6, 12, 24, 36, 60, 120] as const

/** The smallest block that the internet's routers take from each other. */
export const smallestSplit = 24

/** Field path to sentences, as a refusal carries them. */
export type FieldErrors = Record<string, string[]>

export interface SplitLimits {
  /** Prefix lengths of the largest and of the smallest block on offer. */
  readonly minimumSplit: number
  readonly maximumSplit: number
}

/** `at` is the path of the object that has the fields: `subnets.0.`, or nothing. */
export function splitErrors(length: number, { minimumSplit, maximumSplit }: SplitLimits, at = ''): FieldErrors {
  if (minimumSplit < length) return { [`${at}minimum_split`]: [`must be at least ${length}, the block's own size`] }
  if (maximumSplit > smallestSplit) return { [`${at}maximum_split`]: [`must be at most ${smallestSplit}`] }
  if (minimumSplit > maximumSplit)
    return { [`${at}maximum_split`]: [`must be at least ${minimumSplit}, the minimum_split`] }
  return {}
}

export interface WantedPricing {
  readonly length: number
  /** For the whole block of that size for one month, in the currency's units. */
  readonly value: number
  readonly negotiable: boolean
  readonly periods: readonly number[]
}

export interface PricedSize {
  readonly length: number
  readonly priceMinor: number
  readonly negotiable: boolean
  readonly periods: readonly number[]
}

/** A price above this per address and month is a slip of the pen. */
export const mostPerAddress = 1_000

/** The sizes in the order they came in, or what is wrong with them; never both. */
export function judgePricings(
  wanted: readonly WantedPricing[],
  limits: SplitLimits,
  currency: string,
  at = '',
): { readonly sizes: PricedSize[]; readonly errors: FieldErrors } {
  const errors: FieldErrors = {}
  const sizes = wanted.map((pricing, i): PricedSize => {
    const field = (name: string) => `${at}pricings.${i}.${name}`
    const earlier = wanted.slice(0, i).some(({ length }) => length === pricing.length)
    const size = sizeFault(pricing, limits) ?? (earlier ? `/${pricing.length} has a price already` : null)
    if (size !== null) errors[field('cidr')] = [size]
    const price = readPrice(pricing, currency)
    if (typeof price === 'string') errors[field('value')] = [price]
    const periods = periodFault(pricing.periods)
    if (periods !== null) errors[field('selected_commitment_periods')] = [periods]
    return {
      length: pricing.length,
      priceMinor: Number(price),
      negotiable: pricing.negotiable,
      periods: [...new Set(pricing.periods)].sort((a, b) => a - b),
    }
  })
  return Object.keys(errors).length > 0 ? { sizes: [], errors } : { sizes, errors }
}

function sizeFault({ length }: WantedPricing, { minimumSplit, maximumSplit }: SplitLimits): string | null {
  return length < minimumSplit || length > maximumSplit
    ? `must be from ${minimumSplit} to ${maximumSplit}, the split limits`
    : null
}

function periodFault(periods: readonly number[]): string | null {
  const known: readonly number[] = commitmentPeriods
  const unknown = periods.find((period) => !known.includes(period))
  return unknown === undefined ? null : `${unknown} is not one of ${commitmentPeriods.join(', ')}`
}

/** Minor units, or what is wrong. */
function readPrice({ value, length }: WantedPricing, currency: string): number | string {
  const places = decimals(currency)
  const most = money(mostPerAddress * 2 ** (32 - length) * 10 ** places, currency)
  try {
    const { minor } = fromNumber(value, currency)
    if (minor <= 0) return 'must be more than 0'
    return minor <= most.minor
      ? minor
      : `must be at most ${toAmountString(most)}: ${mostPerAddress} per address and month`
  } catch (error) {
    if (error instanceof MoneyError) return `must be an amount with at most ${places} decimals`
    throw error
  }
}

import { money, percentage } from '../../kernel/money.ts'
import { commitmentPeriods, type FieldErrors } from './pricing.rules.ts'

/** What a holder takes off every price for who commits, for all sizes at once (decisions 4, Pricings). */
export interface CommitmentDiscount {
  readonly months: number
  readonly percent: number
}

/** More off is a slip of the pen, and a price is never nothing. */
const mostOff = 90

/** The shortest commitment first, or what is wrong with them; never both. */
export function judgeDiscounts(
  wanted: readonly CommitmentDiscount[],
  at = '',
): { readonly discounts: CommitmentDiscount[]; readonly errors: FieldErrors } {
  const errors: FieldErrors = {}
  for (const [i, { months, percent }] of wanted.entries()) {
    const earlier = wanted.slice(0, i).some((one) => one.months === months)
    const fault = monthsFault(months) ?? (earlier ? `${months} months have a discount already` : null)
    if (fault !== null) errors[`${at}commitment_discounts.${i}.months`] = [fault]
    if (!isShare(percent))
      errors[`${at}commitment_discounts.${i}.percent`] = [
        `must be more than 0 and at most ${mostOff}, with at most 2 decimals`,
      ]
  }
  const discounts = wanted.map(({ months, percent }) => ({ months, percent })).sort((a, b) => a.months - b.months)
  return Object.keys(errors).length > 0 ? { discounts: [], errors } : { discounts, errors }
}

function monthsFault(months: number): string | null {
  const known: readonly number[] = commitmentPeriods
  return known.includes(months) ? null : `${months} is not one of ${commitmentPeriods.join(', ')}`
}

const isShare = (percent: number): boolean =>
  percent > 0 && percent <= mostOff && Number((basisPoints(percent) / 100).toFixed(2)) === percent

export const basisPoints = (percent: number): number => Math.round(percent * 100)

interface CommittedPrice {
  readonly minor: number
  /** Nothing where the price is the same as by the month. */
  readonly discount: CommitmentDiscount | null
}

/** What a month costs who commits for so long; rounded once, and never to nothing. */
export function priceFor(
  listMinor: number,
  months: number,
  discounts: readonly CommitmentDiscount[],
  currency: string,
): CommittedPrice {
  const discount = discounts.find((one) => one.months === months)
  if (!discount) return { minor: listMinor, discount: null }
  const { minor } = percentage(money(listMinor, currency), 10_000 - basisPoints(discount.percent))
  return { minor: Math.max(1, minor), discount }
}

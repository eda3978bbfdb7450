import { numberIn } from '../../numbers.ts'
import type { Change, PriceDraft } from './price-draft.ts'

/** What is off for a commitment while it is being edited: percent by months, as typed; nothing for no discount. */
export type DiscountDraft = Readonly<Record<number, string>>

interface Discount {
  readonly months: number
  readonly percent: number
}

export const discountDraftOf = (discounts: readonly Discount[]): DiscountDraft =>
  Object.fromEntries(discounts.map(({ months, percent }) => [months, String(percent)]))

const isGiven = ([, typed]: readonly [string, string]): boolean => typed.trim() !== ''

/** As the API takes them, the shortest commitment first. What is no number is for the API to refuse. */
export const discountsOf = (draft: DiscountDraft): Discount[] =>
  Object.entries(draft)
    .filter(isGiven)
    .map(([months, typed]) => ({ months: Number(months), percent: numberIn(typed) }))
    .toSorted((a, b) => a.months - b.months)

/** Nothing, when every discount that is given can be. */
export const whyNotDiscounted = (draft: DiscountDraft): string | undefined =>
  discountsOf(draft).every(({ percent }) => percent > 0 && percent <= 90)
    ? undefined
    : 'A discount must be above 0% and at most 90%.'

/** Commitments that some size is let for, and those that have a discount all the same. */
export const monthsToShow = (drafts: readonly PriceDraft[], discounts: DiscountDraft): number[] =>
  [
    ...new Set([...drafts.flatMap(({ periods }) => periods), ...discountsOf(discounts).map(({ months }) => months)]),
  ].sort((a, b) => a - b)

export function discountChanges(before: DiscountDraft, after: DiscountDraft): Change[] {
  const words = (draft: DiscountDraft, months: number) => {
    const typed = draft[months]?.trim() ?? ''
    return typed === '' ? 'no discount' : `${typed}% off`
  }
  const months = [...new Set([...Object.keys(before), ...Object.keys(after)].map(Number))].sort((a, b) => a - b)
  return months.flatMap((one) => {
    const [from, to] = [words(before, one), words(after, one)]
    return from === to ? [] : [{ what: `${one} months`, from, to }]
  })
}

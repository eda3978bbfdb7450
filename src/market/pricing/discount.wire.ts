import { Body, Int, named, Nullable, Type, type Static } from '../../kernel/http/schema.ts'
import type { CommitmentDiscount } from './discount.rules.ts'
import { commitmentPeriods } from './pricing.rules.ts'

/** Discounts for commitments, as they come in and go out. */

const DiscountBody = Body('NewCommitmentDiscount', {
  months: Int(1, 120, { description: `Of the commitment: ${commitmentPeriods.join(', ')}.` }),
  percent: Type.Number({ minimum: 0, maximum: 100, description: 'Off every price; more than 0, two decimals.' }),
})

export const discountFields = {
  commitment_discounts: Type.Optional(
    Nullable(
      Type.Array(DiscountBody, {
        maxItems: commitmentPeriods.length,
        description:
          'What is off the price of every size for who commits that long, where that size is let for so many months. Replaces the set; null or none: no discounts. Leases keep the price they were made at.',
      }),
    ),
  ),
}

type Given = Static<typeof DiscountBody>[] | null | undefined

/** Null says that there are none; absent, that they stay. */
export const readDiscounts = (given: Given): readonly CommitmentDiscount[] | undefined =>
  given === null ? [] : given?.map(({ months, percent }) => ({ months, percent }))

export const DiscountAnswer = named('CommitmentDiscount', {
  months: Type.Integer({ description: 'Of the commitment.' }),
  percent: Type.Number({ description: 'Off every price.' }),
})

export const discountsAnswer = (discounts: readonly CommitmentDiscount[]) =>
  discounts.map(({ months, percent }) => ({ months, percent }))

import { Field, Input } from '../../ui/field.tsx'
import { discountsOf, monthsToShow, type DiscountDraft } from './discount-draft.ts'
import type { PriceDraft } from './price-draft.ts'

interface DiscountsProps {
  readonly drafts: readonly PriceDraft[]
  readonly discounts: DiscountDraft
  readonly onChange: (discounts: DiscountDraft) => void
}

/** What is off for who commits, for all sizes at once. */
export function Discounts({ drafts, discounts, onChange }: DiscountsProps) {
  const sent = discountsOf(discounts)
  const shown = monthsToShow(drafts, discounts)
  if (shown.length === 0) return null
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">Commitment discounts</legend>
      <p className="mb-3 text-sm text-soft">
        Percent off the price of every size leased for that term. Lessees see what they save.
      </p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-7">
        {shown.map((months) => (
          <Field
            key={months}
            name={`commitment_discounts.${sent.findIndex((one) => one.months === months)}.percent`}
            label={`${months} months`}
          >
            <Input
              inputMode="decimal"
              placeholder="0"
              className="w-full text-right tabular-nums"
              value={discounts[months] ?? ''}
              onChange={({ target }) => onChange({ ...discounts, [months]: target.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

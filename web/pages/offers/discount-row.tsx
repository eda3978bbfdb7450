import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { Field, Input } from '../../ui/field.tsx'
import { discountsOf, monthsToShow, type DiscountDraft } from './discount-draft.ts'
import type { PriceDraft } from './price-draft.ts'

interface DiscountRowProps {
  readonly drafts: readonly PriceDraft[]
  readonly discounts: DiscountDraft
  readonly onChange: (discounts: DiscountDraft) => void
}

/** What is off for who commits, for all sizes at once: each below the column of its commitment. */
export function DiscountRow({ drafts, discounts, onChange }: DiscountRowProps) {
  const sent = discountsOf(discounts)
  const shown = monthsToShow(drafts, discounts)
  if (shown.length === 0) return null
  return (
    <fieldset aria-label="Commitment discounts" className="contents">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 rounded-md border border-line p-3 @min-[54rem]:col-span-full @min-[54rem]:grid-cols-subgrid @min-[54rem]:rounded-none @min-[54rem]:border-0 @min-[54rem]:px-0 @min-[54rem]:py-2">
        <p className="col-span-2 text-sm @min-[54rem]:col-span-5">
          <span className="font-medium">Commitment discounts</span>
          <span className="block text-xs text-soft">
            Percent off the price of every size leased for that term. Lessees see what they save.
          </span>
        </p>
        {commitmentPeriods.map((months) =>
          shown.includes(months) ? (
            <Field
              key={months}
              name={`commitment_discounts.${sent.findIndex((one) => one.months === months)}.percent`}
              label={<span className="@min-[54rem]:sr-only">{months} months</span>}
            >
              <Input
                inputMode="decimal"
                placeholder="0"
                className="w-full px-1 text-right tabular-nums"
                value={discounts[months] ?? ''}
                onChange={({ target }) => onChange({ ...discounts, [months]: target.value })}
              />
            </Field>
          ) : (
            <span key={months} aria-hidden="true" className="@max-[54rem]:hidden" />
          ),
        )}
      </div>
    </fieldset>
  )
}

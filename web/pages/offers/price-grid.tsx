import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { numberIn } from '../../numbers.ts'
import { Button } from '../../ui/button.tsx'
import { terms } from '../../ui/words.ts'
import type { DiscountDraft } from './discount-draft.ts'
import { DiscountRow } from './discount-row.tsx'
import { appliedToAll, newDraft, sharesOf, type PriceDraft } from './price-draft.ts'
import { PriceRow } from './price-row.tsx'
import { lengthsFrom } from './words.ts'

/**
 * Prices for the sizes on offer, one to a row, with commitments as columns and what is off for each below them. Where
 * there is no room for that, the same fields one below the other, each with its name.
 */

interface PriceGridProps {
  readonly drafts: readonly PriceDraft[]
  readonly onChange: (drafts: readonly PriceDraft[]) => void
  readonly discounts: DiscountDraft
  readonly onDiscounts: (discounts: DiscountDraft) => void
  /** Prefix lengths of the largest and the smallest size on offer. */
  readonly from: number
  readonly to: number
  readonly commissionPercent: number
  readonly currency: string
}

export function PriceGrid({ drafts, onChange, discounts, onDiscounts, from, to, ...money }: PriceGridProps) {
  const free = lengthsFrom(from, to).filter((length) => !drafts.some(({ cidr }) => cidr === length))
  const add = (length: number) =>
    onChange([...drafts, newDraft(length, guessFrom(drafts, length))].toSorted((a, b) => a.cidr - b.cidr))
  return (
    <div className="@container grid gap-3">
      <div className="grid gap-3 @min-[54rem]:grid-cols-[4.5rem_minmax(5.5rem,1fr)_minmax(5.5rem,1fr)_6rem_3.5rem_repeat(7,2.75rem)_4rem] @min-[54rem]:gap-x-2 @min-[54rem]:gap-y-0">
        {drafts.length > 0 && <Head commissionPercent={money.commissionPercent} />}
        {drafts.map((draft, i) => (
          <PriceRow
            key={draft.cidr}
            at={`pricings.${i}.`}
            draft={draft}
            outside={draft.cidr < from || draft.cidr > to}
            onChange={(next) => onChange(drafts.map((one) => (one === draft ? next : one)))}
            onRemove={() => onChange(drafts.filter((one) => one !== draft))}
            onApplyToAll={drafts.length > 1 ? () => onChange(appliedToAll(drafts, draft)) : undefined}
            {...money}
          />
        ))}
        <DiscountRow drafts={drafts} discounts={discounts} onChange={onDiscounts} />
      </div>
      {free.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
          Add a size:
          {free.map((length) => (
            <Button key={length} small icon="plus" onClick={() => add(length)}>
              /{length}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

/** For the eye: each field has its own name. */
function Head({ commissionPercent }: { readonly commissionPercent: number }) {
  return (
    <div
      aria-hidden="true"
      className="col-span-full hidden grid-cols-subgrid items-end border-b border-line pb-2 text-xs text-faint @min-[54rem]:grid"
    >
      <span>Size</span>
      <span className="text-right">Per block per month</span>
      <span className="text-right">Per address per month</span>
      <span className="text-right">You earn after {commissionPercent}%</span>
      <span>{terms.openToOffers}</span>
      {commitmentPeriods.map((months) => (
        <span key={months} className="text-center">
          {months} mo.
        </span>
      ))}
    </div>
  )
}

/** As much for each address as the nearest size costs. */
function guessFrom(drafts: readonly PriceDraft[], length: number): string {
  const nearest = drafts
    .filter(({ value }) => sharesOf(value, 0) !== null)
    .toSorted((a, b) => Math.abs(a.cidr - length) - Math.abs(b.cidr - length))[0]
  return nearest ? (numberIn(nearest.value) * 2 ** (nearest.cidr - length)).toFixed(2) : ''
}

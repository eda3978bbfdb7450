import type { ReactNode } from 'react'
import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { Money, None } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { sharesOf, withPeriod, withPerIp, withValue, type PriceDraft } from './price-draft.ts'
import { addressesIn } from './words.ts'

/** One size: its price for the block or for each address, what remains of it, and its terms. */

interface PriceRowProps {
  /** The path before the fields in the API's words about them. */
  readonly at: string
  readonly draft: PriceDraft
  readonly outside: boolean
  readonly onChange: (draft: PriceDraft) => void
  readonly onRemove: () => void
  /** Not where it is the only size. */
  readonly onApplyToAll: (() => void) | undefined
  readonly commissionPercent: number
  readonly currency: string
}

export function PriceRow({ at, draft, outside, onChange, onRemove, onApplyToAll, ...money }: PriceRowProps) {
  const { cidr } = draft
  return (
    <fieldset aria-label={`Price of a /${cidr}`} className="contents">
      <div className="relative grid grid-cols-2 items-center gap-x-4 gap-y-3 rounded-md border border-line p-3 @min-[54rem]:col-span-full @min-[54rem]:grid-cols-subgrid @min-[54rem]:rounded-none @min-[54rem]:border-0 @min-[54rem]:border-b @min-[54rem]:px-0 @min-[54rem]:py-2">
        <Size cidr={cidr} outside={outside} />
        <Amount
          name={`${at}value`}
          label="Per block per month"
          required
          value={draft.value}
          onType={(typed) => onChange(withValue(draft, typed))}
        />
        <Amount
          name={`${at}ip`}
          label="Per address per month"
          value={draft.perIp}
          onType={(typed) => onChange(withPerIp(draft, typed))}
        />
        <Earned value={draft.value} {...money} />
        <Terms draft={draft} onChange={onChange} />
        <div className="flex justify-end @max-[54rem]:absolute @max-[54rem]:top-2 @max-[54rem]:right-2">
          {onApplyToAll && (
            <IconButton icon="copy" label={`Apply /${cidr} to all sizes`} small onClick={onApplyToAll} />
          )}
          <IconButton icon="trash" label={`Remove /${cidr}`} small onClick={onRemove} />
        </div>
      </div>
    </fieldset>
  )
}

/** Its words where the head of the grid does not stand above. */
const Named = ({ children }: { readonly children: ReactNode }) => (
  <span className="@min-[54rem]:sr-only">{children}</span>
)

function Size({ cidr, outside }: Pick<PriceRowProps, 'outside'> & { readonly cidr: number }) {
  return (
    <p className="text-sm @max-[54rem]:col-span-2 @max-[54rem]:pr-20">
      <span className="font-mono text-base font-medium">/{cidr}</span>
      <span className="block text-xs text-soft">{addressesIn(cidr).toLocaleString('en')} addresses</span>
      {outside && <span className="block text-xs text-warn">Outside the sizes you lease out</span>}
    </p>
  )
}

interface AmountProps {
  readonly name: string
  readonly label: string
  readonly required?: boolean
  readonly value: string
  readonly onType: (typed: string) => void
}

function Amount({ name, label, required = false, value, onType }: AmountProps) {
  return (
    <Field name={name} label={<Named>{label}</Named>} className="self-end">
      <Input
        required={required}
        inputMode="decimal"
        className="w-full text-right tabular-nums"
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}

function Earned({
  value,
  commissionPercent,
  currency,
}: Pick<PriceRowProps, 'commissionPercent' | 'currency'> & { readonly value: string }) {
  const shares = sharesOf(value, commissionPercent)
  return (
    <dl className="text-sm @max-[54rem]:col-span-2 @min-[54rem]:text-right">
      <dt className="text-soft">
        <Named>You earn per month after {commissionPercent}% commission</Named>
      </dt>
      <dd className="font-semibold">{shares ? <Money of={shares.net} currency={currency} /> : <None />}</dd>
    </dl>
  )
}

/** The months stand in columns of the grid, or in a line of their own. */
function Terms({ draft, onChange }: Pick<PriceRowProps, 'draft' | 'onChange'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 @max-[54rem]:col-span-2 @min-[54rem]:contents">
      <Checkbox
        label={<Named>{terms.openToOffers}</Named>}
        checked={draft.negotiable}
        onChange={(negotiable) => onChange({ ...draft, negotiable })}
      />
      {commitmentPeriods.map((months) => (
        <div key={months} className="@min-[54rem]:flex @min-[54rem]:justify-center">
          <Checkbox
            label={<Named>{months} months</Named>}
            checked={draft.periods.includes(months)}
            onChange={(on) => onChange(withPeriod(draft, months, on))}
          />
        </div>
      ))}
    </div>
  )
}

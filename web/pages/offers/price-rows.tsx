import { numberIn } from '../../numbers.ts'
import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Input, Switch } from '../../ui/field.tsx'
import { Money, None } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { newDraft, sharesOf, withPeriod, withPerIp, withValue, type PriceDraft } from './price-draft.ts'
import { addressesIn, lengthsFrom } from './words.ts'

/** Prices for the sizes on offer: typed for the block or for each address, with what remains of them. */

interface PriceRowsProps {
  readonly drafts: readonly PriceDraft[]
  readonly onChange: (drafts: readonly PriceDraft[]) => void
  /** Prefix lengths of the largest and the smallest size on offer. */
  readonly from: number
  readonly to: number
  readonly commissionPercent: number
  readonly currency: string
  /** The path before `pricings` in the API's words about a field. */
  readonly at?: string
}

export function PriceRows({ drafts, onChange, from, to, at = '', ...money }: PriceRowsProps) {
  const free = lengthsFrom(from, to).filter((length) => !drafts.some(({ cidr }) => cidr === length))
  const add = (length: number) =>
    onChange([...drafts, newDraft(length, guessFrom(drafts, length))].toSorted((a, b) => a.cidr - b.cidr))
  return (
    <div className="grid gap-3">
      {drafts.map((draft, i) => (
        <PriceRow
          key={draft.cidr}
          at={`${at}pricings.${i}.`}
          draft={draft}
          outside={draft.cidr < from || draft.cidr > to}
          onChange={(next) => onChange(drafts.map((one) => (one === draft ? next : one)))}
          onRemove={() => onChange(drafts.filter((one) => one !== draft))}
          {...money}
        />
      ))}
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

/** As much for each address as the nearest size costs. */
function guessFrom(drafts: readonly PriceDraft[], length: number): string {
  const nearest = drafts
    .filter(({ value }) => sharesOf(value, 0) !== null)
    .toSorted((a, b) => Math.abs(a.cidr - length) - Math.abs(b.cidr - length))[0]
  return nearest ? (numberIn(nearest.value) * 2 ** (nearest.cidr - length)).toFixed(2) : ''
}

interface PriceRowProps extends Pick<PriceRowsProps, 'commissionPercent' | 'currency'> {
  readonly at: string
  readonly draft: PriceDraft
  readonly outside: boolean
  readonly onChange: (draft: PriceDraft) => void
  readonly onRemove: () => void
}

function PriceRow({ at, draft, outside, onChange, onRemove, commissionPercent, currency }: PriceRowProps) {
  const { cidr } = draft
  return (
    <fieldset className="relative rounded-md border border-line p-3">
      <legend className="sr-only">Price of a /{cidr}</legend>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 lg:grid-cols-[7rem_1fr_1fr_1fr_1fr_2rem]">
        <p className="text-sm max-lg:col-span-2 max-lg:pr-10">
          <span className="font-mono text-base font-medium">/{cidr}</span>
          <span className="block text-xs text-soft">{addressesIn(cidr).toLocaleString('en')} addresses</span>
          {outside && <span className="block text-xs text-warn">Outside the sizes you lease out</span>}
        </p>
        <Field name={`${at}value`} label="Per block per month">
          <Input
            required
            inputMode="decimal"
            className="w-full text-right tabular-nums"
            value={draft.value}
            onChange={({ target }) => onChange(withValue(draft, target.value))}
          />
        </Field>
        <Field name={`${at}ip`} label="Per address per month">
          <Input
            inputMode="decimal"
            className="w-full text-right tabular-nums"
            value={draft.perIp}
            onChange={({ target }) => onChange(withPerIp(draft, target.value))}
          />
        </Field>
        <Remains value={draft.value} commissionPercent={commissionPercent} currency={currency} />
        <div className="max-lg:absolute max-lg:top-2 max-lg:right-2">
          <IconButton icon="trash" label={`Remove /${cidr}`} small onClick={onRemove} />
        </div>
      </div>
      <Terms draft={draft} onChange={onChange} />
    </fieldset>
  )
}

function Remains({
  value,
  commissionPercent,
  currency,
}: {
  value: string
  commissionPercent: number
  currency: string
}) {
  const shares = sharesOf(value, commissionPercent)
  return (
    <>
      <dl className="flex flex-col gap-1">
        <dt className="text-sm text-soft">Commission ({commissionPercent} %)</dt>
        <dd className="flex h-8 items-center text-sm">
          {shares ? <Money of={-shares.commission} currency={currency} /> : <None />}
        </dd>
      </dl>
      <dl className="flex flex-col gap-1">
        <dt className="text-sm font-medium">You earn per month</dt>
        <dd className="flex h-8 items-center text-sm font-semibold">
          {shares ? <Money of={shares.net} currency={currency} /> : <None />}
        </dd>
      </dl>
    </>
  )
}

function Terms({ draft, onChange }: Pick<PriceRowProps, 'draft' | 'onChange'>) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-3">
      <Switch
        label={terms.openToOffers}
        checked={draft.negotiable}
        onChange={(negotiable) => onChange({ ...draft, negotiable })}
      />
      <fieldset aria-label={`Commitments for /${draft.cidr}`} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-sm text-soft">Commitments, in months:</span>
        {commitmentPeriods.map((months) => (
          <Checkbox
            key={months}
            label={months}
            checked={draft.periods.includes(months)}
            onChange={(on) => onChange(withPeriod(draft, months, on))}
          />
        ))}
      </fieldset>
    </div>
  )
}

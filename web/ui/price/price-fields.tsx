import { cx } from '../cx.ts'
import { Field, Input } from '../field.tsx'
import { Money } from '../values.tsx'
import { brief, fromMonthly, fromPerAddress, type PricePair } from './price-pair.ts'

/** What a block costs a month, and each of its addresses below: people in the trade speak of either. */
interface BothProps {
  readonly of: number
  readonly each: string
  readonly currency?: string
  readonly className?: string
}

export function BothPrices({ of, each, currency = 'USD', className }: BothProps) {
  return (
    <span className={cx('inline-block text-right', className)}>
      <Money of={of} currency={currency} />
      <span className="block text-xs font-normal whitespace-nowrap text-faint tabular-nums">
        {brief(each)} per address
      </span>
    </span>
  )
}

interface PriceFieldsProps {
  readonly pair: PricePair
  readonly onChange: (pair: PricePair) => void
  readonly addresses: number
  readonly currency: string
  /** Where a lessee begins: what the holder asks. */
  readonly hint?: string
}

/** Typed in money a month or in money per address, whichever one thinks in. */
export function PriceFields({ pair, onChange, addresses, currency, hint }: PriceFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <Field name="price" label="Whole block per month" hint={currency}>
        <Input
          required
          inputMode="decimal"
          autoComplete="off"
          className="w-full text-right tabular-nums"
          value={pair.monthly}
          onChange={({ target }) => onChange(fromMonthly(target.value, addresses))}
        />
      </Field>
      <Field name="ip_price" label="Per address per month" hint={hint}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="w-full text-right tabular-nums"
          value={pair.perAddress}
          onChange={({ target }) => onChange(fromPerAddress(target.value, addresses))}
        />
      </Field>
    </div>
  )
}

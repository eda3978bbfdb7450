import { cx } from './cx.ts'
import { datesIn } from '../dates.ts'
import { useDates, useNow } from './now.ts'

/** Values as they are written everywhere: money, prefixes, times, counts. */

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyFormats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en', { style: 'currency', currency })
  moneyFormats.set(currency, made)
  return made
}

interface MoneyProps {
  /** A number or text of whole currency units, as billing has it, or commerce's money object. */
  readonly of: number | string | { readonly currency: string; readonly amount: string } | null
  readonly currency?: string
  readonly className?: string
}

export function Money({ of, currency = 'USD', className }: MoneyProps) {
  if (of === null) return <None />
  const [amount, unit] = typeof of === 'object' ? [of.amount, of.currency] : [of, currency]
  return <span className={cx('tabular-nums', className)}>{moneyFormat(unit).format(Number(amount))}</span>
}

/** An address or a prefix: never wrapped, every digit as wide as the next. */
export function Prefix({ of, className }: { readonly of: string; readonly className?: string }) {
  return <span className={cx('whitespace-nowrap font-mono text-[0.95em]', className)}>{of}</span>
}

/** What a letter allows: a block as a whole, or its parts down to a length, too. */
export function Lengths({ of, maxLength }: { readonly of: string; readonly maxLength: number }) {
  return (
    <>
      <Prefix of={of} />
      {maxLength > Number(of.split('/')[1]) && (
        <span className="ml-1.5 text-xs whitespace-nowrap text-soft">down to /{maxLength}</span>
      )}
    </>
  )
}

/** The same in words. */
export const lengthsWords = (block: string, maxLength: number): string => {
  const length = Number(block.split('/')[1])
  return maxLength > length ? `/${length} down to /${maxLength}` : `The /${length} as a whole`
}

const prefixes = /(\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2})/

/** What the API says of a thing, with the prefixes in it written as prefixes. */
export function Described({ as }: { readonly as: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts of a text never change places
  return as.split(prefixes).map((part, i) => (i % 2 === 1 ? <Prefix key={i} of={part} /> : part))
}

export function Count({ of }: { readonly of: number }) {
  return <span className="tabular-nums">{of.toLocaleString('en')}</span>
}

export function None() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function relativeTime(seconds: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / size), unit)
}

interface TimeProps {
  /** Unix seconds (billing), or a text (commerce, prefix data). */
  readonly of: number | string | null
  /** The date itself; relative to now unless said. Either way the whole moment is in the title. */
  readonly as?: 'relative' | 'date'
  /** Of the real world (sessions, keys, data), which no sandbox's clock moves. */
  readonly real?: boolean
}

export function Time({ of, as = 'relative', real = false }: TimeProps) {
  const now = useNow(real)
  const zoned = useDates()
  if (of === null) return <None />
  const moment = typeof of === 'number' ? new Date(of * 1_000) : new Date(of)
  // A day of the calendar is the same day everywhere.
  const dates = typeof of === 'string' && /^\d{4}-\d\d-\d\d$/.test(of) ? datesIn('UTC') : zoned
  const text = as === 'date' ? dates.date(moment) : relativeTime((moment.getTime() - now.getTime()) / 1_000)
  return (
    <time dateTime={moment.toISOString()} title={dates.moment(moment)} className="whitespace-nowrap">
      {text}
    </time>
  )
}

import { cx } from './cx.ts'
import { monthWord } from './months.ts'

/** A few values for each of some months, as bars: what is counted by the month has no line between. */

export interface BarSeries {
  readonly label: string
  readonly values: readonly number[]
  readonly tone: 'accent' | 'info' | 'warn' | 'faint'
}

interface MonthBarsProps {
  /** Says what is seen, for those who do not see it. */
  readonly label: string
  /** `2026-11`. */
  readonly months: readonly string[]
  readonly series: readonly BarSeries[]
  readonly format: (value: number) => string
  /** Says which bars are which even where there is one kind. */
  readonly legend?: boolean
}

const fills = { accent: 'bg-accent', info: 'bg-info', warn: 'bg-warn', faint: 'bg-edge' }

/** Ends of the scale and into how many parts they are cut, so that the lines stand at values people know. */
const scales = [
  [1, 4],
  [2, 4],
  [4, 4],
  [5, 5],
  [8, 4],
  [10, 5],
] as const

function scaleFor(most: number): { readonly top: number; readonly parts: number } {
  if (most <= 0) return { top: 1, parts: 1 }
  const power = 10 ** Math.floor(Math.log10(most))
  const [top, parts] = scales.find(([end]) => end * power >= most) ?? [10, 5]
  return { top: top * power, parts }
}

export function MonthBars({ label, months, series, format, legend = series.length > 1 }: MonthBarsProps) {
  const { top, parts } = scaleFor(Math.max(0, ...series.flatMap(({ values }) => values)))
  const lines = Array.from({ length: parts + 1 }, (_, i) => i / parts)
  return (
    <figure aria-label={label}>
      <div aria-hidden="true" className="flex h-48 gap-2 pt-2">
        <div className="relative w-12 shrink-0 text-right text-xs text-faint tabular-nums">
          {lines.map((share) => (
            <span key={share} className="absolute right-0 translate-y-1/2" style={{ bottom: `${share * 100}%` }}>
              {format(top * share)}
            </span>
          ))}
        </div>
        <div className="relative flex min-w-0 flex-1 items-end">
          {lines.map((share) => (
            <span
              key={share}
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: `${share * 100}%` }}
            />
          ))}
          {months.map((month, i) => (
            <Month key={month} month={month} at={i} top={top} series={series} format={format} />
          ))}
        </div>
      </div>
      <MonthNames months={months} />
      {legend && <Legend series={series} />}
    </figure>
  )
}

interface MonthProps extends Pick<MonthBarsProps, 'series' | 'format'> {
  readonly month: string
  readonly at: number
  readonly top: number
}

function Month({ month, at, top, series, format }: MonthProps) {
  const said = series.map(({ label, values }) => `${label} ${format(values[at] ?? 0)}`).join(', ')
  return (
    <div
      title={`${monthWord(month)}: ${said}`}
      className="relative flex h-full min-w-0 flex-1 justify-center rounded-sm hover:bg-hover/60"
    >
      <div className="flex h-full w-4/5 items-end justify-center gap-px">
        {series.map(({ label, values, tone }) => (
          <span
            key={label}
            className={cx('max-w-6 min-w-0 flex-1 rounded-t-sm', fills[tone])}
            style={{ height: `${((values[at] ?? 0) / top) * 100}%` }}
          />
        ))}
      </div>
    </div>
  )
}

/** As many names as fit: with many months every second, third or sixth. */
function MonthNames({ months }: { readonly months: readonly string[] }) {
  const every = months.length > 24 ? 6 : months.length > 12 ? 3 : months.length > 6 ? 2 : 1
  return (
    <div aria-hidden="true" className="mt-1.5 flex pl-14 text-xs text-faint">
      {months.map((month, i) => (
        <span key={month} className="min-w-0 flex-1 text-center whitespace-nowrap">
          {i % every === 0 && <span className="-mx-6">{shortMonth(month, i === 0)}</span>}
        </span>
      ))}
    </div>
  )
}

/** The year where it begins. */
const shortMonth = (month: string, first: boolean): string => {
  const [name = '', year = ''] = monthWord(month).split(' ')
  return first || month.endsWith('-01') ? `${name} ’${year.slice(2)}` : name
}

function Legend({ series }: Pick<MonthBarsProps, 'series'>) {
  return (
    <figcaption aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 pl-14 text-xs text-soft">
      {series.map(({ label, tone }) => (
        <span key={label} className="flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-sm', fills[tone])} />
          {label}
        </span>
      ))}
    </figcaption>
  )
}

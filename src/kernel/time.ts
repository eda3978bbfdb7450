/** Pure functions over UTC dates: the moment comes in as a value, and only `clock.ts` knows what time it is. */
export type Duration = { readonly months: number; readonly days: number; readonly seconds: number }

export class DurationError extends RangeError {
  override readonly name = 'DurationError'
}

const msPerSecond = 1000
const msPerDay = 86_400 * msPerSecond

/** The anchor day is kept however short the months between: 31 January, 28 February. */
export function addMonths(date: Date, months: number, anchorDay: number = date.getUTCDate()): Date {
  if (!Number.isInteger(anchorDay) || anchorDay < 1 || anchorDay > 31) {
    throw new RangeError(`${anchorDay} is not a day of the month`)
  }
  requireWhole(months)
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  moved.setUTCDate(Math.min(anchorDay, daysInMonth(moved)))
  return valid(moved)
}

export function addDays(date: Date, days: number): Date {
  requireWhole(days)
  return valid(new Date(date.getTime() + days * msPerDay))
}

export function addSeconds(date: Date, seconds: number): Date {
  return valid(new Date(date.getTime() + seconds * msPerSecond))
}

/** Months first, then days, then seconds, as people count. */
export function applyDuration(date: Date, { months, days, seconds }: Duration, anchorDay?: number): Date {
  const inMonth = months === 0 ? date : addMonths(date, months, anchorDay)
  return addSeconds(addDays(inMonth, days), seconds)
}

/** Midnight of the month's first day, UTC. */
export function startOfMonth(date: Date): Date {
  return valid(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth())))
}

const daysInMonth = (date: Date): number => {
  const last = new Date(date)
  last.setUTCMonth(date.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

type Unit = { readonly name: string; readonly adds: keyof Duration; readonly times: number; readonly words: string[] }

/** There is no bare `m`: people mean months by it as often as minutes. */
const units: readonly Unit[] = [
  { name: 'year', adds: 'months', times: 12, words: ['y', 'year', 'years'] },
  { name: 'month', adds: 'months', times: 1, words: ['mo', 'month', 'months'] },
  { name: 'week', adds: 'days', times: 7, words: ['w', 'week', 'weeks'] },
  { name: 'day', adds: 'days', times: 1, words: ['d', 'day', 'days'] },
  { name: 'hour', adds: 'seconds', times: 3600, words: ['h', 'hour', 'hours'] },
  { name: 'minute', adds: 'seconds', times: 60, words: ['min', 'minute', 'minutes'] },
  { name: 'second', adds: 'seconds', times: 1, words: ['s', 'sec', 'second', 'seconds'] },
]

const isoPattern = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** `13 months`, `3 months 2 days`, `36h`, or ISO 8601 as in `P1M` and `PT36H`; whole numbers, each unit once. */
export function parseDuration(text: string): Duration {
  const amounts = text.startsWith('P') ? readIso(text) : readWords(text)
  const total = { months: 0, days: 0, seconds: 0 }
  for (const [unit, amount] of amounts) total[unit.adds] += amount * unit.times
  if (!Object.values(total).every(Number.isSafeInteger)) throw notADuration(text, 'it is too long')
  return total
}

function readIso(text: string): Map<Unit, number> {
  const [, ...parts] = isoPattern.exec(text) ?? []
  const amounts = new Map<Unit, number>()
  for (const [at, unit] of units.entries()) {
    const digits = parts[at]
    if (digits !== undefined) amounts.set(unit, Number(digits))
  }
  if (amounts.size === 0 || text.endsWith('T')) throw notADuration(text, 'ISO 8601 has the form P1Y2M3DT4H5M6S')
  return amounts
}

function readWords(text: string): Map<Unit, number> {
  if (!/^\d+ ?[a-z]+(?: \d+ ?[a-z]+)*$/i.test(text))
    throw notADuration(text, 'write it like "3 months 2 days" or "36h"')
  const amounts = new Map<Unit, number>()
  for (const [, digits, word = ''] of text.matchAll(/(\d+) ?([a-z]+)/gi)) {
    const unit = units.find(({ words }) => words.includes(word.toLowerCase()))
    if (unit === undefined) throw notADuration(text, `"${word}" is not a unit`)
    if (amounts.has(unit)) throw notADuration(text, `it names the ${unit.name}s twice`)
    amounts.set(unit, Number(digits))
  }
  return amounts
}

const notADuration = (text: string, why: string): DurationError =>
  new DurationError(`${JSON.stringify(text.slice(0, 80))} is not a duration: ${why}`)

/** Whole seconds (decisions 1, Times): a moment within a second counts as that second. */
export function toUnix(date: Date): number
export function toUnix(date: Date | null): number | null
export function toUnix(date: Date | null): number | null {
  return date === null ? null : Math.floor(valid(date).getTime() / msPerSecond)
}

/** `2026-11-15T10:00:00+00:00`. */
export function toIsoOffset(date: Date): string
export function toIsoOffset(date: Date | null): string | null
export function toIsoOffset(date: Date | null): string | null {
  return date === null ? null : `${toTheSecond(date)}+00:00`
}

/** `2026-11-15T10:00:00Z`. */
export function toRfc3339(date: Date): string
export function toRfc3339(date: Date | null): string | null
export function toRfc3339(date: Date | null): string | null {
  return date === null ? null : `${toTheSecond(date)}Z`
}

function toTheSecond(date: Date): string {
  const text = valid(date).toISOString()
  // RFC 3339 §1 knows four-digit years only.
  if (text.length !== '2026-11-15T10:00:00.000Z'.length) throw new RangeError(`${text} is beyond the year 9999`)
  return text.slice(0, '2026-11-15T10:00:00'.length)
}

function valid(date: Date): Date {
  if (Number.isNaN(date.getTime())) throw new RangeError('there is no such date')
  return date
}

function requireWhole(count: number): void {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a whole number`)
}

/** Made when first used: it takes a while, and memory. */
let words: Intl.DateTimeFormat | undefined

/** For people whose time zone nobody knows: 6 December 2026 at 20:28 UTC. */
export function inWords(time: Date | string): string {
  words ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${words.format(new Date(time))} UTC`
}

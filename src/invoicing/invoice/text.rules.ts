import { money, toAmountString } from '../../kernel/money.ts'
import type { DocumentLine, Party } from './document.rules.ts'
import type { TaxLine } from './totals.rules.ts'

/** What a printed document says, in words and figures. */

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export const dayOf = (date: Date): string => days.format(date)

/** `2026-11` as people write it. */
export const monthInWords = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))

export const countryOf = (code: string): string => countries.of(code) ?? code

/** `1,234.50`: the exact decimals, in groups of three. */
export const figure = (minor: number, currency: string): string =>
  toAmountString(money(minor, currency)).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

export function periodOf({ from, to }: Pick<DocumentLine, 'from' | 'to'>): string {
  if (from === null) return ''
  const first = shortDays.format(new Date(from))
  return to === null ? first : `${first} – ${shortDays.format(new Date(to))}`
}

export const taxName = ({ name, rate }: Pick<TaxLine, 'name' | 'rate'>): string =>
  rate === 0 ? name : `${name} ${rate / 1_000}%`

/** As it would stand on an envelope: empty lines are left out. */
export function envelope(party: Party): string[] {
  const person = [party.first_name, party.last_name].filter(Boolean).join(' ')
  const place = [party.postcode, party.city].filter(Boolean).join(' ')
  const lines = [
    party.company_name,
    person,
    party.line_one,
    party.line_two,
    party.line_three,
    party.province_code === null ? place : `${place}, ${party.province_code}`,
    countryOf(party.country_code),
  ]
  return lines.filter((line): line is string => line !== null && line !== '')
}

import { slot } from '../../kernel/slot.ts'

/** Countries and their subdivisions (ISO 3166), read from their package when somebody first asks. */

export interface Region {
  readonly name: string
  readonly code: string
}

interface CountryBook {
  /** By their English names. */
  readonly countries: readonly Region[]
  provincesOf(country: string): readonly Region[]
}

const byName = new Intl.Collator('en')
const sorted = (places: readonly Region[]): Region[] =>
  places.toSorted((a, b) => byName.compare(a.name, b.name) || (a.code < b.code ? -1 : 1))

export const countryBook = slot(async (): Promise<CountryBook> => {
  const { iso31661, iso31662 } = await import('iso-3166')
  const byCountry = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2))
  return {
    countries: sorted(iso31661.map(({ name, alpha2 }) => ({ name, code: alpha2 }))),
    provincesOf: (country) => sorted((byCountry.get(country) ?? []).map(({ name, code }) => ({ name, code }))),
  }
})

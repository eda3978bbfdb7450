import { slot } from '../../kernel/slot.ts'
import type { Region } from './country.rules.ts'

/** Countries and their subdivisions (ISO 3166), read from their package when somebody first asks. */

interface CountryBook {
  readonly countries: readonly Region[]
  provincesOf(country: string): readonly Region[]
}

export const countryBook = slot(async (): Promise<CountryBook> => {
  const { iso31661, iso31662 } = await import('iso-3166')
  const byCountry = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2))
  return {
    countries: iso31661.map(({ name, alpha2 }) => ({ name, code: alpha2 })),
    provincesOf: (country) => (byCountry.get(country) ?? []).map(({ name, code }) => ({ name, code })),
  }
})

import { slot } from '../../kernel/slot.ts'

/** The codes of ISO 3166, read from their package when somebody first writes a geofeed. */
interface IsoCodes {
  readonly countries: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
}

export const isoCodes = slot(async (): Promise<IsoCodes> => {
  const { iso31661, iso31662 } = await import('iso-3166')
  return {
    countries: new Set(iso31661.map(({ alpha2 }) => alpha2)),
    regions: new Set(iso31662.map(({ code }) => code)),
  }
})

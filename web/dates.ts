/** The portal speaks English; in which order a date is written follows the reader's country. */
export const localeFor = (language: string): string => (/^en(-|$)/.test(language) ? language : 'en-GB')

const locale = localeFor(navigator.language)

export interface Dates {
  /** `17 Nov 2026`. */
  readonly date: (at: Date) => string
  /** `17 November 2026 at 15:25 UTC`. */
  readonly moment: (at: Date) => string
  /** `15:25 UTC`. */
  readonly time: (at: Date) => string
}

const known = new Map<string, Dates>()

/** The one place that writes dates. A zone that this browser does not know is shown as UTC. */
export function datesIn(timeZone: string): Dates {
  const dates = known.get(timeZone) ?? madeFor(timeZone)
  known.set(timeZone, dates)
  return dates
}

function madeFor(timeZone: string): Dates {
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  try {
    const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone })
    const moment = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', ...clock })
    const time = new Intl.DateTimeFormat(locale, clock)
    return { date: (at) => date.format(at), moment: (at) => moment.format(at), time: (at) => time.format(at) }
  } catch (error) {
    if (timeZone === 'UTC') throw error
    return madeFor('UTC')
  }
}

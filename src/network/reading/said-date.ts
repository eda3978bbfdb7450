import type { Findings } from './source.ts'

/** When a file was made, by what it says of itself in comments: many formats have no other place for it. */
export class SaidDate {
  #date: Date | null = null

  /** Of several the oldest counts: what was converted on Monday is still Sunday's table. */
  hear(comment: string): void {
    const date = dateIn(comment)
    if (date !== null && (this.#date === null || date < this.#date)) this.#date = date
  }

  get findings(): Pick<Findings, 'takenAt'> {
    return this.#date === null ? {} : { takenAt: this.#date }
  }
}

/** Comments hold other dates, too: those of licences and of what has once changed in the format. */
const ofTheFile = /generated|converted|created|dumped|(last|time) ?-?(updated|modified|stamp)|original file|\bdate\b/i

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const time = String.raw`(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d))?`

/** As people and programs write it; without a zone it is UTC. */
const forms: readonly RegExp[] = [
  // 2026-08-22T16:53:12+00:00, 2026-08-22 16:53 and rbldnsd's 2026:08:22:16:53:12
  new RegExp(
    String.raw`\b(?<year>\d{4})[-:](?<month>\d\d)[-:](?<day>\d\d)(?:[T :]${time})?(?:\.\d+)?(?<zone>[+-]\d\d:?\d\d)?`,
  ),
  // Tue Oct  6 02:03:14 UTC 2026
  new RegExp(String.raw`\b(?<name>[A-Z][a-z]{2}) +(?<day>\d{1,2}) ${time}(?: [A-Z]{3,4})? (?<year>\d{4})\b`),
  // Thu, 22 Aug 2026 16:53:12 GMT
  new RegExp(String.raw`\b(?<day>\d{1,2}) (?<name>[A-Z][a-z]{2}) (?<year>\d{4})(?: ${time}(?: (?<zone>[+-]\d{4}))?)?`),
  // rib.20140513.0600, 20260206
  new RegExp(String.raw`(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?:[-.]${time})?(?!\d)`),
]

/** Null: it does not say when the file was made. */
function dateIn(comment: string): Date | null {
  if (!ofTheFile.test(comment)) return null
  for (const form of forms) {
    const found = form.exec(comment)?.groups
    const date = found === undefined ? null : dateOf(found)
    if (date !== null) return date
  }
  return null
}

type Parts = Readonly<Record<string, string | undefined>>

function dateOf({
  year,
  month,
  name,
  day = '',
  hour = '00',
  minute = '00',
  second = '00',
  zone = 'Z',
}: Parts): Date | null {
  const number = month ?? String(months.indexOf(name?.toLowerCase() ?? '') + 1).padStart(2, '0')
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
  const date = new Date(`${year}-${number}-${day.padStart(2, '0')}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date
}

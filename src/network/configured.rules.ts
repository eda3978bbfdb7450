import { readConfigured, readUrl, type ConfiguredSource } from './import/import.rules.ts'
import { recommended, type RecommendedSource } from './recommended.rules.ts'

/** SUBLET_SOURCES as a whole: rows of one's own, and the recommended ones where that word stands among them. */

interface Terms {
  /** Where copies of the recommended files are, each under its host and path; null: they come from their publishers. */
  readonly mirror: string | null
  readonly now: Date
}

interface Configured {
  readonly sources: readonly ConfiguredSource[]
  /** A sentence for each row that is wrong. */
  readonly mistakes: readonly string[]
}

const word = 'recommended'
const isLeftOut = (row: string): boolean => row.startsWith('-')

export function readSources(rows: readonly string[], terms: Terms): Configured {
  const own = rows.filter((row) => row !== word && !isLeftOut(row)).map(readConfigured)
  const taken = rows.includes(word) ? recommended : []
  const leftOut = rows.filter(isLeftOut).map((row) => row.slice(1))
  const needless = leftOut.filter((name) => !taken.some((source) => isNamed(source, name)))
  const sources = own.filter((each) => typeof each !== 'string')
  const rest = taken
    .filter((source) => !leftOut.some((name) => isNamed(source, name)))
    // One's own address for the same source is the one that is meant.
    .filter(({ kind, name }) => !sources.some((each) => each.kind === kind && each.name === name))
  return {
    sources: [...sources, ...rest.map((source) => addressed(source, terms))],
    mistakes: [
      ...own.filter((each) => typeof each === 'string'),
      ...needless.map(
        (name) => `"-${name}" leaves out nothing; what it can is listed by "npx sublet sources --recommended"`,
      ),
    ],
  }
}

/** By its kind, or by both its kind and its name. */
const isNamed = ({ kind, name }: RecommendedSource, said: string): boolean =>
  said === kind || said === `${kind}:${name}`

function addressed({ kind, name, url, everyHours }: RecommendedSource, { mirror, now }: Terms): ConfiguredSource {
  const address = readUrl(url.replace('{YYYY-MM}', publishedMonth(now)))
  return { kind, name, url: mirror === null ? address.href : mirrored(address, mirror), everyHours }
}

/** Some publish a month's file late on its first day. */
const publishedAfterDays = 3

const publishedMonth = (now: Date): string =>
  new Date(now.getTime() - publishedAfterDays * 86_400_000).toISOString().slice(0, 'YYYY-MM'.length)

const mirrored = ({ host, pathname, search }: URL, mirror: string): string =>
  `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`

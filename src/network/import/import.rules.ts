import { createHash } from 'node:crypto'
import { hoursBetween, isKind, isSourceName, isVolatile, kinds, onlySource, type KindName } from '../kinds.rules.ts'
import type { Parts } from '../datasets/dataset.ts'
import { networkProblem } from '../network.problems.ts'
import type { Problem } from '../../kernel/problems.ts'

/** What an import may replace, where it may come from, and when the next one is due. */

interface Counted {
  readonly rows: number
  readonly parts: Parts
}

/** Of a part with fewer, half may well be gone by tomorrow. */
const manyRows = 1_000

/** Why the new rows may not take the place of the old ones, unless somebody insists. */
export function shrinkage(before: Counted | null, now: Counted): Problem | null {
  if (now.rows === 0) return networkProblem('import_empty')
  if (before === null) return null
  if (now.rows * 2 < before.rows) return shrunk('rows', before.rows, now.rows)
  const part = lostPart(before.parts, now.parts)
  if (part === null) return null
  return shrunk(`rows of ${part}`, before.parts[part] ?? 0, now.parts[part] ?? 0, ', or by another name')
}

const shrunk = (what: string, before: number, now: number, otherwise = ''): Problem =>
  networkProblem('import_shrunk', {
    message: `The file has ${now} ${what} where the last one had ${before}; import it with force if that is right${otherwise}.`,
  })

/** One that has gone, or half of a large one; what names no parts at all is another form of the same file. */
function lostPart(before: Parts, now: Parts): string | null {
  if (Object.keys(now).length === 0) return null
  for (const [part, had] of Object.entries(before)) {
    const has = now[part] ?? 0
    if (has === 0 || (had >= manyRows && has * 2 < had)) return part
  }
  return null
}

/** A day without a zone may have begun elsewhere. */
const longestAheadMs = 86_400_000

/** Data that says it is of a day to come would be new for as long as that is away. */
export function datedAhead(takenAt: Date | undefined, now: Date): Problem | null {
  if (takenAt === undefined || takenAt.getTime() <= now.getTime() + longestAheadMs) return null
  const [said, today] = [takenAt, now].map((date) => date.toISOString().slice(0, 10))
  const message = `The file says that it is of ${said}, and today is ${today}; import it with force if its data is of today.`
  return networkProblem('import_ahead', { message })
}

export const isUrl = (from: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(from)

/** A cache of validated ROAs, spoken to as routers do (RFC 8210). */
export const isRtr = (from: string): boolean => /^rtr:\/\//i.test(from)

/** An address that may be fetched as far as its text tells; who it leads to is looked at when it is fetched. */
export function readUrl(text: string, kind?: KindName): URL {
  const url = URL.parse(text)
  const refused = (message: string): Problem => networkProblem('url_refused', { message })
  if (url === null) throw refused(`${JSON.stringify(text)} is no complete address.`)
  if (url.username !== '' || url.password !== '') throw refused('An address must not carry a name and a password.')
  if (kind === 'vrps' && url.protocol === 'rtr:') {
    if (url.hostname === '' || /[^/]/.test(url.pathname + url.search + url.hash))
      throw refused('The address of an RTR cache is rtr://host:port.')
  } else if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`Only http and https addresses are fetched, and rtr for vrps, not ${url.protocol.slice(0, -1)}.`)
  return url
}

export interface ConfiguredSource {
  readonly kind: KindName
  /** Null: the file tells which of its kind it is. */
  readonly name: string | null
  readonly url: string
  /** Unless its kind says how often. */
  readonly everyHours?: number
}

/** A row of SUBLET_SOURCES: `kind=url` or `kind:name=url`. Text instead: what is wrong with it. */
export function readConfigured(text: string): ConfiguredSource | string {
  const [, kind = '', name = null, url = ''] = /^([^:=]+)(?::([^=]*))?=(.*)$/s.exec(text) ?? []
  if (!isKind(kind)) return `${JSON.stringify(text)} must be kind=url or kind:name=url with a known kind`
  if (name !== null && !isSourceName(name)) return `${JSON.stringify(name)} is no name of a source`
  try {
    return { kind, name, url: readUrl(url, kind).href }
  } catch (error) {
    return `${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Tried {
  readonly at: Date
  readonly failed: boolean
}

/** The longest that a fetch is put off, as a part of what lies between two. */
const mostPutOff = 0.1

/** Of an installation and an address always the same, from 0 to 1: publishers are not to hear from everybody at once. */
const spreadOf = (installation: string, url: string): number =>
  createHash('sha256').update(`${installation} ${url}`).digest().readUInt32BE() / 2 ** 32

/** Never tried, or long enough ago; after a failure sooner. */
export function isDue(source: ConfiguredSource, last: Tried | null, now: Date, installation: string): boolean {
  if (last === null) return true
  const hours = (source.everyHours ?? hoursBetween[kinds[source.kind].area]) / (last.failed ? 4 : 1)
  const putOff = 1 + mostPutOff * spreadOf(installation, source.url)
  return now.getTime() - last.at.getTime() >= hours * putOff * 3_600_000
}

interface Limits {
  readonly freshRoutesHours: number
  readonly freshDataHours: number
}

/** Seconds for which data of a kind counts. */
export const freshFor = (kind: KindName, { freshRoutesHours, freshDataHours }: Limits): number =>
  (isVolatile(kinds[kind].area) ? freshRoutesHours : freshDataHours) * 3_600

/** What a person said, else what the file says of itself. Of what they said it may be a part, which stands beside others. */
export const nameOf = (asked: string | null, found: string | undefined): string =>
  asked !== null && !found?.startsWith(`${asked}.`) ? asked : (found ?? onlySource)

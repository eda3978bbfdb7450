import type { IncomingMessage } from 'node:http'
import { bodyWithin } from '../../kernel/outside/answer.ts'
import { Problem } from '../../kernel/problems.ts'
import { readUrl } from '../import/import.rules.ts'
import { pauseOf, RdapFault } from '../rdap/fault.rules.ts'
import { ask, redirects } from './download.ts'
import type { Manners } from './reach.ts'
import { SourceFault } from './source.ts'

/** One question to a registry (RFC 7480): asked politely, led on a few times at most, and read up to a limit. */

interface RdapTerms extends Manners {
  readonly totalMs: number
  /** Waits for its turn with a host, or throws. */
  readonly turn: (host: string) => Promise<void>
  readonly now: Date
}

export interface RdapAnswer {
  /** Who answered in the end. */
  readonly url: string
  /** Null: the registry has no such record. */
  readonly text: string | null
}

const mostHops = 5
const mostBytes = 1_048_576

export async function requestRdap(from: string, terms: RdapTerms): Promise<RdapAnswer> {
  const deadline = AbortSignal.timeout(terms.totalMs)
  const seen = new Set<string>()
  let url = allowed(from)
  for (let hop = 0; hop <= mostHops; hop++) {
    if (seen.has(url.href)) throw new RdapFault('redirect_loop', url.host)
    seen.add(url.href)
    await terms.turn(url.host)
    const answer = await askHost(url, terms, deadline)
    const { statusCode = 0, headers } = answer
    if (!redirects.has(statusCode) || headers.location === undefined)
      return { url: url.href, text: await settle(answer, url, terms) }
    answer.destroy()
    url = allowed(URL.parse(headers.location, url.href)?.href ?? headers.location, url)
  }
  throw new RdapFault('too_many_redirects', url.host)
}

/** Once encrypted, always encrypted. */
function allowed(text: string, before?: URL): URL {
  let url: URL
  try {
    url = readUrl(text)
  } catch (error) {
    throw error instanceof Problem ? new RdapFault('redirect_refused', error.message) : error
  }
  if (before?.protocol === 'https:' && url.protocol !== 'https:') throw new RdapFault('redirect_refused', url.host)
  return url
}

async function askHost(url: URL, terms: RdapTerms, deadline: AbortSignal): Promise<IncomingMessage> {
  try {
    return await ask(url, terms, deadline, { accept: 'application/rdap+json, application/json;q=0.9' })
  } catch (error) {
    throw asFault(error, url)
  }
}

const asFault = (error: unknown, url: URL): RdapFault => {
  if (error instanceof RdapFault) return error
  const { code, message } = error as NodeJS.ErrnoException
  return new RdapFault('unreachable', error instanceof SourceFault ? message : `${url.host}: ${code ?? message}`)
}

async function settle(answer: IncomingMessage, url: URL, { now }: RdapTerms): Promise<string | null> {
  const { statusCode = 0, headers } = answer
  const text = await readText(answer, url)
  if (statusCode === 200) return text
  if (statusCode === 404) return null
  if (statusCode === 429 || (statusCode === 503 && headers['retry-after'] !== undefined)) {
    const seconds = pauseOf(headers['retry-after'], now)
    throw new RdapFault('rate_limited', url.host, { host: url.host, seconds })
  }
  if (statusCode >= 500) throw new RdapFault('unreachable', `${url.host} answers ${statusCode}`)
  throw new RdapFault('refused', `${url.host} answers ${statusCode}`)
}

async function readText(answer: IncomingMessage, url: URL): Promise<string> {
  const body = await bodyWithin(answer, mostBytes).catch(() => {
    throw new RdapFault('cut_off', url.host)
  })
  if (!body) throw new RdapFault('too_large', url.host)
  if (Number(answer.headers['content-length'] ?? 0) > body.length) throw new RdapFault('cut_off', url.host)
  return body.toString('utf8')
}

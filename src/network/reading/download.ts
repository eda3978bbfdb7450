import type { IncomingMessage, RequestOptions } from 'node:http'
import { readUrl } from '../import/import.rules.ts'
import { tooLarge } from './local-file.ts'
import { publicAddress, silent, unreachable, type Manners } from './reach.ts'
import { SourceFault } from './source.ts'
import { unpacked } from './unpack.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { request: plainRequest } = process.getBuiltinModule('node:http')
const { request: secureRequest } = process.getBuiltinModule('node:https')

/**
 * Fetches a file from an address that an operator has typed and a stranger may answer: every hop's addresses are looked
 * at before one of them is spoken to, so that nobody is led into our own network.
 */

export interface Terms extends Manners {
  readonly maxBytes: number
  readonly totalMs: number
  /** Of what we have: an unchanged file is not sent again. */
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface Opened {
  /** As it came, for a sum over it; unpack it by `unpack`. */
  readonly bytes: AsyncIterable<Uint8Array>
  readonly unpack: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  readonly total: number | null
  readonly etag: string | null
  readonly lastModified: string | null
  close(): void
}

const mostHops = 5
export const redirects = new Set([301, 302, 303, 307, 308])

/** Null: the file has not changed. */
export async function download(from: string, terms: Terms): Promise<Opened | null> {
  const deadline = AbortSignal.timeout(terms.totalMs)
  let url = readUrl(from)
  for (let hop = 0; hop <= mostHops; hop++) {
    const answer = await ask(url, terms, deadline, headersFor(terms))
    const { statusCode = 0, headers } = answer
    if (!redirects.has(statusCode) || headers.location === undefined) return opened(answer, url, terms, deadline)
    answer.destroy()
    url = readUrl(URL.parse(headers.location, url.href)?.href ?? headers.location)
  }
  throw new SourceFault(from, `leads on to another address more than ${mostHops} times`)
}

const headersFor = ({ etag, lastModified }: Terms): Record<string, string> => ({
  accept: '*/*',
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
})

/** One question to one address, whatever it answers; a redirect is not followed. */
export async function ask(
  url: URL,
  terms: Manners,
  deadline: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const address = await publicAddress(url, terms, deadline)
  const options: RequestOptions = {
    method: 'GET',
    signal: deadline,
    agent: false,
    timeout: terms.silenceMs,
    headers: { 'user-agent': terms.userAgent, 'accept-encoding': 'identity', ...headers },
    // The address that was looked at, whatever the name means a moment later.
    lookup: (_name, { all }, tell) => (all ? tell(null, [address]) : tell(null, address.address, address.family)),
  }
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const asked = request(url, options, resolve)
    asked.on('timeout', () => asked.destroy(silent(url, terms)))
    asked.on('error', (error) => reject(unreachable(url, error, deadline)))
    asked.end()
  })
}

function opened(answer: IncomingMessage, url: URL, terms: Terms, deadline: AbortSignal): Opened | null {
  const { statusCode = 0, headers } = answer
  if (statusCode === 304) {
    answer.destroy()
    return null
  }
  if (statusCode !== 200) {
    answer.destroy()
    throw new SourceFault(url.host, `answers ${statusCode}`)
  }
  const total = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  if (total !== null && total > terms.maxBytes) {
    answer.destroy()
    throw tooLarge(url.href, terms.maxBytes)
  }
  const isCoded = /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '')
  return {
    bytes: counted(answer, url, terms, deadline, total),
    // A file may be packed once by whoever made it and once more for the way; servers say so when it is not true, too.
    unpack: (bytes) => (isCoded ? unpacked(unpacked(bytes, url.href), url.href) : unpacked(bytes, url.href)),
    total,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    close: () => void answer.destroy(),
  }
}

async function* counted(
  answer: IncomingMessage,
  url: URL,
  terms: Terms,
  deadline: AbortSignal,
  total: number | null,
): AsyncGenerator<Uint8Array> {
  let read = 0
  answer.socket.setTimeout(terms.silenceMs, () => answer.destroy(silent(url, terms)))
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > terms.maxBytes) throw tooLarge(url.href, terms.maxBytes)
      yield chunk
    }
  } catch (error) {
    throw unreachable(url, error, deadline, read)
  } finally {
    answer.destroy()
  }
  if (total !== null && read < total) throw new SourceFault(`byte ${read}`, `${url.host} stopped before byte ${total}`)
}

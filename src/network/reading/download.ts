import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { specialUseOf, parseAddress, prefixAround } from '../../kernel/ip/index.ts'
import { readUrl } from '../import/import.rules.ts'
import { tooLarge } from './local-file.ts'
import { SourceFault } from './source.ts'
import { unpacked } from './unpack.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { request: plainRequest } = process.getBuiltinModule('node:http')
const { request: secureRequest } = process.getBuiltinModule('node:https')

/**
 * Fetches a file from an address that an operator has typed and a stranger may answer: every hop's addresses are looked
 * at before one of them is spoken to, so that nobody is led into our own network.
 */

export interface Terms {
  /** Hosts that may be spoken to although their addresses are private. */
  readonly privateHosts: readonly string[]
  readonly maxBytes: number
  /** How long may pass until the connection is there, until the answer begins and between its parts. */
  readonly silenceMs: number
  readonly totalMs: number
  /** Who we are, and where to write to: some publishers refuse those who do not say. */
  readonly userAgent: string
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

/** Who may be spoken to, for how long, and who says that it is. */
export type Manners = Pick<Terms, 'privateHosts' | 'silenceMs' | 'userAgent'>

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

interface Looked {
  readonly address: string
  readonly family: number
}

async function publicAddress(url: URL, terms: Manners, deadline: AbortSignal): Promise<Looked> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const found = await addressesOf(host, url, deadline)
  if (!terms.privateHosts.includes(host.toLowerCase()))
    for (const { address } of found) {
      const use = useOf(address)
      if (use !== null)
        throw new SourceFault(
          url.host,
          `leads to ${address} (${use}), and only public hosts are fetched from; SUBLET_IMPORT_PRIVATE_HOSTS names exceptions`,
        )
    }
  const [first] = found
  if (first === undefined) throw new SourceFault(url.host, 'has no address')
  return first
}

async function addressesOf(host: string, url: URL, deadline: AbortSignal): Promise<Looked[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await Promise.race([lookup(host, { all: true }), aborted(deadline)])
  } catch (error) {
    throw unreachable(url, error, deadline)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('timed out'))))

/** The name of the special use; null for an address of the public internet. */
function useOf(text: string): string | null {
  const parsed = parseAddress(text.replace(/%.*$/, ''))
  if (!parsed.ok) return 'no address'
  const address = parsed.value
  return specialUseOf(prefixAround(address, address.family === 4 ? 32 : 128))?.name ?? null
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

const silent = (url: URL, { silenceMs }: Manners): SourceFault =>
  new SourceFault(url.host, `has not said anything for ${silenceMs / 1_000} seconds`)

function unreachable(url: URL, error: unknown, deadline: AbortSignal, read = 0): SourceFault {
  if (error instanceof SourceFault) return error
  if (deadline.aborted) return new SourceFault(url.host, 'took longer than any download may')
  const { code, message } = error as NodeJS.ErrnoException
  const after = read > 0 ? ` after ${read} bytes` : ''
  return new SourceFault(url.host, `cannot be fetched from${after} (${code ?? message})`)
}

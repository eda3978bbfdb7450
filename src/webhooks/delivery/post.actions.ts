import type { IncomingMessage, RequestOptions } from 'node:http'
import { stopwatch } from '../../kernel/clock.ts'
import { addressesOf, hostOf, inwardOf, publishedAddressesOf, type Looked } from '../../kernel/reach.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { request: plainRequest } = process.getBuiltinModule('node:http')
const { request: secureRequest } = process.getBuiltinModule('node:https')

/** One request to an address that a company has named and a stranger answers (ADR 96). */

const longest = 10_000
const mostBytes = 64 * 1024

export interface Posted {
  readonly tookMs: number
  /** Why it counts as not arrived, in a sentence; null where it has arrived. */
  readonly fault: string | null
  readonly status: number | null
  readonly headers: IncomingMessage['headers'] | null
  /** As much of it as is kept. */
  readonly body: string | null
}

interface Terms {
  readonly privateHosts: readonly string[]
  /** Those of the system where there are none. */
  readonly resolvers: readonly string[]
  readonly allowPlain: boolean
}

interface Parcel extends Terms {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}

/** Never throws: whatever goes wrong there is how it ended. */
export async function post(parcel: Parcel): Promise<Posted> {
  const began = stopwatch()
  const deadline = AbortSignal.timeout(longest)
  const nothing = { status: null, headers: null, body: null }
  const ended = await attempt(parcel, deadline).catch((error: unknown) => ({
    ...nothing,
    fault: deadline.aborted ? `took longer than ${longest / 1_000} seconds` : sentenceOf(error),
  }))
  return { ...ended, tookMs: Math.round(stopwatch() - began) }
}

/** What is said of an endpoint to the company that named it. */
class Unreachable extends Error {}

const sentenceOf = (error: unknown): string => {
  if (error instanceof Unreachable) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return `could not be reached (${code ?? message})`
}

async function attempt(parcel: Parcel, deadline: AbortSignal): Promise<Omit<Posted, 'tookMs'>> {
  const url = new URL(parcel.url)
  if (url.protocol !== 'https:' && !parcel.allowPlain) throw new Unreachable('must be sent to by https')
  const addresses = await addressesToSpeakTo(url, parcel, deadline)
  const answer = await ask(url, addresses, parcel, deadline)
  const { statusCode: status = 0, headers } = answer
  const body = await beginningOf(answer)
  return { status, headers, body, fault: faultOf(status) }
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `answered ${status}, and redirects are not followed` : `answered ${status}`
}

/** All the host has, each looked at; those that an operator has named are found as this machine finds them. */
async function addressesToSpeakTo(url: URL, terms: Terms, deadline: AbortSignal): Promise<Looked[]> {
  const host = hostOf(url)
  const isNamed = terms.privateHosts.includes(host)
  const found = await (isNamed ? addressesOf(host, deadline) : publishedAddressesOf(host, terms.resolvers, deadline))
  const inward = isNamed ? null : inwardOf(found)
  if (inward) throw new Unreachable(`leads to ${inward.address} (${inward.use}), and only public hosts are sent to`)
  if (found.length === 0) throw new Unreachable('has no address')
  return found
}

function ask(
  url: URL,
  addresses: Looked[],
  { headers, payload }: Parcel,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const [first = { address: '', family: 0 }] = addresses
  const options: RequestOptions = {
    method: 'POST',
    signal: deadline,
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(payload)) },
    // The addresses that were looked at, whatever the name means a moment later.
    lookup: (_name, { all }, tell) => (all ? tell(null, addresses) : tell(null, first.address, first.family)),
  }
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const asked = request(url, options, resolve)
    asked.on('error', reject)
    // Whoever answers that it will speak something else from now on gets no error, and no answer is told.
    asked.on('close', () => reject(new Unreachable('hung up')))
    asked.end(payload)
  })
}

/** Whoever answers more than we keep is not listened to any longer. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let read = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      read += part.length
      if (read >= mostBytes) break
    }
  } finally {
    answer.destroy()
  }
  // PostgreSQL keeps every character but this one.
  return Buffer.concat(parts).subarray(0, mostBytes).toString('utf8').replaceAll('\0', '\u{FFFD}')
}

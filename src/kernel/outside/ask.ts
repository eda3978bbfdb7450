import type { IncomingMessage, RequestOptions } from 'node:http'
import { addressesOf, hostOf, inwardOf, publishedAddressesOf, type Looked } from './reach.ts'

// Not by an import: a module's view of node:http reads all its exports, and with one of them comes a whole HTTP client.
const { request: plainRequest } = process.getBuiltinModule('node:http')
const { request: secureRequest } = process.getBuiltinModule('node:https')

/** One request to an address that somebody has named and a stranger answers: no redirect is followed (ADR 49, 96, 103). */

export interface Terms {
  /** Hosts that may be spoken to although their addresses are private. */
  readonly privateHosts: readonly string[]
  /** Those of the system where there are none. */
  readonly resolvers: readonly string[]
  readonly allowPlain: boolean
}

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent: no body. */
  readonly payload?: string
}

/** In a sentence whose subject is the host, for whoever has named it. */
export class Unreachable extends Error {}

/** The answer has begun; its body is for the caller to read, or to destroy. `deadline` ends both. */
export async function ask(url: URL, asked: Asked, terms: Terms, deadline: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && !terms.allowPlain) throw new Unreachable('must be sent to by https')
  return speak(url, await addressesToSpeakTo(hostOf(url), terms, deadline), asked, deadline)
}

/** All the host has, each looked at; those that an operator has named are found as this machine finds them. */
export async function addressesToSpeakTo(
  host: string,
  terms: Pick<Terms, 'privateHosts' | 'resolvers'>,
  deadline: AbortSignal,
): Promise<Looked[]> {
  const isNamed = terms.privateHosts.includes(host)
  const found = await (isNamed ? addressesOf(host, deadline) : publishedAddressesOf(host, terms.resolvers, deadline))
  const inward = isNamed ? null : inwardOf(found)
  if (inward) throw new Unreachable(`leads to ${inward.address} (${inward.use}), and only public hosts are sent to`)
  if (found.length === 0) throw new Unreachable('has no address')
  return found
}

function speak(
  url: URL,
  addresses: Looked[],
  { method, headers, payload }: Asked,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const [first = { address: '', family: 0 }] = addresses
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
  const options: RequestOptions = {
    method,
    signal: deadline,
    agent: false,
    headers: { ...headers, ...length },
    // The addresses that were looked at, whatever the name means a moment later.
    lookup: (_name, { all }, tell) => (all ? tell(null, addresses) : tell(null, first.address, first.family)),
  }
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    // Whoever answers that it will speak something else from now on gets no error, and no answer is told.
    sent.on('close', () => reject(new Unreachable('hung up')))
    sent.end(payload)
  })
}

import { connect, type Socket } from 'node:net'
import { readUrl } from '../import/import.rules.ts'
import { u16, u32 } from './bytes.ts'
import type { Opened, Terms } from './download.ts'
import { tooLarge } from './local-file.ts'
import { publicAddress, silent, unreachable } from './reach.ts'
import {
  errorWords,
  headLength,
  newestVersion,
  pdu,
  readRevision,
  resetQuery,
  serialQuery,
  unsupportedVersion,
  whyMalformed,
  type Revision,
} from './rtr-pdu.ts'
import { SourceFault } from './source.ts'
import { Window } from './window.ts'

/** Asks a cache for its payloads of ROAs over TCP (RFC 8210), by the rules of every download (ADR 49). */

const usualPort = 323

/** Null: nothing has changed since the revision that we have. */
export async function openRtr(from: string, terms: Terms): Promise<Opened | null> {
  const url = readUrl(from, 'vrps')
  const deadline = AbortSignal.timeout(terms.totalMs)
  const { address } = await publicAddress(url, terms, deadline)
  const ask = (query: Buffer): Promise<Talk> => Talk.begin({ url, address, terms, deadline }, query)
  const known = readRevision(terms.etag)
  if (known !== null && (await isUnchanged(await ask(serialQuery(known)), known))) return null
  return openedBy(await askAll(ask, url))
}

/** Asked in the newest version first; a cache that does not speak it says so, or hangs up (RFC 8210 §7). */
async function askAll(ask: (query: Buffer) => Promise<Talk>, url: URL): Promise<Talk> {
  for (let version = newestVersion; ; version--) {
    const talk = await ask(resetQuery(version))
    try {
      const head = await talk.next()
      if (head?.type === pdu.cacheResponse) return talk
      if (version === 0 || !isForOlder(head)) throw new SourceFault(url.host, whyNoAnswer(head))
    } catch (error) {
      talk.close()
      throw error
    }
    talk.close()
  }
}

const isForOlder = (head: Head | null): boolean =>
  head === null || (head.type === pdu.errorReport && head.session === unsupportedVersion)

function whyNoAnswer(head: Head | null): string {
  if (head === null) return 'hangs up without an answer'
  if (head.type === pdu.errorReport) return errorWords(head.session)
  return head.type === pdu.cacheReset ? 'answers a question for everything by a Cache Reset' : 'answers out of turn'
}

/** An answer without a payload, in the same session and of the same serial. Whatever else it is, everything is asked for. */
async function isUnchanged(talk: Talk, { session, serial }: Revision): Promise<boolean> {
  try {
    const response = await talk.next()
    if (response?.type !== pdu.cacheResponse || response.session !== session) return false
    talk.skip()
    const end = await talk.next()
    return end?.type === pdu.endOfData && end.session === session && end.serial === serial
  } finally {
    talk.close()
  }
}

const openedBy = (talk: Talk): Opened => ({
  bytes: talk.answer(),
  unpack: (bytes) => bytes,
  total: null,
  etag: null,
  lastModified: null,
  close: () => talk.close(),
})

/** Where the last whole PDU of those at hand ends, and whether the answer ends with it. */
function pdusFrom(bytes: Uint8Array, from: number): { readonly to: number; readonly isEnd: boolean } {
  let to = from
  while (bytes.length - to >= headLength) {
    if (whyMalformed(bytes, to) !== '') return { to: bytes.length, isEnd: true }
    const length = u32(bytes, to + 4)
    if (bytes.length - to < length) break
    const type = bytes[to + 1]
    to += length
    if (type === pdu.endOfData || type === pdu.errorReport) return { to, isEnd: true }
  }
  return { to, isEnd: false }
}

interface Peer {
  readonly url: URL
  readonly address: string
  readonly terms: Terms
  readonly deadline: AbortSignal
}

interface Head {
  readonly type: number
  /** Of an error its number. */
  readonly session: number
  /** Where the type has one. */
  readonly serial: number
}

/** One question, and what is said to it. */
class Talk {
  readonly #peer: Peer
  readonly #socket: Socket
  readonly #window: Window

  static async begin(peer: Peer, query: Buffer): Promise<Talk> {
    const { url, address, terms, deadline } = peer
    const socket = connect({ host: address, port: Number(url.port || usualPort), signal: deadline })
    socket.setTimeout(terms.silenceMs, () => socket.destroy(silent(url, terms)))
    return new Promise((resolve, reject) => {
      socket.once('error', (error) => reject(unreachable(url, error, deadline)))
      socket.once('connect', () => {
        socket.write(query)
        resolve(new Talk(peer, socket))
      })
    })
  }

  private constructor(peer: Peer, socket: Socket) {
    this.#peer = peer
    this.#socket = socket
    this.#window = new Window(this.#counted())
    // Told to whoever reads; one that comes when nobody does is of no interest.
    socket.on('error', () => undefined)
  }

  /** The next that is no notice of changes, which may come at any time; null: the cache has hung up. */
  async next(): Promise<Head | null> {
    for (;;) {
      const window = this.#window
      if (!(await window.fill(headLength))) return null
      const why = whyMalformed(window.bytes, window.at)
      if (why !== '') throw new SourceFault(this.#peer.url.host, `answers with a PDU that ${why}`)
      if (!(await window.fill(u32(window.bytes, window.at + 4)))) return null
      const { bytes, at } = window
      if (bytes[at + 1] !== pdu.serialNotify)
        return { type: bytes[at + 1] ?? 0, session: u16(bytes, at + 2), serial: u32(bytes, at + 8) }
      this.skip()
    }
  }

  skip(): void {
    this.#window.at += u32(this.#window.bytes, this.#window.at + 4)
  }

  /** All PDUs up to the one that ends the answer: the connection would stay open, and whoever reads would wait for it. */
  async *answer(): AsyncGenerator<Uint8Array> {
    const window = this.#window
    try {
      do {
        const { to, isEnd } = pdusFrom(window.bytes, window.at)
        if (to > window.at) yield window.bytes.subarray(window.at, to)
        if (isEnd) return
        window.at = to
      } while (await window.fill(window.left + 1))
      // What is left of one that was cut off is for whoever reads to judge, as is all that is malformed.
      if (window.left > 0) yield window.bytes.subarray(window.at)
    } finally {
      this.close()
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  async *#counted(): AsyncGenerator<Uint8Array> {
    const { url, terms, deadline } = this.#peer
    let read = 0
    try {
      for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
        read += chunk.length
        if (read > terms.maxBytes) throw tooLarge(url.href, terms.maxBytes)
        yield chunk
      }
    } catch (error) {
      throw unreachable(url, error, deadline, read)
    } finally {
      this.close()
    }
  }
}

import { createServer, type AddressInfo, type Socket } from 'node:net'
import { firstAddress, knownPrefix, type Prefix } from '../../../src/kernel/ip/index.ts'

/** A cache of ROAs as RFC 8210 describes it, on the loopback: written from the RFC's pictures, not from our reader. */

interface Roa {
  readonly prefix: string
  readonly maxLength: number
  readonly asn: number
}

export interface RtrCache {
  readonly port: number
  readonly url: string
  /** What was asked: `reset 1`, `serial 1 4711 7`. */
  readonly asked: string[]
  roas: readonly Roa[]
  serial: number
  session: number
  /** The newest version that is spoken. */
  newest: number
  /** Instead of all that: what to say to any question, whole; null hangs up. */
  instead: ((version: number) => Buffer | null) | null
  /** Connections that are open. */
  readonly open: Set<Socket>
  close(): Promise<void>
}

/** Of any type: a head and what follows it. */
export function pduOf(version: number, type: number, field: number, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt8(version, 0)
  head.writeUInt8(type, 1)
  head.writeUInt16BE(field, 2)
  head.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([head, body])
}

/** §5.6 and §5.7: flags, length, maximum length, a zero, the address, the number. */
export function roaPdu(version: number, { prefix: text, maxLength, asn }: Roa, flags = 1): Buffer {
  const prefix: Prefix = knownPrefix(text)
  const width = prefix.family === 4 ? 4 : 16
  const body = Buffer.alloc(4 + width + 4)
  body.writeUInt8(flags, 0)
  body.writeUInt8(prefix.length, 1)
  body.writeUInt8(maxLength, 2)
  const hex = firstAddress(prefix)
    .value.toString(16)
    .padStart(width * 2, '0')
  body.write(hex, 4, 'hex')
  body.writeUInt32BE(asn, 4 + width)
  return pduOf(version, prefix.family === 4 ? 4 : 6, 0, body)
}

/** §5.8: with version 1 the refresh, retry and expire intervals. */
export function endOfData(version: number, session: number, serial: number): Buffer {
  const body = Buffer.alloc(version === 0 ? 4 : 16)
  body.writeUInt32BE(serial, 0)
  if (version > 0) for (const [i, seconds] of [3600, 600, 7200].entries()) body.writeUInt32BE(seconds, 4 + i * 4)
  return pduOf(version, 7, session, body)
}

/** §5.11: the PDU that is meant, then a text, each after its length. */
export function errorReport(version: number, code: number, text = ''): Buffer {
  const body = Buffer.alloc(8 + text.length)
  body.writeUInt32BE(text.length, 4)
  body.write(text, 8)
  return pduOf(version, 10, code, body)
}

/** §5.10: a subject key identifier, a number, a key. */
export const routerKey = (): Buffer => pduOf(1, 9, 0x0100, Buffer.alloc(20 + 4 + 91, 7))

export async function openRtrCache(roas: readonly Roa[]): Promise<RtrCache> {
  const server = createServer((socket) => {
    cache.open.add(socket)
    socket.on('close', () => cache.open.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (query) => answer(cache, socket, query))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cache: RtrCache = {
    port,
    url: `rtr://127.0.0.1:${port}`,
    asked: [],
    roas,
    serial: 7,
    session: 4711,
    newest: 1,
    instead: null,
    open: new Set(),
    close: async () => {
      for (const socket of cache.open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return cache
}

/** A query comes in one piece: it is twelve bytes at most. */
function answer(cache: RtrCache, socket: Socket, query: Buffer): void {
  const [version = 0, type = 0] = query
  const isSerial = type === 1
  const named = isSerial ? [query.readUInt16BE(2), query.readUInt32BE(8)] : []
  cache.asked.push([isSerial ? 'serial' : 'reset', version, ...named].join(' '))
  if (cache.instead !== null) {
    const said = cache.instead(version)
    return said === null ? void socket.end() : void socket.write(said)
  }
  if (version > cache.newest) return void socket.end(errorReport(cache.newest, 4, 'unsupported version'))
  const isKnown = named[0] === cache.session && named[1] === cache.serial
  if (isSerial && !isKnown) return void socket.write(pduOf(version, 8, 0))
  const payloads = isSerial
    ? []
    : [...cache.roas.map((roa) => roaPdu(version, roa)), ...(version > 0 ? [routerKey()] : [])]
  // A notice may come at any time.
  const notice = pduOf(version, 0, cache.session, Buffer.alloc(4))
  const response = pduOf(version, 3, cache.session)
  socket.write(Buffer.concat([notice, response, ...payloads, endOfData(version, cache.session, cache.serial)]))
}

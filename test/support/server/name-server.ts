import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { freePort } from './free-port.ts'

/** An authoritative name server on loopback that speaks real DNS over UDP (RFC 1035): what it is told, and nothing else. */

type Kind = 'A' | 'NS' | 'TXT'
const numbers: Readonly<Record<Kind, number>> = { A: 1, NS: 2, TXT: 16 }

export interface NameServer {
  readonly port: number
  /** Settings of a world whose reverse zones are looked up here, at `ns.test`. */
  readonly env: Readonly<Record<string, string>>
  /** The zone is delegated to this server. */
  delegate(zone: string, server?: string): void
  say(name: string, kind: Kind, ...values: string[]): void
  forget(name: string): void
  /** It refuses everything in the zone but its delegation: as one that was never told of it. */
  beLame(zone: string, lame: boolean): void
  close(): Promise<void>
}

const noError = 0
const noSuchName = 3
const refused = 5

export async function openNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>()
  const lame = new Set<string>()
  const socket = createSocket('udp4')
  const keyOf = (name: string, kind: number) => `${name.toLowerCase()} ${kind}`
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, kind, end } = readQuestion(query)
    const values = records.get(keyOf(name, kind)) ?? []
    const known = [...records.keys()].some((key) => key.startsWith(`${name.toLowerCase()} `))
    const isLame = kind === numbers.TXT && [...lame].some((zone) => name.endsWith(zone))
    const code = isLame ? refused : known ? noError : noSuchName
    socket.send(
      answerTo(query, end, isLame ? [] : values.map((value) => ({ kind, value })), code),
      from.port,
      from.address,
    )
  })
  // Not one that the system may have given to a connection: others listen on the same port by TCP.
  const port = await freePort()
  await once(socket.bind(port, '127.0.0.1'), 'listening')
  const say: NameServer['say'] = (name, kind, ...values) => void records.set(keyOf(name, numbers[kind]), values)
  say('ns.test', 'A', '127.0.0.1')
  return {
    port,
    env: {
      SUBLET_DNS_SERVERS: `127.0.0.1:${port}`,
      SUBLET_DNS_PORT: String(port),
      SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1,ns.test',
    },
    delegate: (zone, server = 'ns.test') => say(zone, 'NS', server),
    say,
    forget: (name) => void records.delete(keyOf(name, numbers.TXT)),
    beLame: (zone, isLame) => void (isLame ? lame.add(zone) : lame.delete(zone)),
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer): { name: string; kind: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  return { name: labels.join('.'), kind: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(
  query: Buffer,
  end: number,
  values: readonly { kind: number; value: string }[],
  code: number,
): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(query.readUInt16BE(0), 0)
  // An answer, authoritative, recursion wanted as asked.
  head.writeUInt16BE(0x8400 | (query.readUInt16BE(2) & 0x0100) | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(values.length, 6)
  return Buffer.concat([head, query.subarray(12, end), ...values.map(recordOf)])
}

function recordOf({ kind, value }: { kind: number; value: string }): Buffer {
  const data = dataOf(kind, value)
  const fixed = Buffer.alloc(12)
  // The name is that of the question.
  fixed.writeUInt16BE(0xc00c, 0)
  fixed.writeUInt16BE(kind, 2)
  fixed.writeUInt16BE(1, 4)
  fixed.writeUInt32BE(60, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}

function dataOf(kind: number, value: string): Buffer {
  if (kind === numbers.A) return Buffer.from(value.split('.').map(Number))
  if (kind === numbers.TXT) return Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')])
  const labels = value
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

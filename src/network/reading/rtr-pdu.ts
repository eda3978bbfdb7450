import { u32 } from './bytes.ts'

/** What caches and routers say to each other about ROAs: RFC 8210, and its forerunner RFC 6810 as version 0. */

export const pdu = {
  serialNotify: 0,
  serialQuery: 1,
  resetQuery: 2,
  cacheResponse: 3,
  ipv4: 4,
  ipv6: 6,
  endOfData: 7,
  cacheReset: 8,
  routerKey: 9,
  errorReport: 10,
} as const

/** Version, type, a session or an error in two bytes, the length of all. */
export const headLength = 8

/** The newest that we speak. */
export const newestVersion = 1

interface Lengths {
  readonly least: number
  readonly most: number
}
const exactly = (length: number): Lengths => ({ least: length, most: length })

/** No honest key or report is as long; what is longer would only be waited for. */
const longest = 1 << 16

/** RFC 6810 has no keys of routers; RFC 8210 §5.8 has intervals at the end of data. */
const lengths0: Readonly<Record<number, Lengths>> = {
  [pdu.serialNotify]: exactly(12),
  [pdu.cacheResponse]: exactly(8),
  [pdu.ipv4]: exactly(20),
  [pdu.ipv6]: exactly(32),
  [pdu.endOfData]: exactly(12),
  [pdu.cacheReset]: exactly(8),
  [pdu.errorReport]: { least: 16, most: longest },
}
const lengths1: Readonly<Record<number, Lengths>> = {
  ...lengths0,
  [pdu.endOfData]: exactly(24),
  [pdu.routerKey]: { least: 32, most: longest },
}

/** What is wrong with the beginning of a PDU that a cache sends; nothing when the rest can be waited for. */
export function whyMalformed(bytes: Uint8Array, at: number): string {
  const version = bytes[at] ?? 0
  if (version > newestVersion) return 'is of a version of RTR that was not asked for'
  const lengths = (version === 0 ? lengths0 : lengths1)[bytes[at + 1] ?? 0]
  if (lengths === undefined) return 'is of no type that a cache sends'
  const length = u32(bytes, at + 4)
  return length < lengths.least || length > lengths.most ? 'has another length than its type has' : ''
}

/** RFC 8210 §12. */
const errors: Readonly<Record<number, string>> = {
  0: 'it found our question corrupt',
  1: 'it has an error of its own',
  2: 'it has no data yet',
  3: 'it found our question invalid',
  4: 'it speaks no version of RTR that is spoken here',
  5: 'it does not know our question',
  8: 'it heard two versions of RTR in one connection',
}
export const unsupportedVersion = 4

/** In our own words: the text of a report is the cache's. */
export const errorWords = (code: number): string => `the cache reports an error: ${errors[code] ?? `number ${code}`}`

export function resetQuery(version: number): Buffer {
  return Buffer.from([version, pdu.resetQuery, 0, 0, 0, 0, 0, headLength])
}

/** Which state of a cache's data is meant. */
export interface Revision {
  readonly version: number
  readonly session: number
  readonly serial: number
}

export function serialQuery({ version, session, serial }: Revision): Buffer {
  const query = Buffer.from([version, pdu.serialQuery, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0])
  query.writeUInt16BE(session, 2)
  query.writeUInt32BE(serial, 8)
  return query
}

/** Kept in the place that an ETag has for files. */
export const revisionText = ({ version, session, serial }: Revision): string => `rtr ${version} ${session} ${serial}`

export function readRevision(text: string | null): Revision | null {
  const [, version, session, serial] = /^rtr ([01]) (\d{1,5}) (\d{1,10})$/.exec(text ?? '') ?? []
  return version === undefined ? null : { version: Number(version), session: Number(session), serial: Number(serial) }
}

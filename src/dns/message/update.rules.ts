import type { RecordType } from '../zone/owner.rules.ts'
import { asking, classes, nameBytes, opcodes, types } from './message.rules.ts'

/** Updates of a zone (RFC 2136): each set of records is taken away and, unless it is to be gone, written anew. */

export interface Change {
  readonly name: string
  readonly type: RecordType
  readonly ttl: number
  /** None: the set is to be gone. */
  readonly contents: readonly string[]
}

interface Update {
  readonly bytes: Buffer
  /** So many changes, from the first, are in it; as many as fit. */
  readonly count: number
}

/** A message over a connection has 64 KiB at most; room is left for its signature. */
const longest = 64_000

export function updateOf(id: number, zone: string, changes: readonly Change[]): Update {
  const parts = [asking({ id, opcode: opcodes.update, name: zone, type: types.SOA })]
  const added: Buffer[] = []
  let [length, count, records] = [parts[0]?.length ?? 0, 0, 0]
  for (const change of changes) {
    const owner = ownerIn(change.name, zone)
    const removal = record(owner, types[change.type], classes.ANY, 0, Buffer.alloc(0))
    const additions = change.contents.map((content) =>
      record(owner, types[change.type], classes.IN, change.ttl, nameBytes(content)),
    )
    const more = [removal, ...additions].reduce((sum, one) => sum + one.length, 0)
    if (length + more > longest) break
    parts.push(removal)
    added.push(...additions)
    length += more
    records += 1 + additions.length
    count++
  }
  // What goes, goes first: where a CNAME stood, nothing else can be written.
  const bytes = Buffer.concat([...parts, ...added])
  bytes.writeUInt16BE(records, 8)
  return { bytes, count }
}

/** Where the name of the zone stands in the question. */
const zoneAt = 0xc00c

/** The part before the zone's name, and a pointer to that. */
function ownerIn(name: string, zone: string): Buffer {
  const before = name === zone ? '' : name.slice(0, -zone.length - 1)
  const pointer = Buffer.alloc(2)
  pointer.writeUInt16BE(zoneAt)
  return Buffer.concat([nameBytes(before).subarray(0, -1), pointer])
}

function record(owner: Buffer, type: number, kind: number, ttl: number, data: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(type, 0)
  middle.writeUInt16BE(kind, 2)
  middle.writeUInt32BE(ttl, 4)
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, middle, data])
}

import { Announcements, type AnnouncementRows } from '../../../src/network/datasets/announcements.ts'
import { SourceFault } from '../../../src/network/reading/source.ts'
import { formatPrefix } from '../../../src/kernel/ip/index.ts'
import { fileBytes } from './network.ts'

/** For comparing only: the product keeps nothing of a file that was cut off. Its whole records before the cut. */
export async function wholeRecords(path: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of fileBytes(path)) parts.push(part)
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
  }
  const bytes = Buffer.concat(parts)
  return bytes.subarray(0, recordStarts(bytes).at(-1))
}

/** Where each record begins, and where the last whole one ends. */
export function recordStarts(bytes: Buffer): number[] {
  const starts = [0]
  for (let at = 0; at + 12 <= bytes.length;) {
    at += 12 + bytes.readUInt32BE(at + 8)
    if (at > bytes.length) break
    starts.push(at)
  }
  return starts
}

/** `192.0.2.0/24 64500 3`: prefix, origin, peers that see it; in address order. */
export function* routesOf(rows: AnnouncementRows): Generator<string> {
  const view = new Announcements(rows.finish())
  for (let row = 0; row < view.prefixes.size; row++) {
    const prefix = view.prefixes.prefixAt(row)
    for (const { asn, asSet, peers } of view.of(prefix)) yield `${formatPrefix(prefix)} ${asSet ?? asn} ${peers}`
  }
}

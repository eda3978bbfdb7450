import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pieces } from '../../test/support/market/network.ts'
import { samples, type Sample } from '../../test/support/market/samples.ts'
import { gather } from './reading/gather.ts'
import { SourceFault } from './reading/source.ts'
import { unpacked } from './reading/unpack.ts'
import { recommended } from './recommended.rules.ts'

/**
 * For each source of docs/sources.md, and for the other forms that are read, a small file in its form: what is read of it,
 * of what day it is, and whether it is noticed that a part of it is missing.
 */

/** By kind, name and ending: rows, and the date that the file gives itself; null: it is as old as it is seen. */
const expected: Readonly<Record<string, readonly [rows: number, date: string | null]>> = {
  'riswhois ipv4 txt': [3, '2026-11-16T08:00:01.000Z'],
  'riswhois ipv6 txt': [2, '2026-11-16T08:00:02.000Z'],
  'mrt bird mrt': [12, '2017-02-11T08:29:07.000Z'],
  'mrt quagga mrt': [6, '2017-02-11T08:40:00.000Z'],
  'pfx2as caida txt': [4, null],
  'pfx2as pyasn txt': [2, '2026-11-16T06:00:00.000Z'],
  'pfx2as bgptools jsonl': [3, null],
  'pfx2as bgptools txt': [3, null],
  'vrps rpki-client json': [3, '2026-11-16T08:40:05.000Z'],
  'vrps rpki-client csv': [3, null],
  'vrps routinator json': [2, '2026-11-16T08:40:05.000Z'],
  'vrps routinator-extended json': [2, '2026-11-16T08:40:05.000Z'],
  'vrps routinator csv': [2, null],
  'delegated afrinic txt': [3, '2026-11-15T00:00:00.000Z'],
  'delegated apnic txt': [3, '2026-11-15T00:00:00.000Z'],
  'delegated arin txt': [5, '2026-11-15T00:00:00.000Z'],
  'delegated lacnic txt': [3, '2026-11-15T00:00:00.000Z'],
  'delegated ripencc txt': [3, '2026-11-15T00:00:00.000Z'],
  'delegated nro txt': [6, '2026-11-16T00:00:00.000Z'],
  'rpsl RIPE db': [5, null],
  'rpsl APNIC.inetnum db': [2, null],
  'rpsl APNIC.inet6num db': [2, null],
  'rpsl APNIC.route db': [2, null],
  'rpsl APNIC.route6 db': [2, null],
  'rpsl APNIC.domain db': [2, null],
  'rpsl APNIC.aut-num db': [2, null],
  'rpsl APNIC.organisation db': [2, null],
  'rpsl APNIC.role db': [2, null],
  'rpsl APNIC.irt db': [2, null],
  'rpsl AFRINIC db': [2, null],
  'rpsl ARIN db': [2, null],
  'rpsl ARIN-whois txt': [9, null],
  'rpsl LACNIC db': [2, null],
  'rpsl LACNIC-whois txt': [4, null],
  'geofeed example csv': [3, '2026-11-16T08:00:01.000Z'],
  'mmdb dbip mmdb': [3, '2023-11-14T22:13:20.000Z'],
  'country-ranges example csv': [3, null],
  'country-ranges iptoasn tsv': [2, null],
  'asn-ranges example csv': [2, null],
  'asn-ranges iptoasn tsv': [2, null],
  'asn-names ripencc txt': [4, null],
  'asn-names bgptools csv': [2, null],
  'asn-names asn2org csv': [2, null],
  'drop ipv4 json': [2, '2026-11-16T08:40:05.000Z'],
  'drop ipv6 json': [2, '2026-11-16T08:40:05.000Z'],
  'drop text txt': [3, '2026-11-16T08:40:05.000Z'],
  'asn-drop spamhaus json': [2, '2026-11-16T08:40:05.000Z'],
  'uceprotect level3 txt': [3, '2026-11-16T08:40:05.000Z'],
  'uceprotect asns txt': [2, null],
  'ofac sdn csv': [2, null],
}

const titleOf = ({ kind, name, ending }: Sample): string => `${kind} ${name} ${ending}`
const titled = samples.map((sample) => [titleOf(sample), sample] as const)

const read = ({ kind }: Sample, bytes: Uint8Array) => gather(kind, 'a-file', () => unpacked(pieces(bytes), 'a-file'))

test('there is a sample of every recommended source, and each sample is expected', () => {
  const without = recommended.filter(
    ({ kind, name }) => !samples.some((each) => each.kind === kind && each.name === name),
  )
  expect(without).toEqual([])
  expect(titled.map(([title]) => title).sort()).toEqual(Object.keys(expected).sort())
})

describe.each(titled)('%s', (title, sample) => {
  const { bytes } = sample
  test('is read whole, and dated', async () => {
    const { rows, refused, takenAt } = await read(sample, bytes)
    expect([rows, takenAt?.toISOString() ?? null, refused]).toEqual([...(expected[title] ?? []), 0])
  })

  test('is refused when it is cut as it comes, packed', async () => {
    const packed = gzipSync(bytes)
    expect((await read(sample, packed)).refused).toBe(0)
    for (const length of [packed.length - 1, packed.length - 9, packed.length >> 1])
      await expect(read(sample, packed.subarray(0, length))).rejects.toThrow(SourceFault)
  })

  test('is refused when it is cut, wherever its form tells', async () => {
    const unnoticed: number[] = []
    for (let length = 0; length < bytes.length; length += Math.max(1, bytes.length >> 10)) {
      const outcome = await read(sample, bytes.subarray(0, length)).catch((error: unknown) => error)
      if (outcome instanceof Error && !(outcome instanceof SourceFault)) throw outcome
      if (!(outcome instanceof SourceFault)) unnoticed.push(length)
    }
    expect(unnoticed.filter((length) => !mayPass(sample, length))).toEqual([])
  })
})

/** Where a cut leaves a file that is whole as far as its form tells: what then counts is that half of the rows are gone. */
function mayPass({ kind, ending, bytes }: Sample, length: number): boolean {
  const text = bytes.toString('latin1', 0, length)
  const rest = bytes.toString('latin1', length)
  // Statistics count their rows, JSON and MaxMind's files have an end, OFAC's last byte is one, DROP's last line counts.
  if (ending === 'json' || kind === 'mmdb' || kind === 'ofac') return rest.trim() === ''
  // Of the last row an opaque number may be shorter than it was.
  if (kind === 'delegated')
    return !rest.trimEnd().includes('\n') && (text.split('\n').at(-1)?.split('|').length ?? 0) >= 7
  if (kind === 'mrt') return recordEnds(bytes).includes(length)
  // By hand, and without an end.
  if (kind === 'geofeed') return true
  if (kind !== 'rpsl') return text.endsWith('\n')
  // An object ends with its source; of the first nobody knows whether it has one.
  const last = text.slice(text.lastIndexOf('\n\n') + 2)
  return (
    text.endsWith('\n') &&
    (last.trim() === '' || /^source:/im.test(last) || !text.includes('\n\n') || !/^source:/im.test(text))
  )
}

/** RFC 6396 §2: the length of what follows stands in the last four bytes of a record's twelve. */
function recordEnds(bytes: Buffer): number[] {
  const ends: number[] = []
  for (let at = 0; at < bytes.length; at += 12 + bytes.readUInt32BE(at + 8)) ends.push(at)
  return ends
}

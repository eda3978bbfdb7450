import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordStarts, routesOf, wholeRecords } from '../../../test/support/market/mrt.ts'
import { absent, fileBytes, fixture, readInto, realFile } from '../../../test/support/market/network.ts'
import { AnnouncementRows, Announcements } from '../datasets/announcements.ts'
import { readMrt } from './mrt.ts'
import { SourceFault } from '../reading/source.ts'

const read = (bytes: Uint8Array) => readInto(readMrt, new AnnouncementRows(), bytes)
const routes = async (bytes: Uint8Array) => [...routesOf((await read(bytes)).rows)]

const samples = readdirSync(fixture('mrt'))
  .filter((name) => name !== 'LICENSE')
  .map((name) => ({ name, bytes: readFileSync(fixture(`mrt/${name}`)) }))
const sample = (name: string): Buffer => samples.find((sample) => sample.name === name)?.bytes ?? Buffer.alloc(0)

const u16 = (value: number) => [(value >>> 8) & 255, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const record = (type: number, subtype: number, body: readonly number[], time = 1_700_000_000) =>
  Buffer.from([...u32(time), ...u16(type), ...u16(subtype), ...u32(body.length), ...body])

const peer4 = (last: number, asn: number) => [2, 0, 0, 0, 0, 192, 0, 2, last, ...u32(asn)]
const index = (...peers: readonly number[][]) =>
  record(13, 1, [0, 0, 0, 0, 0, 0, ...u16(peers.length), ...peers.flat()])

const sequence = (...asns: readonly number[]) => [2, asns.length, ...asns.flatMap(u32)]
const set = (...asns: readonly number[]) => [1, asns.length, ...asns.flatMap(u32)]
const confederation = (...asns: readonly number[]) => [3, asns.length, ...asns.flatMap(u32)]
const attribute = (type: number, value: readonly number[]) => [0x40, type, value.length, ...value]
const path = (...segments: readonly number[][]) => attribute(2, segments.flat())
const entry = (peer: number, attributes: readonly number[]) => [
  ...u16(peer),
  ...u32(0),
  ...u16(attributes.length),
  ...attributes,
]
const prefix24 = [24, 198, 51, 100]
const rib = (...entries: readonly number[][]) =>
  record(13, 2, [0, 0, 0, 0, ...prefix24, ...u16(entries.length), ...entries.flat()])

const twoPeers = index(peer4(1, 64_500), peer4(2, 64_501))
const originsOf = (...entries: readonly number[][]) => routes(Buffer.concat([twoPeers, rib(...entries)]))

describe('the origin of a route', () => {
  test('is the last AS of its path, counted by the peers that see it', async () => {
    const [a, b] = [path(sequence(64_500, 70_000)), path(sequence(64_501, 65_540, 70_000))]
    expect(await originsOf(entry(0, a), entry(1, b))).toEqual(['198.51.100.0/24 70000 2'])
    expect(await originsOf(entry(0, a), entry(1, path(sequence(7))))).toEqual([
      '198.51.100.0/24 7 1',
      '198.51.100.0/24 70000 1',
    ])
  })

  test('is a set where routes were aggregated, whatever the order of its members', async () => {
    const [a, b] = [path(sequence(1), set(30, 20)), path(sequence(1), set(20, 30))]
    expect(await originsOf(entry(0, a), entry(1, b))).toEqual(['198.51.100.0/24 {20,30} 2'])
  })

  test('is not looked for in confederations', async () => {
    expect(await originsOf(entry(0, path(sequence(9), confederation(65_000))))).toEqual(['198.51.100.0/24 9 1'])
    expect(await originsOf(entry(0, path(confederation(65_000))))).toEqual(['198.51.100.0/24 64500 1'])
  })

  test('is the peer itself without a path, and nobody where there is no peer either', async () => {
    expect(await originsOf(entry(0, path()), entry(1, []))).toEqual([
      '198.51.100.0/24 64500 1',
      '198.51.100.0/24 64501 1',
    ])
    expect(await routes(Buffer.concat([index(peer4(0, 0)), rib(entry(0, []))]))).toEqual([])
  })

  test('is found behind other attributes, also long ones', async () => {
    const long = [0x50, 8, ...u16(300), ...Array<number>(300).fill(0)]
    expect(await originsOf(entry(1, [...attribute(1, [0]), ...long, ...path(sequence(5))]))).toEqual([
      '198.51.100.0/24 5 1',
    ])
  })

  test('of old tables comes from the wide path where two bytes were too few', async () => {
    const attributes = [...attribute(2, [2, 2, ...u16(701), ...u16(23_456)]), ...attribute(17, sequence(701, 200_000))]
    const dumped = (last: number) =>
      record(12, 1, [0, 0, 0, 0, 198, 51, 100, 0, 24, 1, ...u32(0), 192, 0, 2, last, ...u16(701), ...rest])
    const rest = [...u16(attributes.length), ...attributes]
    expect(await routes(Buffer.concat([dumped(1), dumped(2)]))).toEqual(['198.51.100.0/24 200000 2'])
  })
})

describe('peers', () => {
  test('with several paths are counted once for each origin', async () => {
    const paths = (...asns: readonly number[]) =>
      asns.map((asn, id) => {
        const attributes = path(sequence(asn))
        return [...u16(0), ...u32(0), ...u32(id), ...u16(attributes.length), ...attributes]
      })
    const entries = paths(7, 8, 7, 8, 8)
    const body = [0, 0, 0, 0, ...prefix24, ...u16(entries.length), ...entries.flat()]
    const generic = [0, 0, 0, 0, 0, 1, 1, ...body.slice(4)]
    const both = ['198.51.100.0/24 7 1', '198.51.100.0/24 8 1']
    expect(await routes(Buffer.concat([twoPeers, record(13, 8, body)]))).toEqual(both)
    expect(await routes(Buffer.concat([twoPeers, record(13, 12, generic)]))).toEqual(both)
  })

  test('have a full table with half of the routes of the one that has most', async () => {
    const seen = (third: number, ...peers: readonly number[]) => {
      const entries = peers.map((peer) => entry(peer, path(sequence(5))))
      return record(13, 2, [0, 0, 0, 0, 24, 198, 51, third, ...u16(entries.length), ...entries.flat()])
    }
    const peers = index(peer4(1, 1), peer4(2, 2), peer4(3, 3), peer4(4, 4))
    const table = [seen(1, 0, 1, 2), seen(2, 0, 1), seen(3, 0), seen(4, 0)]
    const { rows } = await read(Buffer.concat([peers, ...table]))
    const view = new Announcements(rows.finish())
    expect(view.vantage(4)).toEqual({ fullTable: 2, active: 3 })
    expect(view.vantage(6)).toBeNull()
  })
})

describe('a file', { timeout: 60_000 }, () => {
  test('says when it was taken, and drops what lies beyond the length of a prefix', async () => {
    const entries = entry(0, path(sequence(5)))
    const body = [0, 0, 0, 0, 20, 198, 51, 111, 0, 1, ...entries]
    const got = await read(Buffer.concat([twoPeers, record(13, 2, body, 1_710_000_000)]))
    expect(got.takenAt).toEqual(new Date(1_710_000_000_000))
    expect([...routesOf(got.rows)]).toEqual(['198.51.96.0/20 5 1'])
  })

  test('keeps its other routes when one record is malformed', async () => {
    const wrong = rib(entry(9, path(sequence(5))))
    const { rows, refused } = await read(Buffer.concat([twoPeers, wrong, rib(entry(0, path(sequence(6))))]))
    expect([...routesOf(rows)]).toEqual(['198.51.100.0/24 6 1'])
    expect(refused).toEqual([`byte ${twoPeers.length}: the record of a route is malformed`])
  })

  test.each([
    ['ends in AS0', path(sequence(64_501, 0))],
    ['is longer than it says', attribute(2, [2, 9, ...u32(5)])],
    ['has a segment of no kind', attribute(2, [7, 1, ...u32(5)])],
    ['is cut off by the end of its attributes', [0x40, 2, 99, 2, 1]],
  ])('keeps what others see when the path of one peer %s', async (_, strange) => {
    const peers = index(peer4(1, 64_500), peer4(2, 64_501), peer4(3, 64_502))
    const table = rib(entry(0, path(sequence(64_500, 5))), entry(1, strange), entry(2, path(sequence(64_502, 5))))
    const { rows, refused } = await read(Buffer.concat([peers, table]))
    expect([...routesOf(rows)]).toEqual(['198.51.100.0/24 5 2'])
    expect(refused).toEqual([`byte ${peers.length}: the paths of some peers are malformed or end in AS0 (1)`])
  })

  test('keeps what others see in the old form, too, where each peer has a record', async () => {
    const dumped = (last: number, asns: readonly number[]) => {
      const attributes = attribute(2, [2, asns.length, ...asns.flatMap(u16)])
      const rest = [...u16(attributes.length), ...attributes]
      return record(12, 1, [0, 0, 0, 0, 198, 51, 100, 0, 24, 1, ...u32(0), 192, 0, 2, last, ...u16(701), ...rest])
    }
    const { rows, refused } = await read(Buffer.concat([dumped(1, [701, 5]), dumped(2, [701, 0]), dumped(3, [701, 5])]))
    expect([...routesOf(rows)]).toEqual(['198.51.100.0/24 5 2'])
    expect(refused).toEqual([`byte ${dumped(1, [701, 5]).length}: the record of a route is malformed`])
  })

  test.each([
    ['a page', Buffer.from('<!DOCTYPE html>'), 'byte 0: is not the beginning of an MRT record'],
    ['nothing', Buffer.alloc(0), 'byte 0: there is no route table in this file'],
    ['updates', sample('openbgpd_rib_table-mp'), 'byte 0: there is no route table in this file'],
    ['routes without peers', rib(), 'byte 0: routes come before the table of their peers'],
    ['a giant', Buffer.from([...u32(0), 0, 13, 0, 2, 255, 0, 0, 0]), 'byte 0: begins an MRT record longer than any is'],
  ])('of %s is refused', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
  })

  test.each([
    ['bird-mrtdump_rib', 3, ['172.17.0.0/24 64512 1', '172.17.0.0/24 65534 1', '172.17.1.0/24 64512 1']],
    ['bird6-mrtdump_rib', 3, ['fd01:1::/64 64512 1', 'fd01:1::/64 65534 1', 'fd01:1:1::/64 64512 1']],
    ['quagga_rib', 6, ['172.17.0.0/24 64512 1', '172.17.1.0/24 64512 1', '172.17.2.0/24 64512 1']],
    ['openbgpd_rib_table', 21, ['192.168.0.0/16 65015 1', '192.168.0.10/32 65000 1']],
    ['openbgpd_rib_table-v2', 21, ['192.168.0.0/16 65015 1', '192.168.0.10/32 65000 1']],
  ])('of a real daemon is read: %s', async (name, prefixes, first) => {
    const got = await routes(sample(name))
    expect(new Set(got.map((route) => route.split(' ')[0])).size).toBe(prefixes)
    expect(got.slice(0, first.length)).toEqual(first)
  })

  test.each(samples)('cut off at any byte is refused at the record that is cut: $name', async ({ bytes }) => {
    const starts = recordStarts(bytes)
    for (let length = 1; length < bytes.length; length++) {
      const begun = starts.findLast((start) => start <= length) ?? 0
      const message = await read(bytes.subarray(0, length)).then(
        () => '',
        (error: unknown) => (error instanceof SourceFault ? error.message : 'crashed'),
      )
      // Between two records nothing shows, unless there was no route before.
      const between = ['', 'byte 0: there is no route table in this file (updates, perhaps)']
      expect(begun === length ? between : [cut(begun)]).toContain(message)
    }
  })

  test('with bytes changed is read or refused, never more', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), changes, async ({ bytes }, changed) => {
        const other = Buffer.from(bytes)
        for (const [place, value] of changed) other[place % other.length] = value
        const got = await routes(other).catch((error: unknown) => error)
        expect(Array.isArray(got) || got instanceof SourceFault).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

const cut = (at: number) => `byte ${at}: the MRT record that begins here is cut off by the end of the file`

const table4 = 'rib/rib.20140523.0600-first-mb.bz2'
const table6 = 'rib/rib6.20151101.0600-first-mb.bz2'

describe.skipIf(absent('rib'))('real route tables (skipped without the data)', { timeout: 60_000 }, () => {
  test.each([table4, table6])('%s was cut off, and is refused with the byte', async (file) => {
    const reading = readInto(readMrt, new AnnouncementRows(), fileBytes(realFile(file)))
    await expect(reading).rejects.toThrow(/byte (1048576|1088026) of .* the file was cut off/)
  })

  test('before the cut there is what others found there', async () => {
    const bytes = await wholeRecords(realFile(table4))
    const got = await routes(bytes)
    const peers = (kept: readonly string[]) => kept.reduce((sum, route) => sum + Number(route.split(' ')[2]), 0)
    expect(bytes.readUInt16BE(12 + 6 + bytes.readUInt16BE(12 + 4))).toBe(47)
    expect(new Set(got.map((route) => route.split(' ')[0])).size).toBe(9072)
    expect(peers(got)).toBe(270_005)
    expect(peers(got.filter((route) => route.includes('{')))).toBe(87)
  })

  test('in IPv6 too', async () => {
    const got = await routes(await wholeRecords(realFile(table6)))
    expect(new Set(got.map((route) => route.split(' ')[0])).size).toBe(6870)
    expect(got.every((route) => route.includes(':'))).toBe(true)
  })
})

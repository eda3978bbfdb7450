import { describe, expect, test } from 'vitest'
import { pieces, readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { announcements } from '../datasets/announcements.ts'
import { readPfx2as } from './pfx2as.ts'
import { readRiswhois } from './riswhois.ts'
import type { Reader } from '../reading/source.ts'

type Read = Reader<ReturnType<typeof announcements.collect>>

async function read(reader: Read, text: string, size = 65_536) {
  const { rows, refused } = await readInto(reader, announcements.collect(), pieces(text, size))
  const view = announcements.open(rows.finish())
  const all = [knownPrefix('0.0.0.0/0'), knownPrefix('::/0')].flatMap((block) => [
    ...view.of(block),
    ...view.inside(block),
  ])
  return {
    lines: all.map(({ prefix, asn, asSet, peers }) => `${formatPrefix(prefix)} ${asSet ?? asn} ${peers ?? '-'}`),
    refused,
  }
}

describe('AS0', () => {
  test.each<[string, Read, string, readonly string[], string]>([
    ['riswhois', readRiswhois, '0\t192.0.2.0/24\t3\n64500\t192.0.2.0/24\t90\n', ['192.0.2.0/24 64500 90'], 'line 1'],
    ['pfx2as', readPfx2as, '192.0.2.0\t24\t64500\n192.0.2.0\t24\t0\n', ['192.0.2.0/24 64500 -'], 'line 2'],
    [
      'bgp.tools',
      readPfx2as,
      '{"CIDR":"192.0.2.0/24","ASN":0,"Hits":3}\n{"CIDR":"192.0.2.0/24","ASN":64500,"Hits":90}\n',
      ['192.0.2.0/24 64500 90'],
      'line 1',
    ],
  ])('is no origin in %s, and takes nothing from the others', async (_, reader, text, lines, place) => {
    expect(await read(reader, text)).toEqual({ lines, refused: [`${place}: comes from AS0, which announces nothing`] })
  })

  test('is left out where several origins share a line', async () => {
    expect(await read(readPfx2as, '192.0.2.0\t24\t0_64500\n')).toEqual({
      lines: ['192.0.2.0/24 64500 -'],
      refused: [],
    })
  })
})

describe('pfx2as', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'CAIDA: several origins and sets',
      '192.0.2.0\t24\t64500\n198.51.100.0\t24\t64501_64502\r\n203.0.113.0\t24\t64503,64500_64504\n2001:db8::\t32\t64505\n',
      [
        '192.0.2.0/24 64500 -',
        '198.51.100.0/24 64501 -',
        '198.51.100.0/24 64502 -',
        '203.0.113.0/24 {64500,64503} -',
        '203.0.113.0/24 64504 -',
        '2001:db8::/32 64505 -',
      ],
    ],
    [
      'pyasn',
      '; IP-ASN32-DAT file\n; \n\n192.0.2.0/24\t64500\n2001:db8::/32\t64501\n',
      ['192.0.2.0/24 64500 -', '2001:db8::/32 64501 -'],
    ],
    [
      'bgp.tools',
      '{"CIDR":"192.0.2.0/24","ASN":64500,"Hits":300}\n{"CIDR":"192.0.2.0/24","ASN":64500,"Hits":400}\n{"CIDR":"2001:db8::/32","ASN":64501,"Hits":1}\n',
      ['192.0.2.0/24 64500 400', '2001:db8::/32 64501 1'],
    ],
    [
      'rows twice and in any order',
      '192.0.2.0\t24\t2\n10.0.0.0\t8\t1\n192.0.2.0\t24\t2\n',
      ['10.0.0.0/8 1 -', '192.0.2.0/24 2 -'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(readPfx2as, text)).toEqual({ lines: expected, refused: [] })
    expect(await read(readPfx2as, text, 5)).toEqual({ lines: expected, refused: [] })
  })

  test.each([
    ['192.0.2.0\t24\t1', '192.0.2.1\t24\t1', 'has no prefix (host bits set)'],
    ['192.0.2.0\t24\t1', '192.0.2.0\t33\t1', 'has no prefix (length out of range)'],
    ['192.0.2.0\t24\t1', '192.0.2.0\t24\t1_x', 'has no origin'],
    ['192.0.2.0\t24\t1', '192.0.2.0\t24\t4294967296', 'has no origin'],
    ['192.0.2.0\t24\t1', '192.0.2.0\t24', 'has no origin'],
    ['192.0.2.0\t24\t1', 'nonsense', 'has no prefix (not an address)'],
    ['192.0.2.0/24\t1', '2001:db8::1/32\t1', 'has no prefix (host bits set)'],
    ['{"CIDR":"192.0.2.0/24","ASN":1,"Hits":1}', '{"CIDR":"192.0.2.0/24","ASN":1,"Hits":0}', 'has no count of hits'],
    ['{"CIDR":"192.0.2.0/24","ASN":1,"Hits":1}', '{"CIDR":"x","ASN":1,"Hits":0}', 'has no prefix (not an address)'],
    [
      '{"CIDR":"192.0.2.0/24","ASN":1,"Hits":1}',
      '{"CIDR":"192.0.2.0/24","ASN":1,"Hits":1}}',
      'is no object with CIDR, ASN and Hits',
    ],
    ['{"CIDR":"192.0.2.0/24","ASN":1,"Hits":1}', '{"CIDR', 'is no object with CIDR, ASN and Hits'],
  ])('after %j, %j is left out', async (good, bad, why) => {
    const { lines, refused } = await read(readPfx2as, `${good}\n${bad}\n${good}\n`)
    expect(lines).toHaveLength(1)
    expect(refused).toEqual([`line 2: ${why}`])
  })

  test('a bad IPv6 row does not spoil the IPv4 rows after it', async () => {
    const { lines, refused } = await read(readPfx2as, '192.0.2.0\t24\t1\n2001:zz::\t32\t1\n10.0.0.0\t8\t1\n')
    expect([lines.length, refused.length]).toEqual([2, 1])
  })

  test.each([
    ['; nothing but a comment\n', 'line 1: the file ends, and none of its lines is a prefix with its origin'],
    ['192.0.2.0\t24\t645', 'line 1: has no end: the file was cut off'],
    ['prefix,asn\n', 'line 1: begins no table of pfx2as, pyasn or bgp.tools'],
    ['\n  <html>', 'line 1: begins like a web page'],
    [`192.0.2.0\t24\t${'1_'.repeat(2 ** 20)}`, 'line 1: is longer than 1048576 bytes'],
  ])('%.30j is refused whole', async (text, why) => {
    await expect(read(readPfx2as, text)).rejects.toThrow(why)
  })
})

describe('riswhois', () => {
  test('origins, sets and peers, IPv4 and IPv6', async () => {
    const text =
      '% RIS whois\n%\n\n64500\t192.0.2.0/24\t300\n{64502,64501}\t192.0.2.0/24\t2\r\n64500\t192.0.2.0/24\t310\n64503\t2001:db8::/32\t7\n'
    expect(await read(readRiswhois, text, 9)).toEqual({
      lines: ['192.0.2.0/24 {64501,64502} 2', '192.0.2.0/24 64500 310', '2001:db8::/32 64503 7'],
      refused: [],
    })
  })

  test.each([
    ['64500\t192.0.2.1/24\t3', 'has no prefix (host bits set)'],
    ['64500\t192.0.2.0/24', 'has 2 fields, not origin, prefix and peers'],
    ['64500\t192.0.2.0/24\t0', 'has no count of peers'],
    ['{}\t192.0.2.0/24\t1', 'has no origin'],
    ['AS64500\t192.0.2.0/24\t1', 'has no origin'],
  ])('%j is left out', async (bad, why) => {
    const { lines, refused } = await read(readRiswhois, `64500\t192.0.2.0/24\t3\n${bad}\n`)
    expect(lines).toEqual(['192.0.2.0/24 64500 3'])
    expect(refused).toEqual([`line 2: ${why}`])
  })

  test.each([
    ['% nothing\n', 'line 1: the file ends'],
    ['192.0.2.0/24\t64500\t3\n', 'line 1: begins no table of riswhois'],
    ['<html>', 'line 1: begins like a web page'],
  ])('%j is refused whole', async (text, why) => {
    await expect(read(readRiswhois, text)).rejects.toThrow(why)
  })
})

import { describe, expect, test } from 'vitest'
import { pieces, readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { vrps, type VrpRows } from '../datasets/vrps.ts'
import { readVrps } from './vrps.ts'

const everything: readonly Prefix[] = [knownPrefix('0.0.0.0/0'), knownPrefix('::/0')]

/** `AS1 1.0.0.0/8-9 ripencc 5` for each payload. */
function lines(rows: VrpRows): string[] {
  const view = vrps.open(rows.finish())
  return everything
    .flatMap((all) => view.within(all))
    .map(({ prefix, asn, maxLength, ta, expires }) => `AS${asn} ${formatPrefix(prefix)}-${maxLength} ${ta} ${expires}`)
}

async function read(text: string, size = 65_536) {
  const { rows, refused, takenAt } = await readInto(readVrps, vrps.collect(), pieces(text, size))
  return { lines: lines(rows), refused, takenAt }
}

const both = ['AS64500 192.0.2.0/24-24 ripencc 1789657200', 'AS64501 2001:db8::/32-48 apnic 1789657200']
const timeless = both.map((line) => line.replace('1789657200', 'null'))

describe('payloads as CSV', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'rpki-client',
      'ASN,IP Prefix,Max Length,Trust Anchor,Expires\nAS64500,192.0.2.0/24,24,ripe,1789657200\nAS64501,2001:db8::/32,48,apnic,1789657200\n',
      both,
    ],
    [
      'Routinator, with CRLF',
      'ASN,IP Prefix,Max Length,Trust Anchor\r\nAS64500,192.0.2.0/24,24,ripe\r\n\r\nAS64501,2001:db8::/32,48,apnic\r\n',
      timeless,
    ],
    [
      'Routinator for the old validator',
      '"ASN","IP Prefix","Max Length","Trust Anchor"\n"64500","192.0.2.0/24","24","ripe"\n"64501","2001:db8::/32","48","apnic"\n',
      timeless,
    ],
    [
      'Routinator, extended',
      'URI,ASN,IP Prefix,Max Length,Not Before,Not After\nrsync://a/b.roa,AS64500,192.0.2.0/24,,2025-09-17 15:00:00,2026-09-17 15:00:00\n',
      ['AS64500 192.0.2.0/24-24  1789657200'],
    ],
    [
      'a byte order mark',
      '\u00ef\u00bb\u00bfASN,IP Prefix,Max Length,Trust Anchor\nas64500,192.0.2.0/24,24,RIPE\n64501,2001:db8::/32,48,apnic\n',
      timeless,
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual({ lines: expected, refused: [], takenAt: undefined })
    expect(await read(text, 7)).toEqual({ lines: expected, refused: [], takenAt: undefined })
  })

  test.each([
    ['AS64500,192.0.2.1/24,24,ripe,1', 'has no prefix (host bits set)'],
    ['AS64500,192.0.2.0/33,33,ripe,1', 'has no prefix (length out of range)'],
    ['AS64500,192.0.2.0/024,24,ripe,1', 'has no prefix (leading zero)'],
    ['AS64500,192.0.2.0,24,ripe,1', 'has no prefix (length missing)'],
    ['AS64500,2001:db8::1/64,64,ripe,1', 'has no prefix (host bits set)'],
    ['AS64500,192.0.2.0/24,23,ripe,1', 'has no maximum length between 24 and 32'],
    ['AS64500,192.0.2.0/24,33,ripe,1', 'has no maximum length between 24 and 32'],
    ['AS64500,2001:db8::/32,129,ripe,1', 'has no maximum length between 32 and 128'],
    ['AS4294967296,192.0.2.0/24,24,ripe,1', 'has no AS number'],
    ['AS,192.0.2.0/24,24,ripe,1', 'has no AS number'],
    ['AS64500,192.0.2.0/24,24,ripe,soon', 'has no time at which it expires'],
    ['AS64500,192.0.2.0/24,24,ripe', 'has 4 fields, not 5 fields'],
    ['AS64500,192.0.2.0/24,24,"ripe,1', 'has an open quote, not 5 fields'],
  ])('a row that is wrong is left out: %s', async (row, why) => {
    const text = `ASN,IP Prefix,Max Length,Trust Anchor,Expires\n${row}\nAS64500,192.0.2.0/24,24,ripe,1789657200\n`
    expect(await read(text)).toEqual({ lines: both.slice(0, 1), refused: [`line 2: ${why}`], takenAt: undefined })
  })

  test.each([
    ['', 'byte 0: the file is empty'],
    ['<!DOCTYPE html>\n<html>', 'line 1: begins like a web page, not like data'],
    ['Prefix,Origin\n1,2\n', 'line 1: is not a header with ASN, IP Prefix and Max Length'],
    ['AS64500,192.0.2.0/24,24,ripe\n', 'line 1: is not a header'],
    ['ASN,IP Prefix,Max Length\nAS64500,192.0.2.0/24,2', 'line 2: has no end: the file was cut off'],
    ['ASN,IP Prefix,Max Length\n', 'line 1: the file ends, and none of its lines is a payload of a ROA'],
    [`ASN,IP Prefix,Max Length\n${'1'.repeat(2 ** 20 + 1)}`, 'line 2: is longer than 1048576 bytes'],
    [
      `ASN,IP Prefix,Max Length,TA\n${Array.from({ length: 70 }, (_, i) => `1,10.0.0.0/8,8,anchor ${i}`).join('\n')}`,
      'line 66: names the 65th trust anchor',
    ],
  ])('a file that is wrong is refused whole: %.40j', async (text, why) => {
    await expect(read(text)).rejects.toThrow(why)
  })
})

describe('payloads as JSON', () => {
  const entries = [
    '{ "asn": 64500, "prefix": "192.0.2.0/24", "maxLength": 24, "ta": "ripe", "expires": 1789657200 }',
    '{ "asn": "AS64501", "prefix": "2001:db8::/32", "maxLength": 48, "ta": "apnic", "expires": 1789657200 }',
  ]
  const file = (roas: string, metadata = '"buildtime": "2026-09-16T00:06:05Z", "uniquevrps": 2, "talfiles": ["a]}"]') =>
    `{\n\t"metadata": {\n${metadata}\n},\n\n"roas": [\n${roas}\n], "aspas": [{ "providers": [1, 2] }], "n": -1.5e3, "t": "}" }\n`

  test('rpki-client and Routinator, in pieces of any size', async () => {
    for (const size of [1, 7, 65_536]) {
      expect(await read(file(entries.join(',')), size)).toEqual({
        lines: both,
        refused: [],
        takenAt: new Date('2026-09-16T00:06:05Z'),
      })
    }
  })

  test('an AS number as text of digits, and Routinator’s time', async () => {
    const text = file('{"asn":"64500","prefix":"192.0.2.0/24","maxLength":24,"ta":"ripe"}', '"generated": 1789657200')
    expect(await read(text)).toEqual({ lines: timeless.slice(0, 1), refused: [], takenAt: new Date(1789657200e3) })
  })

  test('the extended form: the anchor and the latest end under source', async () => {
    const source = (notAfter: string) =>
      `{"type":"roa","uri":"rsync://a/b.roa","tal":"ripe","validity":{"notBefore":"2025-01-01T00:00:00Z","notAfter":"${notAfter}"}}`
    const text = file(
      `{"asn":"AS64500","prefix":"192.0.2.0/24","maxLength":24,"source":[${source('2026-01-01T00:00:00Z')},${source('2026-09-17T15:00:00Z')}]}`,
      '',
    )
    expect(await read(text)).toEqual({ lines: both.slice(0, 1), refused: [], takenAt: undefined })
  })

  test('the extended form: a payload ends with the chain above its ROA', async () => {
    const text = file(
      '{"asn":"AS64500","prefix":"192.0.2.0/24","maxLength":24,"source":[{"type":"roa","tal":"ripe","validity":{"notAfter":"2027-07-01T00:00:00Z"},"chainValidity":{"notAfter":"2026-09-17T15:00:00Z"},"stale":"2026-09-17T03:00:00Z"}]}',
      '',
    )
    expect((await read(text)).lines).toEqual(both.slice(0, 1))
  })

  test('an entry that is wrong is left out, at its byte', async () => {
    const bad = '{"asn":"x","prefix":"192.0.2.0/24","maxLength":24,"ta":"ripe"}'
    const text = file([...entries, bad].join(','), '')
    expect((await read(text)).refused).toEqual([`byte ${text.indexOf(bad)}: has no AS number`])
  })

  test.each([
    [file(entries[0] ?? ''), 'metadata: says that there is another number of payloads than the 1 there are'],
    [file(entries.join(',')).slice(0, 300), 'the file ends in the middle'],
    [file(''), 'byte 0: begins a file without a single entry under roas'],
    [`${file(entries.join(','))}{`, 'goes on after the end of the object'],
    ['{ "roas": [{ asn: 1 }] }', 'byte 11: is not JSON'],
    ['{ "roas": [{ "a": 1 ] }', 'closes a bracket that was not opened'],
    ['{ "roas" ]', 'closes a bracket that was not opened'],
    ['{ & }', 'byte 2: is not JSON'],
    [`{ "roas": [{ "a": "${'x'.repeat(2 ** 21)}`, 'byte 11: begins an entry of more than 1048576 bytes'],
  ])('a file that is wrong is refused whole: %.40j', async (text, why) => {
    await expect(read(text)).rejects.toThrow(why)
  })
})

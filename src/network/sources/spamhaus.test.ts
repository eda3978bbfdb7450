import { describe, expect, test } from 'vitest'
import { absent, fileBytes, readInto, realFile } from '../../../test/support/market/network.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { Blocklist, BlocklistRows } from '../datasets/blocklist.ts'
import { pack, unpack } from '../tables/columns.ts'
import { readAsnDrop, readDrop } from './spamhaus.ts'

const about = (records: number) => `{"type":"metadata","timestamp":1784798042,"size":1,"records":${records}}\n`
const four = '{"cidr":"192.0.2.0/24","sblid":"SBL1","rir":"test"}\n'
const six = '{"cidr":"2001:db8::/32","sblid":"SBL2","rir":"test"}\n'

const drop = (text: string) => readInto(readDrop, new BlocklistRows(), text)
const listOf = (rows: BlocklistRows) => new Blocklist(unpack(pack(rows.finish())))

describe('DROP', () => {
  test('has prefixes of both families, each with its reason, and says when it was made', async () => {
    const { rows, refused, takenAt } = await drop(four + six + about(2))
    const view = listOf(rows)
    expect([refused, takenAt]).toEqual([[], new Date(1_784_798_042_000)])
    const entry = { prefix: knownPrefix('192.0.2.0/24'), list: 'Spamhaus DROP', reason: 'SBL1' }
    expect(view.covering(knownPrefix('192.0.2.128/25'))).toEqual([entry])
    expect(view.within(knownPrefix('192.0.0.0/16'))).toEqual([entry])
    expect(view.covering(knownPrefix('2001:db8:1::/48'))[0]?.reason).toBe('SBL2')
    expect(view.covering(knownPrefix('198.51.100.0/24'))).toEqual([])
  })

  test.each([
    ['a row fewer than it says', four + about(2), 'line 2: the file has 1 rows, and says that it has another number'],
    ['its end missing', four + six, 'line 2: the file ends without the line about itself: it was cut off'],
    ['half a line', `${four}{"cidr":"192`, 'line 2: is no JSON object'],
    ['a page', '<html>', 'line 1: begins like a web page'],
  ])('with %s is refused', async (_, text, message) => {
    await expect(drop(text)).rejects.toThrow(message)
  })

  test('leaves out a row that is no prefix', async () => {
    const { rows, refused } = await drop(`${four}{"cidr":"192.0.2.1/24"}\n${about(2)}`)
    expect([rows.count, refused]).toEqual([1, ['line 2: has no prefix (host bits set)']])
  })
})

describe('DROP as text', () => {
  const text =
    '; Spamhaus DROP List 2026/11/16\n; Last-Modified: Mon, 16 Nov 2026 08:40:05 GMT\n; Expires: Mon, 16 Nov 2026 20:40:05 GMT\n'

  test('has the same rows, and says when it was made', async () => {
    const { rows, refused, takenAt } = await drop(
      `${text}192.0.2.0/24 ; SBL1\r\n192.0.2.1/24 ; SBL2\n2001:db8::/32 ; SBL3\n`,
    )
    expect([refused, takenAt]).toEqual([['line 5: has no prefix (host bits set)'], new Date('2026-11-16T08:40:05Z')])
    expect(listOf(rows).covering(knownPrefix('192.0.2.128/25'))).toEqual([
      { prefix: knownPrefix('192.0.2.0/24'), list: 'Spamhaus DROP', reason: 'SBL1' },
    ])
  })

  test.each([
    ['without rows', text, 'line 3: the file ends, and none of its lines is a prefix'],
    ['cut off', `${text}192.0.2.0/24 ; SB`, 'line 4: has no end: the file was cut off'],
  ])('is refused %s', async (_, file, why) => {
    await expect(drop(file)).rejects.toThrow(why)
  })
})

test('ASN-DROP has AS numbers', async () => {
  const rows = '{"asn":64500,"rir":"test","domain":"example.net","cc":"NL","asname":"EXAMPLE"}\n{"asn":"64501"}\n'
  const got = await readInto(readAsnDrop, new BlocklistRows(), rows + about(2))
  expect(got.refused).toEqual(['line 2: has no AS number'])
  const view = new Blocklist(unpack(pack(got.rows.finish())))
  expect(view.asn(64_500)).toEqual({ asn: 64_500, list: 'Spamhaus ASN-DROP', reason: 'EXAMPLE, example.net' })
  expect([got.rows.count, view.asn(64_501)]).toEqual([1, null])
})

describe.skipIf(absent('lists'))('real lists (skipped without the data)', () => {
  test('DROP', async () => {
    const bytes = fileBytes(realFile('lists/drop_v4.json'))
    const { rows, refused, takenAt } = await readInto(readDrop, new BlocklistRows(), bytes)
    expect([rows.count, refused, takenAt]).toEqual([1670, [], new Date(1_784_798_042_000)])
    expect(listOf(rows).covering(knownPrefix('1.10.20.0/24'))[0]?.reason).toBe('SBL256894')
  })

  test('ASN-DROP', async () => {
    const bytes = fileBytes(realFile('lists/2024-02_asn_drop.json'))
    const { rows, refused } = await readInto(readAsnDrop, new BlocklistRows(), bytes)
    expect([rows.count, refused]).toEqual([201, []])
    expect(new Blocklist(rows.finish()).asn(932)?.reason).toBe('XNNET, xn.net')
  })
})

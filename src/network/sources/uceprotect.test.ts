import { expect, test } from 'vitest'
import { readInto } from '../../../test/support/network.ts'
import { knownPrefix } from '../../kernel/ip.ts'
import { AsnList, AsnListRows } from '../datasets/asnlist.ts'
import { Blocklist, BlocklistRows } from '../datasets/blocklist.ts'
import { readUceprotect, readUceprotectAsns } from './uceprotect.ts'

const prefixes = (text: string) => readInto(readUceprotect, new BlocklistRows(), text)
const asns = (text: string) => readInto(readUceprotectAsns, new AsnListRows(), text)

test('prefixes come with or without a reason of their own', async () => {
  const text = [
    '# a comment',
    '$SOA 10m example.net. a.example.net. 0 10m 10m 1d 30m',
    ':127.0.0.2:Listed at level 3',
    '192.0.2.0/24 :127.0.0.3:Your provider AS64500 is listed',
    '198.51.100.0/24',
    '203.0.113.9',
    '192.0.2.1/24',
    'rubbish here',
    '',
  ]
  const { rows, refused } = await prefixes(text.join('\r\n'))
  const view = new Blocklist(rows.finish())
  const reason = (prefix: string) => view.covering(knownPrefix(prefix))[0]?.reason
  expect(reason('192.0.2.0/24')).toBe('Your provider AS64500 is listed')
  expect(reason('198.51.100.0/24')).toBe('Listed at level 3')
  expect(reason('203.0.113.9/32')).toBe('Listed at level 3')
  expect(refused).toEqual(['line 7: is no prefix', 'line 8: is no prefix'])
})

test('AS numbers come with or without letters', async () => {
  const { rows, refused } = await asns('AS64500\n64501 Example Networks\nas0\nAS4294967296\nAS\n')
  const view = new AsnList(rows.finish())
  expect(view.entry(64_500)).toEqual({ asn: 64_500, list: 'UCEPROTECT level 3', reason: '' })
  expect(view.entry(64_501)?.reason).toBe('Example Networks')
  expect(refused).toEqual(['line 3: is no AS number', 'line 4: is no AS number', 'line 5: is no AS number'])
})

test('a file of the other kind is refused', async () => {
  await expect(prefixes('AS64500\nAS64501\n')).rejects.toThrow(
    'line 2: the file ends, and none of its lines is a prefix',
  )
  await expect(asns('192.0.2.0/24\n')).rejects.toThrow('line 1: the file ends, and none of its lines is an AS number')
})

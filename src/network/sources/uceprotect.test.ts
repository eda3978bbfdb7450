import { expect, test } from 'vitest'
import { readInto } from '../../../test/support/market/network.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { Blocklist, BlocklistRows } from '../datasets/blocklist.ts'
import { readUceprotect } from './uceprotect.ts'

const read = (text: string) => readInto(readUceprotect, new BlocklistRows(), text)

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
  const { rows, refused } = await read(text.join('\r\n'))
  const view = new Blocklist(rows.finish())
  const reason = (prefix: string) => view.covering(knownPrefix(prefix))[0]?.reason
  expect(reason('192.0.2.0/24')).toBe('Your provider AS64500 is listed')
  expect(reason('198.51.100.0/24')).toBe('Listed at level 3')
  expect(reason('203.0.113.9/32')).toBe('Listed at level 3')
  expect(refused).toEqual([
    'line 7: is neither a prefix nor an AS number',
    'line 8: is neither a prefix nor an AS number',
  ])
})

test('AS numbers come with or without letters', async () => {
  const { rows, refused } = await read('AS64500\n64501 :127.0.0.2:Example Networks\nas0\nAS4294967296\nAS\n')
  const view = new Blocklist(rows.finish())
  expect(view.asn(64_500)).toEqual({ asn: 64_500, list: 'UCEPROTECT level 3', reason: '' })
  expect(view.asn(64_501)?.reason).toBe('Example Networks')
  expect(refused).toEqual([3, 4, 5].map((line) => `line ${line}: is neither a prefix nor an AS number`))
})

test('a file of AS numbers is a source of its own, and one of neither is refused', async () => {
  expect(await read('AS64500\n')).toMatchObject({ source: 'asns' })
  expect(await read('192.0.2.0/24\n')).not.toHaveProperty('source')
  await expect(read('something else\n')).rejects.toThrow(
    'line 1: the file ends, and none of its lines is a prefix or an AS number',
  )
})

import { expect, test } from 'vitest'
import { formatPrefix, knownPrefix, specialUseOf } from './index.ts'
import { specialUses } from './special-use.ts'

test.each([
  ['10.1.2.0/24', '10.0.0.0/8', 'RFC 1918'],
  ['100.127.255.0/24', '100.64.0.0/10', 'RFC 6598'],
  ['192.0.0.0/29', '192.0.0.0/29', 'RFC 7335'],
  ['192.0.0.0/28', '192.0.0.0/24', 'RFC 6890 §2.1'],
  ['239.0.0.0/8', '224.0.0.0/4', 'RFC 5771'],
  ['255.255.255.255/32', '255.255.255.255/32', 'RFC 919 §7'],
  ['2001:db8:1::/48', '2001:db8::/32', 'RFC 3849'],
  ['2001:1ff::/32', '2001::/23', 'RFC 2928'],
  ['::ffff:c000:200/120', '::ffff:0:0/96', 'RFC 4291'],
])('%s lies in %s of %s', (text, row, rfc) => {
  const use = specialUseOf(knownPrefix(text))
  expect(use && [formatPrefix(use.prefix), use.rfc]).toEqual([row, rfc])
})

test.each(['0.0.0.0/0', '192.0.0.0/16', '198.0.0.0/8', '2001::/16', '::/0'])(
  '%s only touches it, which counts',
  (text) => {
    expect(specialUseOf(knownPrefix(text))).toBeDefined()
  },
)

test.each([
  '1.1.1.0/24',
  '11.0.0.0/8',
  '100.128.0.0/9',
  '172.32.0.0/11',
  '198.20.0.0/14',
  '2001:200::/23',
  '2a00::/12',
])('%s is ordinary', (text) => {
  expect(specialUseOf(knownPrefix(text))).toBeUndefined()
})

test('every row names its RFC, and no block is there twice', () => {
  expect(specialUses.filter((use) => !/^RFC \d+( §[\d.]+)?$/.test(use.rfc))).toEqual([])
  expect(new Set(specialUses.map((use) => formatPrefix(use.prefix))).size).toBe(specialUses.length)
})

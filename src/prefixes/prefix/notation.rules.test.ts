import { expect, it } from 'vitest'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { readNotation } from './notation.rules.ts'

const read = (text: string) => {
  const notation = readNotation(text)
  return notation.ok ? formatPrefix(notation.prefix) : notation.sentence
}

it.each([
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0::/32', '2001:db8::/32'],
  ['192.0.2.1/24', '"192.0.2.1/24" has host bits: the prefix around it is 192.0.2.0/24'],
  ['2001:db8::1/32', '"2001:db8::1/32" has host bits: the prefix around it is 2001:db8::/32'],
  ['192.0.2.0', '"192.0.2.0" has no length: write it as 192.0.2.0/24 or 2001:db8::/32'],
  ['192.0.2.0/33', '"192.0.2.0/33" has a length beyond that of an address'],
  ['192.0.2.0/x', '"192.0.2.0/x" has a length that is no number'],
  ['192.0.02.0/24', '"192.0.02.0/24" has a number with a leading zero'],
  ['::ffff:192.0.2.0/120', '"::ffff:192.0.2.0/120" is IPv6 in the form of IPv4: write all of it in hexadecimal'],
  ['fe80::%eth0/64', '"fe80::%eth0/64" has a zone, which prefixes do not have'],
  ['subsets', '"subsets" is no prefix: write it as 192.0.2.0/24 or 2001:db8::/32'],
])('reads %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

it('shows no more than a glimpse of what is long', () => {
  expect(read('x'.repeat(10_000)).length).toBeLessThan(150)
})

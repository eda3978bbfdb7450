import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPrefix, arbitraryAddress, arbitraryFamily } from '../../../test/support/arbitrary-ip.ts'
import { formatAddress, formatPrefix, parseAddress, parsePrefix } from '../../kernel/ip/index.ts'
import { foundPrefix } from '../sources/pfx2as.ts'
import { readAddress4, scan } from './scan.ts'
import { readAddress6, readPrefix } from './scan-prefix.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

function scannedPrefix(text: string): string | null {
  return readPrefix(bytes(text), 0, text.length) ? formatPrefix(foundPrefix()) : null
}

function scannedAddress(text: string): bigint | null {
  const [four, end4] = [readAddress4(bytes(text), 0, text.length), scan.at]
  if (four >= 0 && end4 === text.length) return BigInt(four)
  const six = readAddress6(bytes(text), 0, text.length)
  return six >= 0n && scan.at === text.length ? six : null
}

/** Texts that are nearly right: a right one with a character changed, dropped or doubled. */
const nearly = (right: fc.Arbitrary<string>) =>
  fc
    .tuple(right, fc.nat(), fc.constantFrom('', '0', '1', '9', 'f', 'g', '.', ':', '::', '/', ' ', '-'))
    .map(([text, at, by]) => {
      const place = at % (text.length + 1)
      return at % 2 === 0
        ? text.slice(0, place) + by + text.slice(place)
        : text.slice(0, place) + by + text.slice(place + 1)
    })

describe('bytes are read as the kernel reads text', () => {
  test('prefixes', () => {
    const texts = anyPrefix.map(formatPrefix)
    fc.assert(
      fc.property(fc.oneof(texts, nearly(texts)), (text) => {
        const parsed = parsePrefix(text)
        expect(scannedPrefix(text)).toBe(parsed.ok ? formatPrefix(parsed.value) : null)
      }),
      { numRuns: 5000 },
    )
  })

  test('addresses, save IPv6 with a dotted end', () => {
    const texts = arbitraryFamily.chain(arbitraryAddress).map(formatAddress)
    const undotted = fc.oneof(texts, nearly(texts)).filter((text) => !(text.includes(':') && text.includes('.')))
    fc.assert(
      fc.property(undotted, (text) => {
        const parsed = parseAddress(text)
        expect(scannedAddress(text)).toBe(parsed.ok ? parsed.value.value : null)
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    '',
    ':',
    '::',
    ':::',
    '1::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '1::2::3',
    '1:',
    'FFFF::A',
    '12345::',
    '192.0.2.256',
    '192.0.2.0.',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.00',
    '1.2.3.999',
  ])('address %j', (text) => {
    const parsed = parseAddress(text)
    expect(scannedAddress(text)).toBe(parsed.ok ? parsed.value.value : null)
  })

  test.each([
    '192.0.2.0/024',
    '192.0.2.0/',
    '192.0.2.0',
    '192.0.2.1/24',
    '::ffff:192.0.2.0/120',
    '::/129',
    '::/0',
    '0.0.0.0/0',
    '1.2.3.4/33',
    '/24',
  ])('prefix %j', (text) => {
    const parsed = parsePrefix(text)
    expect(scannedPrefix(text)).toBe(parsed.ok ? formatPrefix(parsed.value) : null)
  })
})

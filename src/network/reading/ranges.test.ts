import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInto } from '../../../test/support/market/network.ts'
import { addressOf, formatPrefix, knownPrefix, prefixAround, splitRange } from '../../kernel/ip/index.ts'
import { asNames } from '../datasets/as-names.ts'
import { places } from '../datasets/locations.ts'
import { addRange4, readAsnRanges, readCountryRanges } from './ranges.ts'

async function readNames(text: string | Uint8Array) {
  const { rows, refused } = await readInto(readAsnRanges, asNames.collect(), text)
  return { view: asNames.open(rows.finish()), refused, count: rows.count }
}

async function readPlaces(text: string) {
  const { rows, refused } = await readInto(readCountryRanges, places.collect(), text)
  return { view: places.open(rows.finish()), refused, count: rows.count }
}

test('a range becomes the blocks that the kernel makes of it', () => {
  const address = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 0xffff_ffff }),
    fc.constantFrom(0x8000_0000, 0xffff_ffff),
  )
  fc.assert(
    fc.property(address, address, (a, b) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)]
      const blocks: string[] = []
      addRange4(first, last, (start, length) => blocks.push(formatPrefix(prefixAround(addressOf(4, start), length))))
      expect(blocks).toEqual(splitRange(addressOf(4, first), addressOf(4, last)).map(formatPrefix))
    }),
    { numRuns: 1000, examples: [[0, 0xffff_ffff]] },
  )
})

describe('ranges of countries', () => {
  test('IPv4 and IPv6', async () => {
    const { view, refused } = await readPlaces(
      '# comment\n1.0.0.0,1.0.0.255,AU\r\n"1.0.1.0","1.0.3.255","CN"\n2001:db8::,2001:db8:0:ffff:ffff:ffff:ffff:ffff,SE\n',
    )
    expect(refused).toEqual([])
    const around = (block: string) => {
      const spot = view.around(knownPrefix(block))
      return spot && `${formatPrefix(spot.prefix)} ${spot.countryCode}`
    }
    expect(around('1.0.0.128/25')).toBe('1.0.0.0/24 AU')
    expect(around('1.0.1.0/24')).toBe('1.0.1.0/24 CN')
    expect(around('1.0.2.0/24')).toBe('1.0.2.0/23 CN')
    expect(around('1.0.4.0/24')).toBeNull()
    expect(around('2001:db8::/64')).toBe('2001:db8::/48 SE')
  })

  test('a range within a range knows better, also where both are made of the same block', async () => {
    const { view, refused } = await readPlaces('1.0.0.0,1.0.1.127,DE\n1.0.1.0,1.0.1.127,BE\n1.0.0.64,1.0.0.127,NL\n')
    const countries = ['1.0.0.0/26', '1.0.0.64/26', '1.0.1.0/25'].map(
      (block) => view.around(knownPrefix(block))?.countryCode,
    )
    expect([countries, refused]).toEqual([['DE', 'NL', 'BE'], []])
  })

  test('by tabs, with None for nowhere', async () => {
    const { view, count } = await readPlaces('1.0.0.0\t1.0.0.255\tAU\n1.0.1.0\t1.0.1.255\tNone\n')
    expect([count, view.around(knownPrefix('1.0.0.0/24'))?.countryCode]).toEqual([1, 'AU'])
  })

  test('with a header', async () => {
    expect((await readPlaces('start,end,cc\n1.0.0.0,1.0.0.255,AU\n')).count).toBe(1)
  })

  test.each([
    ['1.0.3.255,1.0.1.0,CN', 'has a range that runs backwards'],
    ['2001:db8::1,2001:db8::,CN', 'has a range that runs backwards'],
    ['1.0.1.0,2001:db8::,CN', 'has no IPv4 address as its end'],
    ['1.0.1.0,1.0.1,CN', 'has no IPv4 address as its end'],
    ['x,1.0.1.0,CN', 'begins with no address'],
    ['1.0.1.0,1.0.1.255,CHN', 'has no country code'],
    ['1.0.1.0,1.0.1.255,ZZ', 'has no country code'],
    ['1.0.1.0,1.0.1.255', 'has 2 fields, not 3'],
    ['1.0.0.0,1.0.0.255,NZ', 'has the range of the row before it'],
  ])('%s is left out', async (line, why) => {
    const { refused, count } = await readPlaces(`1.0.0.0,1.0.0.255,AU\n${line}\n`)
    expect({ refused, count }).toEqual({ refused: [`line 2: ${why}`], count: 1 })
  })

  test.each([
    ['network,country_iso\n', 'line 1: begins no file of 3 columns with address ranges'],
    ['1.0.0.0,1.0.0.255,1,A\n', 'line 1: begins no file of 3 columns with address ranges: has 4 fields, not 3'],
    ['<html>', 'line 1: begins like a web page'],
    ['start,end,cc\n', 'line 1: the file ends'],
  ])('%j is refused whole', async (text, why) => {
    await expect(readPlaces(text)).rejects.toThrow(why)
  })
})

describe('ranges of AS numbers', () => {
  test('give names, the first of each', async () => {
    const { view, refused, count } = await readNames(
      Buffer.from(
        '1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."\n1.0.4.0,1.0.7.255,7,Télé\n1.1.1.0,1.1.1.255,13335,CF\n1.2.0.0,1.2.0.255,0,Not routed\n',
      ),
    )
    expect({ refused, count }).toEqual({ refused: [], count: 2 })
    expect(view.of(13_335)).toEqual({ name: 'Cloudflare, Inc.', countryCode: null })
    expect(view.of(7)?.name).toBe('Télé')
  })

  test('come from iptoasn.com by tabs, with the country of each AS', async () => {
    const { view, refused, count } = await readNames(
      '1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET\n1.0.1.0\t1.0.3.255\t0\tNone\tNot routed\n2001:db8::\t2001:db8::ffff\t7\tNone\tA, B\n',
    )
    expect({ refused, count }).toEqual({ refused: [], count: 2 })
    expect(view.of(13_335)).toEqual({ name: 'CLOUDFLARENET', countryCode: 'US' })
    expect(view.of(7)).toEqual({ name: 'A, B', countryCode: null })
  })

  test.each([
    ['1.0.4.0,1.0.3.255,7,A', 'has a range that runs backwards'],
    ['1.0.4.0,1.0.7.255,AS7,A', 'has no AS number'],
    ['1.0.4.0,1.0.7.255,7,', 'has no name'],
  ])('%s is left out', async (line, why) => {
    expect((await readNames(`1.0.0.0,1.0.0.255,1,A\n${line}\n`)).refused).toEqual([`line 2: ${why}`])
  })
})

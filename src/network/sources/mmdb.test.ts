import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encoded, mmdbOf, type MmdbOptions } from '../../../test/support/market/mmdb.ts'
import { readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { LocationRows, Locations } from '../datasets/locations.ts'
import { readMmdb } from './mmdb.ts'
import { MmdbData } from './mmdb-data.ts'
import { SourceFault } from '../reading/source.ts'

async function read(bytes: Uint8Array) {
  const { rows, ...rest } = await readInto(readMmdb, new LocationRows(), bytes)
  return { ...rest, count: rows.count, view: new Locations(rows.finish()) }
}

const inCountry = (code: string) => ({ country: { iso_code: code, names: { en: code } } })
const amsterdam = {
  city: { names: { de: 'Amsterdam (de)', en: 'Amsterdam' } },
  ...inCountry('NL'),
  subdivisions: [{ iso_code: 'NH', names: { en: 'North Holland' } }],
}
const facts = [
  [knownPrefix('192.0.2.0/24'), amsterdam],
  [knownPrefix('198.51.100.0/25'), inCountry('DE')],
  [knownPrefix('2001:db8::/32'), inCountry('FR')],
] as const

const all = (view: Locations) =>
  [...view.within(knownPrefix('0.0.0.0/0')), ...view.within(knownPrefix('::/0'))].map(
    ({ prefix, countryCode }) => `${formatPrefix(prefix)} ${countryCode}`,
  )

describe('a MaxMind file', { timeout: 60_000 }, () => {
  test.each([24, 28, 32] as const)('gives every network with its place (records of %i bits)', async (recordSize) => {
    const { view, takenAt } = await read(mmdbOf(facts, { recordSize }))
    expect(all(view)).toEqual(['192.0.2.0/24 NL', '198.51.100.0/25 DE', '2001:db8::/32 FR'])
    expect(view.around(knownPrefix('192.0.2.128/25'))).toEqual({
      prefix: knownPrefix('192.0.2.0/24'),
      countryCode: 'NL',
      cityName: 'Amsterdam',
      state: 'NL-NH',
    })
    expect(takenAt).toEqual(new Date(1_700_000_000_000))
  })

  test('gives IPv4 once, however many IPv6 prefixes lead to it', async () => {
    const { view } = await read(mmdbOf(facts, { alias: knownPrefix('2002::/16') }))
    expect(all(view)).toEqual(['192.0.2.0/24 NL', '198.51.100.0/25 DE', '2001:db8::/32 FR'])
  })

  test('may be of IPv4 alone, and flat', async () => {
    const flat = [[knownPrefix('192.0.2.0/24'), { country_code: 'se', city: 'Umeå', state1: 'Västerbotten' }]] as const
    const { view } = await read(mmdbOf(flat, { version: 4 }))
    const spot = { countryCode: 'SE', cityName: 'Umeå', state: 'Västerbotten' }
    expect(view.around(knownPrefix('192.0.2.1/32'))).toMatchObject(spot)
  })

  test.each<[string, Uint8Array, string]>([
    ['a page', Buffer.from('<html>'), 'the file ends without the description'],
    ['AS numbers', mmdbOf([[knownPrefix('192.0.2.0/24'), { autonomous_system_number: 1 }]]), 'there is no place'],
    ['half a tree', mmdbOf(facts).subarray(600), 'the search tree is cut off'],
  ])('of %s is refused', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
  })

  test('with bytes changed or missing is read or refused, never more', async () => {
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }))
    const options = fc.record<MmdbOptions>({ recordSize: fc.constantFrom(24, 28, 32) })
    await fc.assert(
      fc.asyncProperty(options, fc.array(change, { maxLength: 3 }), fc.nat(), async (options, changes, cut) => {
        const whole = mmdbOf(facts, options)
        for (const [place, value] of changes) whole[place % whole.length] = value
        const bytes = cut % 2 === 0 ? whole : whole.subarray(0, cut % whole.length)
        const got = await read(bytes).catch((error: unknown) => error)
        expect(got instanceof Error && !(got instanceof SourceFault)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

test('pointers are followed, and circles of them refused', () => {
  const text = encoded('Amsterdam')
  // A pointer of eleven bits: 001, size 00, and the place.
  const data = Buffer.from([...text, 0x20, 0, 0x20, text.length + 2])
  expect(new MmdbData(data, 0, data.length).read(text.length)).toBe('Amsterdam')
  expect(() => new MmdbData(data, 0, data.length).read(text.length + 2)).toThrow('the data leads in a circle')
})

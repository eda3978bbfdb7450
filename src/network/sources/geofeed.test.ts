import { describe, expect, test } from 'vitest'
import { absent, fileBytes, readInto, realFile } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { LocationRows, Locations } from '../datasets/locations.ts'
import { geofeedWithin, readGeofeed } from './geofeed.ts'

async function read(text: string, reader = readGeofeed) {
  const { rows, ...rest } = await readInto(reader, new LocationRows(), Buffer.from(text))
  return { ...rest, count: rows.count, view: new Locations(rows.finish()) }
}

const all = (view: Locations) =>
  [...view.within(knownPrefix('0.0.0.0/0')), ...view.within(knownPrefix('::/0'))].map(
    ({ prefix, countryCode, state, cityName }) => `${formatPrefix(prefix)} ${countryCode} ${state} ${cityName}`,
  )

describe('a geofeed', () => {
  test('has prefixes and addresses, with a country and perhaps more', async () => {
    const { view, refused, takenAt } = await read(
      [
        '# A feed, last updated 2026-08-22T16:53:12+00:00',
        '192.0.2.0/24,NL,NL-NH,Amsterdam,',
        '192.0.2.9,de,DE-BE,Berlin',
        '2001:db8::/32,US,US-CA,"San José, ""north""",95101\r',
        '2001:db8::1,FR',
        '',
        '198.51.100.0/24,,,,',
      ].join('\n'),
    )
    expect(refused).toEqual([])
    expect(takenAt).toEqual(new Date('2026-08-22T16:53:12Z'))
    expect(all(view)).toEqual([
      '192.0.2.0/24 NL NL-NH Amsterdam',
      '192.0.2.9/32 DE DE-BE Berlin',
      '2001:db8::/32 US US-CA San José, "north"',
      '2001:db8::1/128 FR null null',
    ])
    expect(view.around(knownPrefix('192.0.2.9/32'))?.cityName).toBe('Berlin')
    expect(view.around(knownPrefix('198.51.100.0/24'))).toBeNull()
  })

  test('keeps its other rows when one is wrong', async () => {
    const { count, refused } = await read(
      '192.0.2.1/24,NL\nnowhere,NL\n192.0.2.0/24,Holland\n192.0.2.0/24,NL,DE-BE\n192.0.2.0/24,NL\n192.0.2.0/24,NL\n',
    )
    expect(count).toBe(2)
    expect(refused).toEqual([
      'line 1: has no prefix (host bits set)',
      'line 2: has no prefix (not an address)',
      'line 3: has no country code',
      'line 4: has a region of another country',
    ])
  })

  test('that contradicts itself counts as it says last', async () => {
    const { view } = await read('192.0.2.0/24,NL\n198.51.100.0/24,DE\n192.0.2.0/24,BE\n')
    expect(all(view)).toEqual(['192.0.2.0/24 BE null null', '198.51.100.0/24 DE null null'])
  })

  test('counts only inside the block that publishes it', async () => {
    const { view, refused } = await read(
      '192.0.2.0/25,NL\n198.51.100.0/24,NL\n',
      geofeedWithin(knownPrefix('192.0.2.0/24')),
    )
    expect(all(view)).toEqual(['192.0.2.0/25 NL null null'])
    expect(refused).toEqual(['line 2: lies outside the publishing block'])
  })

  test.each([
    ['', 'byte 0: the file is empty'],
    ['<html>', 'line 1: begins like a web page'],
    ['# only\n# words\n', 'line 2: the file ends, and none of its lines is a place'],
  ])('%j is none', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

const real = 'geo/aws-geofeed.txt'
test.skipIf(absent(real))('a real feed (skipped without the data)', async () => {
  const { rows, refused, takenAt } = await readInto(readGeofeed, new LocationRows(), fileBytes(realFile(real)))
  expect([rows.count, refused.length]).toEqual([10_661, 0])
  expect(takenAt).toEqual(new Date('2026-08-22T16:53:12Z'))
  const view = new Locations(rows.finish())
  expect(view.around(knownPrefix('15.230.177.9/32'))).toMatchObject({ countryCode: 'AE', cityName: 'Dubai' })
})

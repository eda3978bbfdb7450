import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crowdedPrefix } from '../../../test/support/arbitrary-ip.ts'
import { comparePrefixes, contains, formatPrefix, knownPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Announcement } from '../fact.rules.ts'
import { pack, unpack } from '../tables/columns.ts'
import { announcements, asSetText, type AnnouncementRows, type Announcements } from './announcements.ts'

const open = (rows: AnnouncementRows): Announcements => announcements.open(unpack(pack(rows.finish())))

function viewOf(routes: readonly Announcement[]): Announcements {
  const rows = announcements.collect()
  for (const route of routes) rows.add(route)
  return open(rows)
}

const route = (prefix: string, asn: number, peers: number | null, asSet: string | null = null): Announcement => ({
  prefix: knownPrefix(prefix),
  asn,
  asSet,
  peers,
})

const routeAmong = fc.record({
  prefix: crowdedPrefix,
  asn: fc.integer({ min: 0, max: 3 }),
  asSet: fc.constant(null),
  peers: fc.option(fc.integer({ min: 1, max: 9 })),
})
const setAmong = fc.record({
  prefix: crowdedPrefix,
  asn: fc.constant(0),
  asSet: fc.constantFrom('{1,2}', '{3}'),
  peers: fc.integer({ min: 1, max: 9 }),
})

/** One line for each prefix and origin, with the most peers of any. */
function merged(routes: readonly Announcement[]): string[] {
  const most = new Map<string, number>()
  for (const { prefix, asn, asSet, peers } of routes) {
    const key = `${formatPrefix(prefix)} ${asSet ?? asn}`
    most.set(key, Math.max(most.get(key) ?? 0, peers ?? 0))
  }
  return [...most].map(([key, peers]) => `${key} ${peers}`).toSorted()
}

const prefixesOf = (routes: readonly Announcement[]): Prefix[] => routes.map(({ prefix }) => prefix)

describe('announcements', () => {
  test('are found at a prefix, inside it and around it, each prefix and origin once', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(routeAmong, setAmong), { maxLength: 50 }), crowdedPrefix, (routes, asked) => {
        const view = viewOf(routes)
        const itself = (prefix: Prefix) => samePrefix(prefix, asked)
        expect(merged(view.of(asked))).toEqual(merged(routes.filter(({ prefix }) => itself(prefix))))
        const [inside, around] = [view.inside(asked), view.around(asked)]
        const isInside = ({ prefix }: Announcement) => contains(asked, prefix) && !itself(prefix)
        const isAround = ({ prefix }: Announcement) => contains(prefix, asked) && !itself(prefix)
        expect(merged(inside)).toEqual(merged(routes.filter(isInside)))
        expect(merged(around)).toEqual(merged(routes.filter(isAround)))
        expect(inside.length).toBe(merged(inside).length)
        expect(prefixesOf(inside)).toEqual(prefixesOf(inside).toSorted(comparePrefixes))
        expect(prefixesOf(around)).toEqual(prefixesOf(around).toSorted((a, b) => b.length - a.length))
      }),
      { numRuns: 500 },
    )
  })

  test('of AS 0 and of a set are not the same', () => {
    const routes = [route('192.0.2.0/24', 0, 1), route('192.0.2.0/24', 0, 2, '{64500,64501}')]
    expect(viewOf(routes).of(knownPrefix('192.0.2.0/24'))).toEqual(routes)
  })

  test('a set is written one way', () => {
    expect(asSetText([64501, 64500, 64501])).toBe('{64500,64501}')
  })

  test('more peers than fit are as many as fit', () => {
    const [found] = viewOf([route('192.0.2.0/24', 1, 1_000_000)]).of(knownPrefix('192.0.2.0/24'))
    expect(found?.peers).toBe(65_535)
  })
})

describe('who looked', () => {
  test('is what the file says', () => {
    const rows = announcements.collect()
    rows.add(route('192.0.2.0/24', 1, 7))
    rows.seenFrom(4, { fullTable: 30, active: 47 })
    const view = open(rows)
    expect(view.vantage(4)).toEqual({ fullTable: 30, active: 47 })
    expect(view.vantage(6)).toBeNull()
  })

  test('is estimated from the counts where it does not: the middle prefix and the best seen', () => {
    const view = viewOf([
      route('192.0.2.0/24', 1, 3),
      route('192.0.2.0/25', 1, 300),
      route('192.0.2.0/25', 2, 5),
      route('198.51.100.0/24', 1, 310),
      route('2001:db8::/32', 1, 200),
    ])
    expect(view.vantage(4)).toEqual({ fullTable: 300, active: 310 })
    expect(view.vantage(6)).toEqual({ fullTable: 200, active: 200 })
  })

  test('is not known where nothing was counted', () => {
    expect(viewOf([route('192.0.2.0/24', 1, null)]).vantage(4)).toBeNull()
  })
})

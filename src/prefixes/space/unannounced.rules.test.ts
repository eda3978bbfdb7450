import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressCount, formatPrefix, knownPrefix, nthChild, overlaps, type Prefix } from '../../kernel/ip/index.ts'
import type { Announcement, Known } from '../../network/index.ts'
import { unannouncedIn, type RoutesOf } from './unannounced.rules.ts'

const known = (prefixes: readonly Prefix[]): Known<Announcement[]> => ({
  source: 'test',
  takenAt: new Date(0),
  stale: false,
  value: prefixes.map((prefix) => ({ prefix, asn: 64_500, asSet: null, peers: 1 })),
})

const facts = (of: readonly string[], inside: readonly Prefix[], around: readonly string[]): RoutesOf => ({
  announcementsOf: () => known(of.map(knownPrefix)),
  announcementsInside: () => known(inside),
  announcementsAround: () => known(around.map(knownPrefix)),
})

const block = knownPrefix('10.0.0.0/16')
const nobody = facts([], [], [])

it('is the whole block when nobody announces any of it', () => {
  expect(unannouncedIn(block, nobody).map(formatPrefix)).toEqual(['10.0.0.0/16'])
})

it('is nothing when all of it is announced, or there is no data', () => {
  expect(unannouncedIn(block, facts(['10.0.0.0/16'], [], []))).toEqual([])
  expect(unannouncedIn(block, facts([], [], ['10.0.0.0/8']))).toEqual([])
  expect(unannouncedIn(block, { ...nobody, announcementsInside: () => null })).toEqual([])
})

it('is exactly what no route inside covers, in the fewest blocks', () => {
  const routes = fc.array(
    fc
      .tuple(fc.integer({ min: 17, max: 24 }), fc.nat())
      .map(([length, n]) => nthChild(block, length, n % 2 ** (length - 16))),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(routes, (inside) => {
      const free = unannouncedIn(block, facts([], inside, []))
      const covered = new Set(
        Array.from({ length: 256 }, (_, n) => nthChild(block, 24, n)).flatMap((leaf) =>
          inside.some((route) => overlaps(route, leaf)) ? formatPrefix(leaf) : [],
        ),
      )
      expect(free.every((one) => inside.every((route) => !overlaps(one, route)))).toBe(true)
      expect(free.reduce((sum, one) => sum + addressCount(one), 0)).toBe((256 - covered.size) * 256)
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { known, route, vrp } from '../../../test/support/market/health.ts'
import { contains, knownPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { irrsWith, isGone, tracesOf } from './trace.rules.ts'

interface Told {
  readonly routes?: readonly string[] | null
  readonly vrps?: readonly string[] | null
  /** `45.8.0.0/24 65001 RIPE`. */
  readonly objects?: readonly string[] | null
  readonly stale?: readonly string[]
}

const block = knownPrefix('45.8.0.0/23')

function object(text: string) {
  const [prefix = '', origin, source = 'RIPE'] = text.split(' ')
  return { prefix: knownPrefix(prefix), origin: Number(origin), source, descr: [], maintainers: [], changed: [] }
}

function traces({ routes = [], vrps = [], objects = [], stale = [] }: Told) {
  const answer = <T>(all: readonly T[] | null, name: string, wanted: (one: T) => boolean) =>
    all && known(all.filter(wanted), stale.includes(name))
  const announced = routes?.map(route) ?? null
  const payloads = vrps?.map(vrp) ?? null
  return tracesOf(
    {
      announcementsOf: (prefix: Prefix) => answer(announced, 'routes', (one) => samePrefix(one.prefix, prefix)),
      announcementsInside: (prefix: Prefix) =>
        answer(announced, 'routes', (one) => contains(prefix, one.prefix) && !samePrefix(one.prefix, prefix)),
      vrps: (prefix: Prefix) =>
        answer(payloads, 'vrps', (one) => contains(prefix, one.prefix) || contains(one.prefix, prefix)),
      routeObjectsWithin: (prefix: Prefix) =>
        answer(objects?.map(object) ?? null, 'objects', (one) => contains(prefix, one.prefix)),
    },
    { block, asn: 65_001 },
    10,
  )
}

describe('what the data shows of a letter', () => {
  it('is not believed when it is old or not there', () => {
    expect(irrsWith(traces({ objects: ['45.8.0.0/23 65001 RIPE'], stale: ['objects'] }))).toEqual([])
    expect(irrsWith(traces({ objects: null }))).toEqual([])
  })

  it('names the IRRs that have the route object of exactly the block', () => {
    const objects = [
      '45.8.0.0/23 65001 RIPE',
      '45.8.0.0/24 65001 ALTDB',
      '45.8.0.0/23 65002 ARIN',
      '45.8.0.0/23 65001 RADB',
    ]
    expect(irrsWith(traces({ objects }))).toEqual(['RIPE', 'RADB'])
  })
})

describe('what is left of a letter', () => {
  it.each<[string, Told, boolean]>([
    ['nothing', {}, true],
    [
      'only what others do',
      { routes: ['65002 45.8.0.0/23 90'], vrps: ['65002 45.8.0.0/23'], objects: ['45.8.0.0/23 65002'] },
      true,
    ],
    ['its route', { routes: ['65001 45.8.0.0/23 90'] }, false],
    ['a route of a part', { routes: ['65001 45.8.1.0/24 90'] }, false],
    ['a route from a set that it is in', { routes: ['{65002,65001} 45.8.0.0/23 90'] }, false],
    ['a route that hardly anybody sees', { routes: ['65001 45.8.0.0/23 9'] }, true],
    ['its ROA', { vrps: ['65001 45.8.0.0/23'] }, false],
    ['a ROA of a part', { vrps: ['65001 45.8.1.0/24'] }, false],
    ['a ROA around it that allows it', { vrps: ['65001 45.8.0.0/16 24'] }, false],
    ['a ROA around it that does not', { vrps: ['65001 45.8.0.0/16'] }, true],
    ['its route object', { objects: ['45.8.0.0/23 65001 RADB'] }, false],
    ['not known without routing data', { routes: null }, false],
    ['not known by old routing data', { stale: ['routes'] }, false],
    ['not known by old RPKI data', { stale: ['vrps'] }, false],
    ['nothing, as far as there is data', { vrps: null, objects: null }, true],
  ])('%s', (_, told, gone) => {
    expect(isGone(traces(told))).toBe(gone)
  })
})

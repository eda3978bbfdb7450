import { contains, knownPrefix, overlaps, samePrefix } from '../../../src/kernel/ip/index.ts'
import type { Announcement, Known, RegistryRecord, RouteObject, Vrp } from '../../../src/network/index.ts'
import { expectedAt, type Expectation, type WorkFacts } from '../../../src/prefixes/health/facts.rules.ts'
import { RoaArea } from '../../../src/prefixes/health/roa-area.rules.ts'
import { aRecord, known as knownFact } from './facts.ts'

/** A prefix and what is known of it, in few words: `65001 45.8.0.0/24 50` is seen by 50 peers. */
export interface Told {
  readonly prefix?: string
  /** `65001 45.8.0.0/22 24`: a live letter, down to /24; for the block as a whole without. */
  readonly letters?: readonly string[]
  readonly own?: readonly number[]
  readonly listed?: boolean
  /** Parts that the holder keeps off the market. */
  readonly hidden?: readonly string[]
  readonly held?: string | null
  /** `65001 45.8.0.0/24 50`, or `{65001,65002} 45.8.0.0/24 50`. Null: no data. */
  readonly routes?: readonly string[] | null
  readonly fullTables?: number | null
  /** `65001 45.8.0.0/22 24`: up to /24; the block alone without. Null: no data. */
  readonly vrps?: readonly string[] | null
  /** `65001 RIPE`. Null: no data. */
  readonly objects?: readonly string[] | null
  readonly stale?: readonly ('routes' | 'vrps' | 'objects' | 'record')[]
  readonly more?: Partial<WorkFacts>
}

const at = '45.8.0.0/24'
export const now = new Date('2026-11-15T12:00:00Z')

export const known = <T>(value: T, stale = false): Known<T> => knownFact(value, { stale, takenAt: now })

export function route(text: string): Announcement {
  const [origin = '', prefix = at, peers] = text.split(' ')
  const isSet = origin.startsWith('{')
  return {
    prefix: knownPrefix(prefix),
    asn: isSet ? 0 : Number(origin),
    asSet: isSet ? origin : null,
    peers: peers === undefined ? null : Number(peers),
  }
}

export function vrp(text: string): Vrp {
  const [asn, block = at, maxLength, expires] = text.split(' ')
  const prefix = knownPrefix(block)
  return {
    prefix,
    asn: Number(asn),
    maxLength: maxLength === undefined ? prefix.length : Number(maxLength),
    ta: 'ripencc',
    expires: expires === undefined ? null : Number(expires),
  }
}

export const letter = (text: string): Expectation => {
  const [asn, notation = at, maxLength] = text.split(' ')
  const block = knownPrefix(notation)
  return { block, letters: [{ asn: Number(asn), maxLength: Number(maxLength ?? block.length) }] }
}

function object(prefix: string, text: string): RouteObject {
  const [origin, source = 'RIPE'] = text.split(' ')
  return { prefix: knownPrefix(prefix), origin: Number(origin), source, descr: [], maintainers: [], changed: [] }
}

/** Nothing is wrong with it. */
export const record = (prefix: string, given: Partial<RegistryRecord> = {}): RegistryRecord =>
  aRecord({
    netname: 'HOLDER',
    countries: ['NL'],
    abuseEmail: 'abuse@holder.example',
    geofeed: 'https://holder.example/geofeed.csv',
    ...given,
    prefix,
  })

/** As the gathering of facts would make them. */
export function factsOf(told: Told = {}): WorkFacts {
  const { stale = [], fullTables = 100, letters = [], held = '45.8.0.0/16' } = told
  const prefix = knownPrefix(told.prefix ?? at)
  const expectations = letters.map(letter)
  const routes = told.routes === null ? null : (told.routes ?? []).map(route)
  const vrps = told.vrps === null ? null : (told.vrps ?? []).map(vrp)
  const touching = <T extends { prefix: typeof prefix }>(all: readonly T[]) =>
    all.filter((one) => overlaps(one.prefix, prefix))
  const exact = touching(routes ?? []).filter((one) => samePrefix(one.prefix, prefix))
  const inside = touching(routes ?? []).filter((one) => one.prefix.length > prefix.length)
  const around = touching(routes ?? []).filter((one) => one.prefix.length < prefix.length)
  return {
    prefix,
    expected: [...new Set(expectedAt(prefix, expectations))],
    expectedAround: expectations.filter(({ block }) => contains(block, prefix)),
    expectedInside: expectations.filter(({ block }) => contains(prefix, block) && !samePrefix(prefix, block)),
    listed: told.listed ?? false,
    hiddenInside: (told.hidden ?? []).map((block) => knownPrefix(block)),
    ownAsns: told.own ?? [],
    routes: routes && known({ exact, inside, around }, stale.includes('routes')),
    vantage: fullTables === null ? null : { fullTable: fullTables, active: fullTables },
    vrps:
      vrps &&
      known(
        vrps.filter((one) => contains(one.prefix, prefix)),
        stale.includes('vrps'),
      ),
    routeObjects:
      told.objects === null
        ? null
        : known(
            (told.objects ?? []).map((text) => object(told.prefix ?? at, text)),
            stale.includes('objects'),
          ),
    registryIrr: 'RIPE',
    now,
    held: held === null ? null : knownPrefix(held),
    registry: 'ripencc',
    leased: false,
    lettersLeft: [],
    lettersLeftInside: [],
    record: known(record('45.8.0.0/16'), stale.includes('record')),
    reverseZones: null,
    roaArea: new RoaArea(routes ?? [], vrps ?? [], expectations),
    ...told.more,
  }
}

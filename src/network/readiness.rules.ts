import type { Lack } from '../kernel/readiness.ts'
import { fiveRegistries } from './asn/asn.rules.ts'
import { kinds, type KindName } from './kinds.rules.ts'

/** Which network data is at hand, for those who cannot do without. */

/** What others ask for, and how sentences name it. */
const titles = {
  announcements: 'routes',
  vrps: 'ROAs',
  registryobjects: 'registry records',
  blocklist: 'block lists',
  delegations: 'the delegations of all five registries',
  asnames: 'names of AS numbers',
  'asn-drop': "Spamhaus' list of AS numbers",
  sanctions: 'sanctions',
} as const

type DataName = keyof typeof titles

/** Awaited: it is to be fetched, and has not come yet. */
type Presence = 'missing' | 'awaited' | 'stale' | 'fresh'

export interface DataFacts {
  readonly data: Readonly<Record<DataName, Presence>>
}

interface Seen {
  readonly kind: string
  readonly name: string | null
  /** Null: nothing has come yet. */
  readonly stale: boolean | null
}

export function dataAtHand(sources: readonly Seen[]): DataFacts['data'] {
  const of = (isOne: (source: Seen) => boolean) => presenceOf(sources.filter(isOne))
  const inDataset = (name: DataName) => of(({ kind }) => kinds[kind as KindName]?.dataset === name)
  const whole = sources.some(({ kind, name }) => kind === 'delegated' && name === 'nro')
  const registries = fiveRegistries.map((registry) =>
    of(({ kind, name }) => kind === 'delegated' && (name === registry || (whole && name === 'nro'))),
  )
  return {
    announcements: inDataset('announcements'),
    vrps: inDataset('vrps'),
    registryobjects: inDataset('registryobjects'),
    blocklist: inDataset('blocklist'),
    delegations: worstOf(registries),
    asnames: inDataset('asnames'),
    'asn-drop': of(({ kind }) => kind === 'asn-drop'),
    sanctions: inDataset('sanctions'),
  }
}

const fromWorst: readonly Presence[] = ['missing', 'awaited', 'stale', 'fresh']
const worstOf = (found: readonly Presence[]): Presence =>
  fromWorst.find((presence) => found.includes(presence)) ?? 'missing'

function presenceOf(sources: readonly Seen[]): Presence {
  const arrived = sources.filter(({ stale }) => stale !== null)
  if (arrived.length === 0) return sources.length === 0 ? 'missing' : 'awaited'
  return arrived.some(({ stale }) => stale) ? 'stale' : 'fresh'
}

const words: Readonly<Record<Exclude<Presence, 'fresh'>, string>> = {
  missing: 'Nobody has imported',
  awaited: 'Not fetched yet:',
  stale: 'Too old:',
}

const next: Readonly<Record<Exclude<Presence, 'fresh'>, string>> = {
  missing:
    'Set SUBLET_SOURCES=recommended and start again ("npx sublet sources --recommended" shows what that is), or add sources in the portal under Network data.',
  awaited:
    'Wait until it is fetched; "npx sublet sources" says what has come, and Network data, Imports in the portal why one failed.',
  stale:
    'See in the portal under Network data, Imports why it was not fetched again, or import it by "npx sublet import".',
}

/** What there is of this too little to rely on; null: all of it is fresh. */
export function lackOfData({ data }: DataFacts, wanted: readonly DataName[], why: string): Lack | null {
  const worst = worstOf(wanted.map((name) => data[name]))
  if (worst === 'fresh') return null
  const bad = fromWorst.filter((presence) => presence !== 'fresh')
  const parts = bad.flatMap((presence) => {
    const names = wanted.filter((name) => data[name] === presence).map((name) => titles[name])
    return names.length === 0 ? [] : [`${words[presence]} ${names.join(', ')}.`]
  })
  return { missing: parts.join(' '), why, next: next[worst] }
}

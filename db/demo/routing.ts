import type { Network } from './numbers.ts'

/** How the parts of the demo world's blocks are routed: one of each thing that can be right or wrong. */

export interface Scene {
  readonly prefix: string
  /** Who has a letter for it; only for leases. */
  readonly letters?: readonly Network[]
  /** They were asked for only yesterday, and wait for the holder. */
  readonly waiting?: true
  /** Who had one until the holder revoked it; what it had published is still there. */
  readonly revoked?: readonly Network[]
  /** Who announces it. */
  readonly origins?: readonly Network[]
  /** Announced by all its origins as one set. */
  readonly asSet?: true
  /** Peers that see it, where they are unusually few. */
  readonly peers?: number
  /** Whom ROAs allow, AS 0 included; up to the prefix's own length unless they say otherwise. */
  readonly roas?: readonly (Network | 'nobody')[]
  readonly maxLength?: number
  /** For whom the registry's own IRR has route objects. */
  readonly routes?: readonly Network[]
  /** For whom RADB has some. */
  readonly radb?: readonly Network[]
}

/** Announced, allowed and registered by one, as it should be. */
const allIsWell = (prefix: string, who: Network): Scene => ({
  prefix,
  letters: [who],
  origins: [who],
  roas: [who],
  routes: [who],
})

/** The ROA and the route object are there before the lessee begins. */
const ready = (prefix: string, who: Network): Scene => ({ prefix, letters: [who], roas: [who], routes: [who] })

export const scenes: readonly Scene[] = [
  allIsWell('185.203.64.0/24', 'brightwave'),
  // The ROA of the lessee before is still there, and makes the new one's route object worthless too.
  {
    prefix: '185.203.65.0/24',
    letters: ['brightwave'],
    origins: ['brightwave'],
    roas: ['kestrel'],
    routes: ['brightwave'],
  },
  allIsWell('185.203.68.0/22', 'northlight'),
  // Its own, but more specific than the ROA allows.
  { prefix: '185.203.70.0/24', origins: ['northlight'] },
  {
    prefix: '185.203.72.0/24',
    letters: ['kestrel'],
    origins: ['kestrel'],
    peers: 60,
    roas: ['kestrel'],
    radb: ['kestrel'],
  },
  { prefix: '185.203.73.0/24', letters: ['kestrel'], waiting: true },

  {
    prefix: '104.234.0.0/20',
    letters: ['northlight', 'northlightEdge'],
    origins: ['northlight', 'northlightEdge'],
    roas: ['northlight', 'northlightEdge'],
    routes: ['northlight'],
  },
  {
    prefix: '104.234.16.0/23',
    letters: ['brightwave'],
    origins: ['stranger'],
    roas: ['brightwave'],
    routes: ['brightwave'],
  },
  { ...ready('104.234.32.0/21', 'quarry'), maxLength: 22 },
  { prefix: '104.234.32.0/22', origins: ['quarry'], routes: ['quarry'] },
  { prefix: '104.234.36.0/22', origins: ['quarry'], routes: ['quarry'] },
  // In a hurry: announced before there is a letter.
  { prefix: '104.234.40.0/24', origins: ['quarry'], routes: ['quarry'] },
  { ...allIsWell('104.234.64.0/22', 'kestrel'), radb: ['stranger'] },
  { prefix: '104.234.66.0/24', origins: ['stranger'] },
  // The holder uses what it keeps off the market.
  { prefix: '104.234.255.0/24', origins: ['meridian'], roas: ['meridian'], routes: ['meridian'] },

  // Parked: nobody may announce it unless a ROA of a part says so, and one part has none.
  { prefix: '193.104.140.0/22', roas: ['nobody'] },
  allIsWell('193.104.140.0/24', 'quarry'),
  { prefix: '193.104.141.0/24', letters: ['quarry'], origins: ['quarry'], routes: ['quarry'] },
  ready('193.104.142.0/23', 'brightwave'),

  { prefix: '194.147.96.0/21', origins: ['meridian'], roas: ['meridian'], routes: ['meridian'] },

  { prefix: '89.33.116.0/24', letters: ['kestrel'], origins: ['kestrel'], routes: ['kestrel'], radb: ['stranger'] },

  {
    prefix: '179.61.64.0/21',
    letters: ['northlight'],
    origins: ['northlight'],
    routes: ['northlight', 'stranger'],
  },
  ready('179.61.72.0/24', 'brightwave'),

  { prefix: '200.10.168.0/21', roas: ['altiplano'], maxLength: 24, routes: ['altiplano'] },

  {
    prefix: '102.129.128.0/19',
    letters: ['quarry', 'quarryEdge'],
    origins: ['quarry', 'quarryEdge'],
    asSet: true,
    roas: ['quarry'],
    routes: ['quarry'],
  },
  { prefix: '102.129.160.0/24', letters: ['kestrel'], origins: ['kestrel'], routes: ['stranger'], radb: ['kestrel'] },
  ready('102.129.161.0/24', 'kestrel'),
  allIsWell('102.129.162.0/23', 'brightwave'),

  // The holder announces the whole while nobody does the part.
  { prefix: '196.61.192.0/20', origins: ['savanna'], roas: ['savanna'], routes: ['savanna'] },
  ready('196.61.192.0/22', 'northlight'),

  allIsWell('103.152.32.0/24', 'brightwave'),
  {
    ...allIsWell('150.129.64.0/22', 'northlight'),
    revoked: ['northlightEdge'],
    roas: ['northlight', 'northlightEdge'],
  },
  ready('150.129.68.0/23', 'quarry'),
  { prefix: '43.225.32.0/20', roas: ['nobody'] },
]

/** Numbers that holders say are their own, by the block for which they say so. */
export const ownAsns: Readonly<Record<string, Network>> = {
  '104.234.0.0/16': 'meridian',
  '194.147.96.0/21': 'meridian',
  '196.61.192.0/20': 'savanna',
}

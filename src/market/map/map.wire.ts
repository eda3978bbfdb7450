import { Answer, named, Nullable, OneOf, Text, Type, type Static } from '../../kernel/http/schema.ts'
import type { MarketMap } from './map.actions.ts'
import { mapStates, openStates, type MapState } from './map.rules.ts'
import { readArea } from '../search/whereabouts.rules.ts'

/** Columns instead of rows: eight thousand blocks are 130 kB, and compress to a third of it. */

const Numbers = (description: string) => Type.Array(Type.Integer(), { description })

export const MapQuery = Type.Object({
  inside: Type.Optional(
    Text(18, {
      description: 'Blocks in this IPv4 prefix, and the one around it; everywhere unless said.',
      examples: ['45.0.0.0/8'],
    }),
  ),
})

export const CompanyMapQuery = Type.Object({
  ...MapQuery.properties,
  mine: Type.Optional(Type.Boolean({ description: 'Only what your company offers, holds or leases.' })),
})

const MapBlocks = named('MapBlocks', {
  starts: Numbers('First addresses as numbers, in their order; a block has the same place in all three lists.'),
  lengths: Numbers('Prefix lengths.'),
  states: Numbers('Places in the list of states.'),
})

const mapMeta = (states: readonly MapState[]) => ({
  states: Type.Array(OneOf(states)),
  total: Type.Integer({ description: 'How many blocks are drawn.' }),
  detail: Nullable(
    Type.Integer({
      description:
        'With more than 8,192 blocks, those smaller than this length are drawn as the one of this length around them, in the state that most of their addresses have. Look inside it to see them.',
    }),
  ),
  blocks: Numbers('How many blocks there are of each of the states, however they are drawn.'),
  addresses: Numbers('How many addresses these have.'),
})

export const MapAnswer = named('MarketMap', { data: MapBlocks, meta: Answer(mapMeta(mapStates)) })

export const OpenMapAnswer = named('OpenMarketMap', {
  data: MapBlocks,
  meta: Answer({
    ...mapMeta(openStates),
    shows_prices: Type.Boolean({ description: 'Whether visitors may see prices, by `GET /portal/market/search`.' }),
  }),
})

export const readInside = ({ inside }: Static<typeof MapQuery>) => readArea(inside ?? '0.0.0.0/0', 'inside')

export function mapAnswer<S extends MapState>(
  { starts, lengths, states, total, detail, sums }: MarketMap,
  known: readonly S[],
): {
  data: Pick<MarketMap, 'starts' | 'lengths' | 'states'>
  meta: { states: S[]; total: number; detail: number | null; blocks: number[]; addresses: number[] }
} {
  const sumsOf = known.map((state) => sums.find((sum) => sum.state === state))
  const blocks = sumsOf.map((sum) => sum?.blocks ?? 0)
  const addresses = sumsOf.map((sum) => sum?.addresses ?? 0)
  return { data: { starts, lengths, states }, meta: { states: [...known], total, detail, blocks, addresses } }
}

import { inTransaction, type Context } from '../../kernel/context.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { mapAge, pictures } from './map.memory.ts'
import { mostMapped, squareLength, type MapWish } from './map.rules.ts'
import {
  foldChanges,
  lastChange,
  mapBlocks,
  mapSquares,
  mapVersion,
  type Mapped,
  type MapVersion,
} from './map.store.ts'

export { mapAge }

export interface MarketMap extends Mapped {
  /** The length of the squares that smaller blocks are part of; null where each block is there by itself. */
  readonly detail: number | null
}

/** Each block where they are not too many; else squares, and whoever wants more looks closer. */
async function drawMap(ctx: Context, wish: MapWish, known: number): Promise<MarketMap> {
  const detail = squareLength(wish.inside)
  if (detail === null) return { ...(await mapBlocks(ctx, wish)), detail }
  if (wish.mine || known <= mostMapped) {
    const blocks = await mapBlocks(ctx, wish)
    if (blocks.total <= mostMapped) return { ...blocks, detail: null }
  }
  return { ...(await mapSquares(ctx, wish, detail)), detail }
}

/**
 * As it goes out. Where nothing has changed since it was drawn, that is what goes out again; a part that is small costs
 * less to draw than to remember.
 */
export async function showMap(ctx: Context, wish: MapWish, write: (map: MarketMap) => unknown): Promise<Buffer> {
  const { inside, viewer, mine } = wish
  const draw = async (known: number) => Buffer.from(JSON.stringify(write(await drawMap(ctx, wish, known))))
  if (squareLength(inside) === null) return draw(0)
  const name = `${viewer ?? 'anyone'} ${formatPrefix(inside)} ${mine}`
  const [remembered, now] = [pictures(ctx), ctx.realNow]
  const recent = viewer === null && inside.length === 0 ? remembered.recent(name, now) : undefined
  if (recent) return recent
  const state = await mapVersion(ctx, inside)
  await foldIfMany(ctx, state)
  return remembered.of(name, `${state.version} ${state.changes}`, now, () => draw(state.blocks))
}

/** More changes than a picture should have to count anew. */
const many = 64

async function foldIfMany(ctx: Context, { changes }: MapVersion): Promise<void> {
  if (changes <= many || !pictures(ctx).shallFold(ctx.realNow)) return
  await inTransaction(ctx, (tx) => enqueue(tx, foldMap, {}, { key: 'fold_map' }))
}

/** Nobody waits for it: what it has not come to yet is counted by whoever looks. */
export const foldMap = job({
  name: 'fold_map',
  run: async (ctx) => {
    const last = await lastChange(ctx)
    while (await inTransaction(ctx, (tx) => foldChanges(tx, last)));
  },
})

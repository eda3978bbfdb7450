import type { Context } from '../../kernel/context.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { wholeMarket, type MarketMap } from './map.memory.ts'
import { mostMapped, squareLength, type MapWish } from './map.rules.ts'
import { mapBlocks, mapSquares } from './map.store.ts'

export { mapAge, type MarketMap } from './map.memory.ts'

/** Each block where they are not too many; else squares, and whoever wants more looks closer. */
export async function drawMap(ctx: Context, wish: MapWish): Promise<MarketMap> {
  const mapped = await mapBlocks(ctx, wish)
  if (mapped.total <= mostMapped) return { ...mapped, detail: null }
  const detail = squareLength(wish.inside)
  return { ...(await mapSquares(ctx, wish, detail)), detail }
}

/** As anyone sees it, maybe a little while ago. */
export function drawOpenMap(ctx: Context, inside: Prefix): Promise<MarketMap> {
  const draw = () => drawMap(ctx, { inside, viewer: null, mine: false })
  return inside.length === 0 ? wholeMarket(ctx).get(ctx.realNow, draw) : draw()
}

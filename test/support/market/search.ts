import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { toggleVisibility } from '../../../src/market/inventory/inventory.actions.ts'
import { lockOffer } from '../../../src/market/offer/offer.store.ts'
import type { MadeOffer } from './market.ts'
import type { Company } from './reservations.ts'
import type { Answered, World } from '../world.ts'

/** Searching the market, as lessees do. */

export const searchIn =
  (world: World) =>
  ({ tenant, bearer }: Company, query: string): Promise<Answered> =>
    world.call('GET', `/billing/v1/${tenant}/market/search?${query}`, { headers: bearer })

/** The blocks of an answer, in its order. */
export const blocksOf = ({ body }: Answered): string[] =>
  body.data.map(({ address, cidr }: { address: string; cidr: number }) => `${address}/${cidr}`)

/** Hides a part of an offer, or shows it again. */
export const toggle = (world: World, offer: MadeOffer, ...blocks: string[]): Promise<unknown> =>
  world.change(async (ctx) => {
    const locked = await lockOffer(ctx, offer.uuid)
    if (!locked) throw new Error('no such offer')
    return toggleVisibility(ctx, locked, blocks.map(knownPrefix))
  })

import { checkInvariants } from '../../../src/app/invariants.ts'
import { claimCart, type Claimed } from '../../../src/commerce/checkout/checkout.actions.ts'
import { createCode, type NewDiscountCode } from '../../../src/commerce/discount/discount.actions.ts'
import type { DiscountCode } from '../../../src/commerce/discount/discount.store.ts'
import { nobody } from '../../../src/commerce/checkout/purchase.actions.ts'
import { grantCredits } from '../../../src/invoicing/index.ts'
import { money } from '../../../src/kernel/money.ts'
import { addAddress, addCard } from './commerce.ts'
import { makeOffer, type MadeOffer } from './market.ts'
import { reserveIn, type Company } from './reservations.ts'
import type { Answered, World } from '../world.ts'

/** Buying over the wire, as lessees do. */

export interface Shop {
  readonly world: World
  readonly holder: Company
  /** A /24 at 100.00 a month, open to a year's commitment, in addresses of its own. */
  offer(wish?: { readonly priceMinor?: number; readonly negotiable?: boolean }): Promise<MadeOffer>
}

export async function openShop(world: World): Promise<Shop> {
  const holder = await world.client()
  let n = 0
  return {
    world,
    holder,
    offer: ({ priceMinor = 10_000, negotiable = false } = {}) =>
      makeOffer(world, holder.tenant, {
        block: `45.${60 + (n >> 8)}.${n++ & 255}.0/24`,
        pricings: [{ length: 24, priceMinor, negotiable, periods: [3, 12] }],
      }),
  }
}

export interface Buyer extends Company {
  get(path: string): Promise<Answered>
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object, key?: string): Promise<Answered>
  /** The current cart. */
  cart(): Promise<Answered['body']>
  /** Reserves the whole block of a new offer. */
  reserve(offer: MadeOffer, terms?: Parameters<ReturnType<typeof reserveIn>>[3]): Promise<Answered>
  checkout(cart: string, key?: string): Promise<Answered>
  /** An address into the cart; returns the address. */
  address(cart: string, wish?: Parameters<typeof addAddress>[2]): Promise<Answered['body']>
}

/** A company that may buy; paths are below its commerce API. */
export async function buyerIn(world: World): Promise<Buyer> {
  const { tenant, bearer } = await world.client(['billing', 'ecommerce', 'credits'])
  const base = `/ecommerce/public/${tenant}`
  const get: Buyer['get'] = (path) => world.call('GET', `${base}${path}`, { headers: bearer })
  const send: Buyer['send'] = (method, path, payload, key) =>
    world.call(method, `${base}${path}`, {
      headers: key === undefined ? bearer : { ...bearer, 'idempotency-key': key },
      ...(payload ? { payload } : {}),
    })
  return {
    tenant,
    bearer,
    get,
    send,
    cart: async () => (await get('/cart')).body.data,
    reserve: (offer, terms) => reserveIn(world)({ tenant, bearer }, offer, offer.block, terms),
    checkout: (cart, key) => send('POST', `/cart/${cart}/checkout`, undefined, key),
    address: async (cart, wish) => {
      const { uuid } = await addAddress(world, tenant, { country_code: 'US', ...wish })
      return (await send('POST', `/cart/${cart}/addresses/${uuid}`)).body.data
    },
  }
}

/** A cart that can be ordered: so many blocks at 100.00, an address where no tax is due, and a card unless said otherwise. */
export async function readyCart(
  shop: Shop,
  wish: {
    readonly blocks?: number
    readonly card?: string | null
    readonly country?: string
    readonly buyer?: Buyer
  } = {},
): Promise<{ readonly buyer: Buyer; readonly cart: string; readonly offers: readonly MadeOffer[] }> {
  const buyer = wish.buyer ?? (await buyerIn(shop.world))
  const offers: MadeOffer[] = []
  for (let i = 0; i < (wish.blocks ?? 1); i++) {
    const offer = await shop.offer()
    const { status, text } = await buyer.reserve(offer)
    if (status !== 200) throw new Error(`cannot reserve: ${text}`)
    offers.push(offer)
  }
  const { uuid: cart } = await buyer.cart()
  await buyer.address(cart, { country_code: wish.country ?? 'US' })
  if (wish.card !== null) await addCard(shop.world, buyer.tenant, ...(wish.card ? [wish.card] : []))
  return { buyer, cart, offers }
}

/** What the sandbox's provider was asked to take from a company, by its own log. */
export async function chargesOf(world: World, tenant: string): Promise<{ amount_minor: number; outcome: string }[]> {
  const { rows } = await world.house.pool.query<{ amount_minor: number; outcome: string }>(
    `select c.amount_minor, c.outcome from sandbox_charge c join payment p on p.uuid::text = c.key
     where p.tenant_uuid = $1 and c.operation = 'charge' order by c.key`,
    [tenant],
  )
  return rows
}

/** Credits in whole units of the currency. */
export const giveCredits = (world: World, tenant: string, units: number): Promise<void> =>
  world.change((ctx) =>
    grantCredits(ctx, tenant, { amount: money(units * 100, ctx.house.config.currency), reason: 'a test' }),
  )

let codes = 0

export const giveCode = (world: World, wish: Partial<NewDiscountCode> = {}): Promise<DiscountCode> =>
  world.change((ctx) =>
    createCode(ctx, {
      code: `CODE${codes++}`,
      name: 'A tenth',
      kind: 'percent',
      value: 1_000,
      most_uses: null,
      valid_from: null,
      valid_until: null,
      ...wish,
    }),
  )

/** The cart as it is while its payment is under way: its process has died, if you will. */
export const leaveInCheckout = ({ buyer, cart }: { buyer: Buyer; cart: string }, world: World): Promise<Claimed> =>
  world.change((ctx) => claimCart(ctx, buyer.tenant, cart, nobody))

/** What the audit finds broken. */
export const breachesIn = async (world: World): Promise<string[]> =>
  (await checkInvariants(world.ctx)).flatMap(({ breaches }) => breaches)

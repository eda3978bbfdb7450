import { inTransaction, type Context } from '../../../src/kernel/context.ts'
import { addressCount, difference, formatPrefix, knownPrefix, mergePrefixes } from '../../../src/kernel/ip/index.ts'
import { money, pricePerAddress } from '../../../src/kernel/money.ts'
import { addMonths } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { insertAll } from '../../../src/kernel/db/bulk.ts'
import { lockKept, startLeases } from '../../../src/market/index.ts'
import { free } from '../../../src/market/inventory/inventory.actions.ts'
import { restock } from '../../../src/market/inventory/inventory.store.ts'
import { insertOffers, lockOffer, type Offer } from '../../../src/market/offer/offer.store.ts'
import { keepBlock } from '../../../src/market/reservation/reservation.actions.ts'
import type { World } from '../world.ts'

/** Offers and leases as they stand after their long ways, for tests of something else. */

interface OfferWish {
  readonly block: string
  readonly registry?: Offer['registry']
  readonly status?: Offer['status']
  readonly hidden?: boolean
  readonly minimumSplit?: number
  readonly maximumSplit?: number
  readonly pricings?: readonly PricingWish[]
  readonly discounts?: Offer['commitment_discounts']
}

interface PricingWish {
  readonly length: number
  readonly priceMinor: number
  readonly negotiable?: boolean
  readonly periods?: readonly number[]
}

export interface MadeOffer extends Offer {
  /** By length. */
  readonly pricingOf: Readonly<Record<number, string>>
}

/** On the market, its ownership proven and its checks passed; priced at /24 for 100.00 unless said otherwise. */
export async function makeOffer(world: World, holder: string, wish: OfferWish): Promise<MadeOffer> {
  const block = knownPrefix(wish.block)
  const { pricings = [{ length: Math.max(block.length, 24), priceMinor: 10_000 }] } = wish
  return inTransaction(world.ctx, async (ctx) => {
    const [offer] = await insertOffers(ctx, [
      {
        uuid: newUuid(),
        tenant_uuid: holder,
        block: wish.block,
        registry: wish.registry ?? 'ripencc',
        status: wish.status ?? 'validity_active',
        hidden: wish.hidden ?? false,
        reservation_token: `rsv_${newUuid()}`,
        minimum_split: wish.minimumSplit ?? block.length,
        maximum_split: wish.maximumSplit ?? 24,
        own_asns: [],
        commitment_discounts: wish.discounts ?? [],
        maintainer_id: null,
        authorisation: 'signed',
        authorised_by: 'holder@example.net',
        authorised_at: ctx.now,
        created_at: ctx.now,
      },
    ])
    if (!offer) throw new Error('one offer has one row')
    await query`insert into ownership_proof (offer_uuid, tenant_uuid, type, status, description)
      values (${offer.uuid}, ${holder}, 'email', 'passed', 'The mailed code was given.')`.changed(ctx)
    await query`insert into offer_check (offer_uuid, tenant_uuid, kind, status, description, checked_at)
      select ${offer.uuid}::uuid, ${holder}::uuid, kind, 'passed', 'Nothing speaks against it.', ${ctx.now}::timestamptz
      from unnest(array['whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa']) as kind`.changed(ctx)
    const made = pricings.map(({ length, priceMinor, negotiable, periods }) => ({
      uuid: newUuid(),
      tenant_uuid: holder,
      offer_uuid: offer.uuid,
      registry: offer.registry,
      length,
      price_minor: priceMinor,
      wants_to_negotiate: negotiable ?? false,
      commitment_periods: [...(periods ?? [])],
      created_at: ctx.now,
    }))
    await insertAll(ctx, 'pricing', made)
    if (offer.proven) await free(ctx, offer, [block], false)
    await restock(ctx, offer.uuid)
    return { ...offer, pricingOf: Object.fromEntries(made.map(({ length, uuid }) => [length, uuid])) }
  })
}

export interface MadeLease {
  readonly uuid: string
  readonly allocation: string
  readonly block: string
}

/** A running lease, kept and bought in one go at a price that was agreed to somewhere else. */
export async function makeLease(
  world: World,
  offer: MadeOffer,
  lessee: string,
  block: string,
  given: { readonly priceMinor?: number; readonly commitmentMonths?: 3 | 6 | 12 | 24 | 36 | 60 | 120 } = {},
): Promise<MadeLease> {
  const { priceMinor = 10_000, commitmentMonths: months = 1 } = given
  return inTransaction(world.ctx, async (ctx) => {
    const reservation = await keep(ctx, offer, lessee, block, { months, priceMinor })
    const { uuid, allocation_uuid: allocation } = await leaseReserved(ctx, reservation.uuid)
    return { uuid, allocation, block }
  })
}

/** A month of what is reserved, as an order of nothing else would begin it. */
export async function leaseReserved(
  ctx: Context,
  reservation: string,
  given: { readonly subscription?: string; readonly nextDueAt?: Date } = {},
) {
  const purchase = { reservation, periodStart: ctx.now, nextDueAt: addMonths(ctx.now, 1), ...given }
  const [lease] = await startLeases(ctx, [purchase], await lockKept(ctx, [reservation]))
  if (!lease) throw new Error('one purchase is one lease')
  return lease
}

export interface ReservationWish {
  readonly months?: 1 | 3 | 6 | 12 | 24 | 36 | 60 | 120
  readonly priceMinor?: number
  /** Waits for the holder's answer. */
  readonly negotiated?: boolean
}

/** A wish for a block that is kept for it, at a price that was agreed to somewhere else. */
export async function makeReservation(
  world: World,
  offer: MadeOffer,
  lessee: string,
  block: string,
  wish: ReservationWish = {},
): Promise<{ readonly uuid: string; readonly allocation: string }> {
  const { uuid, allocation_uuid: allocation } = await world.change((ctx) => keep(ctx, offer, lessee, block, wish))
  return { uuid, allocation }
}

/** In the transaction of the caller. */
export async function keep(ctx: Context, offer: MadeOffer, lessee: string, block: string, wish: ReservationWish) {
  const { months = 1, priceMinor = 10_000, negotiated = false } = wish
  const prefix = knownPrefix(block)
  const pricing = offer.pricingOf[prefix.length]
  if (pricing === undefined) throw new Error(`no price for /${prefix.length}`)
  const locked = await lockOffer(ctx, offer.uuid)
  if (!locked) throw new Error('no such offer')
  const ipPrice = pricePerAddress(money(priceMinor, ctx.house.config.currency), addressCount(prefix))
  const deal = { block: prefix, priceMinor, ipPrice, months, discount: null, negotiated, privately: true }
  return (await keepBlock(ctx, { ...locked, pricing_uuid: pricing }, lessee, deal)).reservation
}

/** The space of an offer as it is kept, and as its hidden set and its live claims say it must be. */
export async function spaceOf(world: World, offer: string) {
  const blocks = async (query: string) =>
    (await world.house.pool.query<{ block: string }>(`${query} order by block`, [offer])).rows.map((row) => row.block)
  const [whole, hidden, claims] = [
    await blocks('select block from offer where uuid = $1'),
    await blocks('select block from hidden_block where offer_uuid = $1'),
    await blocks(
      `select block from allocation where offer_uuid = $1 and status in ('held', 'claimed', 'leased', 'resting')`,
    ),
  ].map((texts) => texts.map(knownPrefix))
  const left = difference(whole ?? [], claims ?? [])
  return {
    kept: {
      hidden: (hidden ?? []).map(formatPrefix),
      freeHidden: await blocks('select block from free_block where offer_uuid = $1 and hidden'),
      freeShown: await blocks('select block from free_block where offer_uuid = $1 and not hidden'),
    },
    due: {
      hidden: mergePrefixes(hidden ?? []).map(formatPrefix),
      freeHidden: difference(hidden ?? [], claims ?? []).map(formatPrefix),
      freeShown: difference(left, hidden ?? []).map(formatPrefix),
    },
  }
}

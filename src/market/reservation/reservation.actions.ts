import { requireActive } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import { system, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { dropCommitment, planCommitment } from './commitment.actions.ts'
import { hold, putBack, type Claim } from '../inventory/inventory.actions.ts'
import {
  anyFreeTouching,
  findAllocation,
  holdsOf,
  lapsedHolds,
  lapsedHoldsTouching,
  type Allocation,
} from '../inventory/inventory.store.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import type { Offer } from '../offer/offer.store.ts'
import { endIfLast } from '../offer/end.actions.ts'
import { priceFor } from '../pricing/discount.rules.ts'
import { findPricingFor } from '../pricing/pricing.store.ts'
import {
  heldUntil,
  judgeWish,
  mostKeptBlocks,
  readBlock,
  smallBlock,
  type Deal,
  type Wish,
} from './reservation.rules.ts'
import { reservationStates } from './reservation.states.ts'
import {
  insertReservation,
  lockReservation,
  lockTerms,
  reservationsOf,
  type Held,
  type Reservation,
  type Side,
} from './reservation.store.ts'
import { newReservationToken } from '../search/token.rules.ts'

export { listReservations } from './list.store.ts'

/** Wishes for blocks: made, withdrawn, lapsed (decisions 5, Reserve). */

/** A wish and until when its block is kept. */
export interface Kept {
  readonly reservation: Reservation
  readonly until: Date
}

export interface Reserved extends Kept {
  /** How many blocks the company kept before. */
  readonly others: number
}

export async function reserve(ctx: Context, pricing: string, wish: Wish): Promise<Reserved> {
  const { currency } = ctx.house.config
  const small = smallBlock(wish)
  const [, terms, freeOf] = await Promise.all([
    requireActive(ctx, wish.tenant),
    lockTerms(ctx, wish.tenant, pricing),
    small && anyFreeTouching(ctx, small),
  ])
  if (!terms) throw marketProblem('pricing_not_found')
  const deal = judgeWish(wish, terms, currency)
  if (terms.kept >= mostKeptBlocks) throw marketProblem('too_many_reservations')
  if (terms.has_lapsed) await expire(ctx, terms, await lapsedHoldsTouching(ctx, terms.uuid, deal.block))
  // What has lapsed is free since.
  const touching = terms.has_lapsed ? undefined : freeOf?.(terms.uuid)
  const kept = await keepBlock(ctx, terms, wish.tenant, deal, touching)
  if (deal.negotiated)
    await emit(
      ctx,
      marketEvents('reservation.requested', terms.tenant_uuid, {
        ...newsOf(ctx, kept),
        list_price: toAmountString(
          money(priceFor(terms.list_minor, deal.months, terms.commitment_discounts, currency).minor, currency),
        ),
      }),
    )
  return { ...kept, others: terms.kept }
}

/** Of whoever sells the block. What is hidden is, like what nobody sells, not on the market. */
export async function reserveAtListPrice(ctx: Context, wish: Omit<Wish, 'ipPrice' | 'token'>): Promise<Reserved> {
  const pricing = await findPricingFor(ctx, readBlock(wish))
  if (pricing === undefined) throw marketProblem('pricing_not_found')
  return reserve(ctx, pricing, { ...wish, ipPrice: null, token: undefined })
}

/** What was agreed, or is to be answered, kept for the company. The offer is locked. */
export async function keepBlock(
  ctx: Context,
  offer: Offer & { readonly pricing_uuid: string },
  tenant: string,
  { block, priceMinor, ipPrice, months, discount, negotiated, privately }: Deal,
  touching?: Claim['touching'],
): Promise<Kept> {
  const until = heldUntil(ctx.now, negotiated, ctx.house.config)
  const allocation = await hold(ctx, offer, { tenant, block, until, privately, touching })
  const { initial } = reservationStates
  const reservation: Reservation = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    holder_uuid: offer.tenant_uuid,
    offer_uuid: offer.uuid,
    pricing_uuid: offer.pricing_uuid,
    allocation_uuid: allocation.uuid,
    token: newReservationToken(),
    block: formatPrefix(block),
    ip_price: ipPrice,
    price_minor: priceMinor,
    contract_months: months,
    undiscounted_minor: discount?.undiscountedMinor ?? null,
    discount_bp: discount?.basisPoints ?? null,
    status: (negotiated ? undefined : reservationStates.next(initial, 'accept')) ?? initial,
    negotiated,
    counter_minor: null,
    counter_ip_price: null,
    created_at: ctx.now,
    decided_at: negotiated ? null : ctx.now,
    bought_at: null,
    claimed_by: null,
  }
  await insertReservation(ctx, reservation)
  await planCommitment(ctx, reservation)
  await audit(ctx, {
    action: marketAudit('reservation.made'),
    subject: { kind: 'reservation', uuid: reservation.uuid },
    tenant,
    data: { block: reservation.block, price_minor: priceMinor, contract_months: months, to: reservation.status },
  })
  return { reservation, until }
}

export async function withdrawReservation(ctx: Context, tenant: string, uuid: string): Promise<Kept> {
  const held = await lockLive(ctx, 'lessee', tenant, uuid)
  const status = await moveReservation(ctx, held.reservation, 'withdraw', tenant)
  await letGo(ctx, held.offer, held)
  return { reservation: { ...held.reservation, status }, until: ctx.now }
}

/** Still kept and not bought; what has lapsed has, whether or not a job has noticed. */
export async function lockLive(ctx: Context, side: Side, tenant: string, uuid: string): Promise<Held> {
  const held = await lockReservation(ctx, uuid, { side, tenant })
  if (!held) throw kernelProblem('not_found')
  if (!isLive(held.allocation, ctx.now)) throw marketProblem('reservation_decided')
  return held
}

export const isLive = ({ status, until }: Pick<Allocation, 'status' | 'until'>, now: Date): boolean =>
  status === 'held' && until !== null && until > now

/** Releases what has lapsed of a locked offer. */
export async function expireLapsed(ctx: Context, offer: Offer, most: number): Promise<number> {
  const holds = await lapsedHolds(ctx, offer.uuid, most)
  await expire(ctx, offer, holds)
  return holds.length
}

/** Releases every hold of a locked offer, as when its holder cancels it. */
export async function releaseHolds(ctx: Context, offer: Offer): Promise<void> {
  await expire(ctx, offer, await holdsOf(ctx, offer.uuid))
}

async function expire(ctx: Context, offer: Offer, holds: readonly Allocation[]): Promise<void> {
  const reservations = await reservationsOf(
    ctx,
    holds.map(({ uuid }) => uuid),
  )
  for (const allocation of holds) {
    const reservation = reservations.get(allocation.uuid)
    if (!reservation) throw new Error(`the hold ${allocation.uuid} is nobody's`)
    const status = await moveReservation(asMarket(ctx), reservation, 'expire', reservation.tenant_uuid)
    await letGo(ctx, offer, { reservation, allocation })
    await tellLessee(ctx, 'expired', { reservation: { ...reservation, status }, until: allocation.until ?? ctx.now })
  }
}

/** The order that claimed the block is over without a lease. */
export async function letGoOfClaim(ctx: Context, offer: Offer, reservation: Reservation): Promise<void> {
  const allocation = await findAllocation(ctx, reservation.allocation_uuid)
  if (!allocation) throw new Error(`the reservation ${reservation.uuid} has no allocation`)
  const status = await moveReservation(ctx, reservation, 'expire', reservation.tenant_uuid)
  await letGo(ctx, offer, { reservation, allocation })
  await tellLessee(ctx, 'expired', { reservation: { ...reservation, status }, until: ctx.now })
}

/** The block is free again, and the commitment that hung on the wish is off. */
export async function letGo(
  ctx: Context,
  offer: Offer,
  { reservation, allocation }: Omit<Held, 'offer'>,
): Promise<void> {
  const market = asMarket(ctx)
  await putBack(market, offer, allocation)
  await dropCommitment(market, reservation)
  await endIfLast(market, offer)
}

/** What follows from another company's deed is logged as the market's: a lessee's log does not name the holder's key. */
export const asMarket = (ctx: Context): Context => ({ ...ctx, actor: system('market') })

/** In the log of the company whose deed it is. */
export function moveReservation(
  ctx: Context,
  { uuid, status, block }: Reservation,
  trigger: 'accept' | 'decline' | 'counter' | 'expire' | 'withdraw',
  tenant: string,
): Promise<Reservation['status']> {
  const made = { table: 'reservation', uuid, tenant, from: status, trigger, data: { block } }
  return move(ctx, reservationStates, made, () => marketProblem('reservation_decided'))
}

export function tellLessee(ctx: Context, how: 'accepted' | 'declined' | 'expired', kept: Kept): Promise<void> {
  return emit(ctx, marketEvents(`reservation.${how}`, kept.reservation.tenant_uuid, newsOf(ctx, kept)))
}

export function newsOf({ house: { config } }: Context, { reservation, until }: Kept) {
  return {
    uuid: reservation.uuid,
    block: reservation.block,
    price: toAmountString(money(reservation.price_minor, config.currency)),
    currency: config.currency,
    contract_length: reservation.contract_months,
    negotiated: reservation.negotiated,
    expires_at: toRfc3339(until),
  }
}

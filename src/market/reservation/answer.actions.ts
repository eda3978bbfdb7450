import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { setAllocationEnd } from '../inventory/inventory.store.ts'
import { marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { priceFor } from '../pricing/discount.rules.ts'
import { listPriceOf } from '../pricing/pricing.store.ts'
import { repriceCommitment } from './commitment.actions.ts'
import { isLive, letGo, lockLive, moveReservation, newsOf, tellLessee, type Kept } from './reservation.actions.ts'
import { heldUntil, judgeCounter } from './reservation.rules.ts'
import { reservationStates } from './reservation.states.ts'
import {
  lockReservation,
  setAgreed,
  setCounter,
  setDecided,
  type Held,
  type Reservation,
  type Side,
} from './reservation.store.ts'

/**
 * A lower offer is its holder's to answer: yes, no, or by a third price. That is the lessee's to answer, by the same words
 * (decisions 5, Reserve).
 */

export async function acceptReservation(ctx: Context, tenant: string, uuid: string): Promise<Kept> {
  const { side, held } = await lockAsked(ctx, tenant, uuid)
  return side === 'holder' ? agreeToOffer(ctx, held) : agreeToCounter(ctx, held)
}

export async function declineReservation(ctx: Context, tenant: string, uuid: string): Promise<Kept> {
  const { side, held } = await lockAsked(ctx, tenant, uuid)
  const reservation = await decide(ctx, held, 'decline', tenant)
  await letGo(ctx, held.offer, held)
  const ended = { reservation, until: ctx.now }
  if (side === 'holder') await tellLessee(ctx, 'declined', ended)
  else await tellHolder(ctx, 'counter_declined', ended)
  return ended
}

/** The lessee has as long to answer as the holder had. */
export async function counterReservation(ctx: Context, tenant: string, uuid: string, ipPrice: string): Promise<Kept> {
  const held = await lockLive(ctx, 'holder', tenant, uuid)
  const { currency } = ctx.house.config
  const { contract_months: months, pricing_uuid, tenant_uuid } = held.reservation
  if (!reservationStates.can(held.reservation.status, 'counter')) throw marketProblem('reservation_decided')
  const listed = await listPriceOf(ctx, pricing_uuid)
  const list = priceFor(listed, months, held.offer.commitment_discounts, currency).minor
  const counter = judgeCounter(ipPrice, held.reservation, list, currency)
  const until = heldUntil(ctx.now, true, ctx.house.config)
  await setCounter(ctx, uuid, counter.minor, ipPrice)
  const status = await moveReservation(ctx, held.reservation, 'counter', tenant)
  await setAllocationEnd(ctx, held.allocation.uuid, until)
  const reservation = { ...held.reservation, status, counter_minor: counter.minor, counter_ip_price: ipPrice }
  const news = {
    ...newsOf(ctx, { reservation, until }),
    counter_price: toAmountString(counter),
    list_price: toAmountString(money(list, currency)),
  }
  await emit(ctx, marketEvents('reservation.countered', tenant_uuid, news))
  return { reservation, until }
}

/** Whose turn it is. A holder who has named a third price has answered; a lessee without one has nothing to answer. */
async function lockAsked(ctx: Context, tenant: string, uuid: string): Promise<{ side: Side; held: Held }> {
  const asHolder = await lockReservation(ctx, uuid, { side: 'holder', tenant })
  const held = asHolder ?? (await lockReservation(ctx, uuid, { side: 'lessee', tenant }))
  const isCountered = held !== undefined && held.reservation.counter_minor !== null
  if (!held || (!asHolder && !isCountered)) throw kernelProblem('not_found')
  if (!isLive(held.allocation, ctx.now) || (asHolder && isCountered)) throw marketProblem('reservation_decided')
  return { side: asHolder ? 'holder' : 'lessee', held }
}

/** The lessee has as long to buy as the holder had to answer. */
async function agreeToOffer(ctx: Context, held: Held): Promise<Kept> {
  const until = heldUntil(ctx.now, true, ctx.house.config)
  const reservation = await decide(ctx, held, 'accept', held.reservation.holder_uuid)
  await setAllocationEnd(ctx, held.allocation.uuid, until)
  await tellLessee(ctx, 'accepted', { reservation, until })
  return { reservation, until }
}

/** The lessee has what is left of its time to buy, and no less than for a block at its list price. */
async function agreeToCounter(ctx: Context, held: Held): Promise<Kept> {
  const { counter_minor: minor, counter_ip_price: ipPrice, uuid, tenant_uuid } = held.reservation
  if (minor === null || ipPrice === null) throw new Error(`the reservation ${uuid} has no third price`)
  const decided = await decide(ctx, held, 'accept', tenant_uuid)
  const reservation = { ...decided, price_minor: minor, ip_price: ipPrice }
  await setAgreed(ctx, uuid)
  await repriceCommitment(ctx, reservation)
  const soonest = heldUntil(ctx.now, false, ctx.house.config)
  const until = held.allocation.until && held.allocation.until > soonest ? held.allocation.until : soonest
  await setAllocationEnd(ctx, held.allocation.uuid, until)
  await tellHolder(ctx, 'counter_accepted', { reservation, until })
  return { reservation, until }
}

async function decide(
  ctx: Context,
  { reservation }: Held,
  event: 'accept' | 'decline',
  by: string,
): Promise<Reservation> {
  const status = await moveReservation(ctx, reservation, event, by)
  await setDecided(ctx, reservation.uuid)
  return { ...reservation, status, decided_at: ctx.now }
}

function tellHolder(ctx: Context, how: 'counter_accepted' | 'counter_declined', kept: Kept): Promise<void> {
  return emit(ctx, marketEvents(`reservation.${how}`, kept.reservation.holder_uuid, newsOf(ctx, kept)))
}

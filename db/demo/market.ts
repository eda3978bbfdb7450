import type { Context } from '../../src/kernel/context.ts'
import {
  acceptReservation,
  cancelOffer,
  listBlocks,
  recheckOffer,
  reserve,
  saveSearch,
  toggleChildren,
  verifyOwnership,
  type OfferView,
  type WantedOffer,
} from '../../src/market/index.ts'
import {
  addressCount,
  contains,
  firstAddress,
  formatAddress,
  formatPrefix,
  knownPrefix,
  type Prefix,
} from '../../src/kernel/ip/index.ts'
import { money, multiplyByRatio, pricePerAddress, toNumber, fromNumber } from '../../src/kernel/money.ts'
import { addDays } from '../../src/kernel/time.ts'
import { query } from '../../src/kernel/db/query.ts'
import { blocks, wishes, type DemoBlock, type DemoWish } from './blocks.ts'
import { tellHistory } from './history.ts'
import { asns } from './numbers.ts'
import { ownAsns } from './routing.ts'

/** Fills the market the way its users would: list, prove, reserve, lease, negotiate, cancel. */

/** A company's uuid by its key. */
type CompanyOf = (key: string) => string

export async function fillMarket(ctx: Context, companyOf: CompanyOf): Promise<void> {
  const offers: OfferView[] = []
  for (const holder of new Set(blocks.map((block) => block.holder)))
    offers.push(
      ...(await listFor(
        ctx,
        companyOf(holder),
        blocks.filter((block) => block.holder === holder),
      )),
    )
  const stallOf = ({ prefix, holder }: DemoBlock): Stall => {
    const { offer, pricings } = offerAround(offers, prefix)
    return { ctx, companyOf, holder: companyOf(holder), offer: offer.uuid, token: offer.reservation_token, pricings }
  }
  await tellHistory(ctx, companyOf, async (then, wish) => {
    const block = blocks.find(({ prefix }) => liesIn(prefix, wish.prefix))
    if (!block) throw new Error(`nobody holds ${wish.prefix}`)
    await wishFor({ ...stallOf(block), ctx: then }, { ...wish, offers: 100 })
  })
  for (const block of blocks) {
    const stall = stallOf(block)
    for (const child of block.hiddenChildren ?? []) await hide(stall, knownPrefix(child))
    for (const wish of wishes) if (liesIn(block.prefix, wish.prefix)) await negotiate(stall, wish)
    if (block.fate === 'cancelled') await cancelOffer(ctx, stall.holder, stall.offer)
  }
  await saveSearch(ctx, companyOf('brightwave'), {
    name: 'A /22 in the Netherlands',
    filters: { prefix_length: 22, geo_country_code: 'NL', price_max: 410 },
  })
}

interface Stall {
  readonly ctx: Context
  readonly companyOf: CompanyOf
  readonly holder: string
  readonly offer: string
  readonly token: string
  readonly pricings: OfferView['pricings']
}

const listedDaysAgo = 400

/** One block of each registry by the mailed code; the others follow from its maintainer. */
async function listFor(ctx: Context, holder: string, of: readonly DemoBlock[]): Promise<OfferView[]> {
  const then = { ...ctx, now: addDays(ctx.now, -listedDaysAgo) }
  const list = (wanted: readonly DemoBlock[], at: Context) =>
    listBlocks(at, holder, {
      offers: wanted.map((block) => wantedOffer(block, ctx.house.config.currency)),
      tosAccepted: true,
      subnetActionsAccepted: true,
    })
  const open = of.filter(({ fate }) => fate === 'awaits_code' || fate === 'no_contact')
  const first = of.filter(({ registry }, i) => of.findIndex((other) => other.registry === registry) === i)
  const mailed = await list(first, then)
  for (const { offer } of mailed) await verifyOwnership(then, holder, offer.uuid, await mailedCode(then, offer.block))
  const others = of.filter((block) => !first.includes(block) && !open.includes(block))
  const proven = [...mailed, ...(others.length > 0 ? await list(others, then) : [])]
  for (const { offer } of proven) await recheckOffer(ctx, holder, offer.uuid)
  return [...proven, ...(open.length > 0 ? await list(open, ctx) : [])]
}

function wantedOffer({ prefix, registry, splits, hidden, ...terms }: DemoBlock, currency: string): WantedOffer {
  const block = knownPrefix(prefix)
  const [minimumSplit, maximumSplit] = splits
  const own = ownAsns[prefix]
  const lengths = Array.from({ length: maximumSplit - minimumSplit + 1 }, (_, i) => minimumSplit + i)
  return {
    address: formatAddress(firstAddress(block)),
    length: block.length,
    registry,
    minimumSplit,
    maximumSplit,
    hidden: hidden ?? false,
    pricings: lengths.map((length) => ({
      length,
      value: priceOf(terms.price, length, currency),
      negotiable: terms.negotiable ?? false,
      periods: terms.periods ?? [],
    })),
    ownAsns: own === undefined ? [] : [asns[own]],
    discounts: [],
    maintainerId: null,
  }
}

/** Twice the block costs two per cent less than twice the price. */
function priceOf(price24: number, length: number, currency: string): number {
  const steps = 24 - length
  return toNumber(multiplyByRatio(fromNumber(price24, currency), 2 ** steps * (100 - 2 * steps), 100))
}

async function mailedCode(ctx: Context, block: string): Promise<string> {
  const { body } = await query<{ body: string }>`
    select body from mail where body like ${`%${block}: %`} order by created_at desc limit 1`.only(ctx)
  const code = body.split(`${block}: `)[1]?.split('\n')[0]
  if (code === undefined) throw new Error(`no code was mailed for ${block}`)
  return code
}

function wishFor({ ctx, companyOf, token, pricings }: Stall, { lessee, prefix, offers, months = 1 }: DemoWish) {
  const block = knownPrefix(prefix)
  const pricing = pricings.find(({ length }) => length === block.length)
  if (!pricing) throw new Error(`the demo world has no price for ${prefix}`)
  const price = multiplyByRatio(money(pricing.price_minor, ctx.house.config.currency), offers, 100)
  return reserve(ctx, pricing.uuid, {
    tenant: companyOf(lessee),
    address: formatAddress(firstAddress(block)),
    length: block.length,
    ipPrice: pricePerAddress(price, addressCount(block)),
    months,
    token,
  })
}

async function negotiate(stall: Stall, wish: DemoWish): Promise<void> {
  const { reservation } = await wishFor(stall, wish)
  if (wish.accepted) await acceptReservation(stall.ctx, stall.holder, reservation.uuid)
}

async function hide({ ctx, holder, offer }: Stall, child: Prefix): Promise<void> {
  await toggleChildren(ctx, holder, {
    offer,
    addresses: [formatAddress(firstAddress(child))],
    length: child.length,
    reason: 'kept for our own use',
  })
}

const liesIn = (outer: string, inner: string): boolean => contains(knownPrefix(outer), knownPrefix(inner))

function offerAround(offers: readonly OfferView[], prefix: string): OfferView {
  const found = offers.find(({ offer }) => offer.block === formatPrefix(knownPrefix(prefix)))
  if (!found) throw new Error(`the demo world has no offer of ${prefix}`)
  return found
}

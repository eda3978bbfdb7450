import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { PricingTable } from '../../kernel/db/rows.gen.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { query } from '../../kernel/db/query.ts'
import type { Offer } from '../offer/offer.store.ts'
import type { PricedSize } from './pricing.rules.ts'

export type Pricing = PricingTable

/** Off the shelf until the offer is restocked. */
export async function insertPricings(
  ctx: Context,
  offer: Pick<Offer, 'uuid' | 'tenant_uuid' | 'registry'>,
  sizes: readonly PricedSize[],
): Promise<void> {
  const rows = sizes.map(({ length, priceMinor, negotiable, periods }) => ({
    uuid: newUuid(),
    tenant_uuid: offer.tenant_uuid,
    offer_uuid: offer.uuid,
    registry: offer.registry,
    length,
    price_minor: priceMinor,
    wants_to_negotiate: negotiable,
    commitment_periods: [...periods],
    created_at: ctx.now,
  }))
  await insertAll(ctx, 'pricing', rows)
}

/** Those not withdrawn, the largest block first. */
export async function livePricings(ctx: Context, offer: string): Promise<Pricing[]> {
  return query<Pricing>`
    select * from pricing where offer_uuid = ${offer} and withdrawn_at is null order by length`.rows(ctx)
}

/** At which a block would be sold, if the offer it lies in sells that size. */
export async function findPricingFor(ctx: Context, block: Prefix): Promise<string | undefined> {
  const [pricing] = await query<{ uuid: string }>`
    select p.uuid from offer o join pricing p on p.offer_uuid = o.uuid
    where o.block >>= ${formatPrefix(block)}::cidr and o.proven and p.length = ${block.length}
      and p.withdrawn_at is null`.rows(ctx)
  return pricing?.uuid
}

/** Also of one that was withdrawn. */
export async function listPriceOf(ctx: Context, pricing: string): Promise<number> {
  const { price_minor } = await query<Pick<Pricing, 'price_minor'>>`
    select price_minor from pricing where uuid = ${pricing}`.only(ctx)
  return price_minor
}

/** Leases keep the price they were made at. */
export async function withdrawPricings(ctx: Context, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  await query`update pricing set withdrawn_at = ${ctx.now}, on_shelf = false
    where uuid = any(${uuidArray(uuids)}) and withdrawn_at is null`.changed(ctx)
}

/** Also brings back what was withdrawn a moment ago to make room. */
export async function changePricings(
  ctx: Context,
  sizes: readonly (PricedSize & { readonly uuid: string })[],
): Promise<void> {
  if (sizes.length === 0) return
  await query`
    update pricing p set length = size.length, price_minor = size."priceMinor", withdrawn_at = null,
      wants_to_negotiate = size.negotiable, commitment_periods = size.periods
    from json_to_recordset(${JSON.stringify(sizes)}) as size
      (uuid uuid, length smallint, "priceMinor" bigint, negotiable boolean, periods smallint[])
    where p.uuid = size.uuid`.changed(ctx)
}

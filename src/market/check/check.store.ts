import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'
import type { CheckResult } from './check.rules.ts'

interface OfferKey {
  readonly uuid: string
  readonly tenant_uuid: string
}

/** Of those that were not looked at this time, what was said last stays. */
export async function writeChecks(
  ctx: Context,
  offer: OfferKey,
  results: readonly CheckResult[],
  unseen: readonly CheckResult['kind'][],
): Promise<void> {
  await query`
    insert into offer_check (offer_uuid, tenant_uuid, kind, status, description, checked_at)
    select ${offer.uuid}, ${offer.tenant_uuid}, kind, status, description, ${ctx.now}
    from unnest(${textArray(results.map(({ kind }) => kind))}, ${textArray(results.map(({ status }) => status))},
      ${textArray(results.map(({ description }) => description))}) as result (kind, status, description)
    on conflict (offer_uuid, kind) do update set
      status = excluded.status, description = excluded.description, checked_at = excluded.checked_at
    where excluded.kind <> all(${textArray(unseen)})`.changed(ctx)
}

/** Blocks of an offer that are under live leases. */
export async function leasedBlocks(ctx: Context, offer: string): Promise<Prefix[]> {
  const rows = await query<{ block: string }>`
    select block from lease where offer_uuid = ${offer} and status <> 'terminated'`.rows(ctx)
  return rows.map(({ block }) => knownPrefix(block))
}

interface SeenLocation {
  readonly provider: string
  readonly country_code: string
  /** Empty where the provider knows no city. */
  readonly city_name: string
}

/** The places given replace those that were there, and those are returned; nothing where they stay the same. */
export async function replaceLocations(
  ctx: Context,
  offer: OfferKey,
  places: readonly SeenLocation[],
): Promise<SeenLocation[] | undefined> {
  const replaced = await query<{ before: SeenLocation[] }>`
    with seen as (select distinct * from unnest(${textArray(places.map(({ provider }) => provider))},
      ${textArray(places.map((place) => place.country_code))}, ${textArray(places.map((place) => place.city_name))})
      as place (provider, country_code, city_name)),
    gone as (delete from offer_place old where offer_uuid = ${offer.uuid} and not exists (
      select from seen where (seen.provider, seen.country_code, seen.city_name)
        = (old.provider, old.country_code, old.city_name)) returning offer_uuid),
    added as (insert into offer_place (offer_uuid, tenant_uuid, provider, country_code, city_name)
      select ${offer.uuid}, ${offer.tenant_uuid}, provider, country_code, city_name from seen
      on conflict do nothing returning offer_uuid)
    select coalesce((select jsonb_agg(jsonb_build_object(
        'provider', provider, 'country_code', country_code, 'city_name', city_name))
      from offer_place where offer_uuid = ${offer.uuid}), '[]') as before
    where exists (select from gone) or exists (select from added)`.rows(ctx)
  return replaced[0]?.before
}

/** Offers to be checked, those due first in front. */
export async function offersDue(ctx: Context, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from offer where next_check_at <= ${ctx.now} order by next_check_at limit ${most}`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

/** Makes some due that would have been due within that time; returns how many. */
export async function bringForward(ctx: Context, until: Date, most: number): Promise<number> {
  return query`
    update offer set next_check_at = ${ctx.now} where uuid in (
      select uuid from offer where next_check_at > ${ctx.now} and next_check_at <= ${until}
      order by next_check_at limit ${most})`.changed(ctx)
}

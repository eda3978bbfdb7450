import type { Context } from '../../kernel/context.ts'
import { arrayOf, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { LocationStamps } from '../../network/index.ts'
import type { FullKey, KeyRow } from './place.rules.ts'

/** Where free blocks are seen, as it is kept (ADR 119). One process writes at a time, and waits for nobody who trades. */

/** A free block that is shown. */
export interface Shown {
  readonly block: string
  readonly offer: string
  readonly registry: string
  readonly placed: boolean
}

/** A key that parts of a block have, and of which lengths. */
export interface KeptRow {
  readonly block: string
  readonly key: number
  readonly sizes: number
}

interface PlaceState {
  readonly places: string | null
  readonly lists: string | null
  readonly building: string | null
}

export async function placeState(ctx: Context): Promise<PlaceState> {
  return query<PlaceState>`select places, lists, building from place_state`.only(ctx)
}

/** In a transaction, until its end: nobody else writes what is kept. */
export async function lockPlaces(ctx: Context): Promise<PlaceState> {
  await query`select pg_advisory_xact_lock(6114000269)`.changed(ctx)
  return placeState(ctx)
}

/** Who has not been at it for so long has died. */
const givenUpAfter = query`interval '30 seconds'`

/** What is about to change is no longer to be relied on. False where somebody else is at it. */
export async function beginBuilding(
  ctx: Context,
  building: string,
  { places, lists }: LocationStamps,
): Promise<boolean> {
  const begun = await query`update place_state set building = ${building}, building_at = clock_timestamp(),
      places = case when places = ${places} then places end, lists = case when lists = ${lists} then lists end
    where building is null or building_at < clock_timestamp() - ${givenUpAfter}`.changed(ctx)
  return begun > 0
}

/** Still at it; false where it has become somebody else's. */
export async function goOnBuilding(ctx: Context, building: string): Promise<boolean> {
  await lockPlaces(ctx)
  const ours = await query`
    update place_state set building_at = clock_timestamp() where building = ${building}`.changed(ctx)
  return ours > 0
}

/** Prices and keys that no block has any more go with it. Without stamps: it is to be begun again. */
export async function endBuilding(ctx: Context, stamps: LocationStamps | null): Promise<void> {
  await query`update place_state set building = null, building_at = null, places = ${stamps?.places ?? null},
    lists = ${stamps?.lists ?? null}`.changed(ctx)
  await query`delete from shelf_place s where not exists (select from free_place k
    where k.offer_uuid = s.offer_uuid and k.key = s.key and k.sizes & (1 << s.length) <> 0)`.changed(ctx)
  await query`delete from place_key k where not exists (select from free_place where key = k.id)
    and not exists (select from shelf_place where key = k.id)`.changed(ctx)
}

const shown = query`f.block, f.offer_uuid as offer, o.registry, f.placed
  from free_block f join offer o on o.uuid = f.offer_uuid where not f.hidden and`

/** Blocks that somebody is just taking are left alone: nobody who buys waits in a circle with us. */
const unlessTaken = query`for no key update of f skip locked`

export async function lockWaiting(ctx: Context, most: number): Promise<Shown[]> {
  return query<Shown>`select ${shown} not f.placed limit ${most} ${unlessTaken}`.rows(ctx)
}

/** Which of the blocks are now ours to write. */
export async function lockShown(ctx: Context, blocks: readonly string[]): Promise<Set<string>> {
  if (blocks.length === 0) return new Set()
  const rows = await query<Shown>`select ${shown} f.block = any(${[...blocks]}::cidr[]) ${unlessTaken}`.rows(ctx)
  return new Set(rows.map(({ block }) => block))
}

/** The next ones in the order of addresses. */
export async function nextShown(ctx: Context, after: string, most: number): Promise<Shown[]> {
  return query<Shown>`select ${shown} f.block > ${after}::cidr order by f.block limit ${most}`.rows(ctx)
}

/** Those of the blocks that are still free and shown. */
export async function stillShown(ctx: Context, blocks: readonly string[]): Promise<Shown[]> {
  return query<Shown>`select ${shown} f.block = any(${[...blocks]}::cidr[])`.rows(ctx)
}

export async function keptRows(ctx: Context, blocks: readonly string[]): Promise<KeptRow[]> {
  return query<KeptRow>`
    select block, key, sizes from free_place where block = any(${[...blocks]}::cidr[])`.rows(ctx)
}

/** The numbers of keys, in their order; new ones get one. */
export async function numbersOf(ctx: Context, keys: readonly FullKey[]): Promise<number[]> {
  const given = query`jsonb_to_recordset(${JSON.stringify(keys.map((key, n) => ({ ...key, n })))}::jsonb)
    as given (n integer, spot text, registry text, providers text[], unanimous boolean, listed boolean)`
  await query`insert into place_key (spot, registry, providers, unanimous, listed)
    select spot, registry, providers, unanimous, listed from ${given}
    where not exists (select from place_key k where (k.spot, k.registry, k.providers, k.unanimous, k.listed)
      = (given.spot, given.registry, given.providers, given.unanimous, given.listed))`.changed(ctx)
  const rows = await query<{ id: number }>`select k.id from ${given}
    join place_key k using (spot, registry, providers, unanimous, listed) order by n`.rows(ctx)
  return rows.map(({ id }) => id)
}

interface Replaced {
  readonly removed: readonly KeptRow[]
  readonly added: readonly (KeptRow & Pick<Shown, 'offer'>)[]
  /** Those that are placed by it. */
  readonly placed: readonly string[]
}

/** Of blocks that are locked. */
export async function writePlaces(ctx: Context, { removed, added, placed }: Replaced): Promise<void> {
  const pairs = (rows: readonly KeptRow[]) =>
    query`${rows.map(({ block }) => block)}::cidr[], ${arrayOf(
      'integer',
      rows.map(({ key }) => key),
    )}`
  if (removed.length > 0)
    await query`delete from free_place old using unnest(${pairs(removed)}) as gone (block, key)
      where (old.key, old.block) = (gone.key, gone.block)`.changed(ctx)
  if (added.length > 0) {
    const rows = query`unnest(${pairs(added)}, ${uuidArray(added.map(({ offer }) => offer))},
      ${arrayOf(
        'integer',
        added.map(({ sizes }) => sizes),
      )}) as added (block, key, offer_uuid, sizes)`
    await query`insert into free_place (key, block, offer_uuid, sizes) select key, block, offer_uuid, sizes from ${rows}
      on conflict (key, block) do update set sizes = excluded.sizes`.changed(ctx)
    await query`insert into shelf_place (pricing_uuid, key, offer_uuid, length, price_minor)
      select distinct p.uuid, added.key, p.offer_uuid, p.length, p.price_minor from ${rows}
      join pricing p on p.offer_uuid = added.offer_uuid and p.on_shelf and added.sizes & (1 << p.length) <> 0
      on conflict do nothing`.changed(ctx)
  }
  await query`update free_block set placed = true
    where block = any(${[...placed]}::cidr[]) and not placed`.changed(ctx)
}

/** Brings the kept prices of some offers up to date that have changed; returns how many changes these were. */
export async function writePrices(ctx: Context, most: number): Promise<number> {
  const rows = await query<{ id: number; offer_uuid: string }>`
    select id, offer_uuid from shelf_change order by id limit ${most}`.rows(ctx)
  if (rows.length === 0) return 0
  const offers = uuidArray([...new Set(rows.map((row) => row.offer_uuid))])
  await query`delete from shelf_place where offer_uuid = any(${offers})`.changed(ctx)
  await query`insert into shelf_place (pricing_uuid, key, offer_uuid, length, price_minor)
    select distinct p.uuid, k.key, p.offer_uuid, p.length, p.price_minor from pricing p
    join free_place k on k.offer_uuid = p.offer_uuid and k.sizes & (1 << p.length) <> 0
    where p.offer_uuid = any(${offers}) and p.on_shelf`.changed(ctx)
  await query`delete from shelf_change where id = any(${wholeArray(rows.map(({ id }) => id))})`.changed(ctx)
  return rows.length
}

/** All free blocks with what is kept of them, whether or not it should be. */
export async function nextKept(ctx: Context, after: string, most: number): Promise<(Shown & { rows: KeyRow[] })[]> {
  return query<Shown & { rows: KeyRow[] }>`
    select f.block, f.offer_uuid as offer, o.registry, f.placed and not f.hidden as placed, (
        select coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object('sizes', p.sizes)), '[]')
        from free_place p join place_key k on k.id = p.key
        where p.block = f.block and p.offer_uuid = f.offer_uuid) as rows
    from free_block f join offer o on o.uuid = f.offer_uuid
    where f.block > ${after}::cidr order by f.block limit ${most}`.rows(ctx)
}

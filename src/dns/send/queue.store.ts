import type { Context } from '../../kernel/context.ts'
import { wholeArray } from '../../kernel/db/arrays.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import type { DnsZoneTable, ReverseRecordTable } from '../../kernel/db/rows.gen.ts'
import type { DnsServer } from '../server/server.store.ts'

/** What waits for name servers. */

export type DnsZone = DnsZoneTable
type WantedSet = Pick<ReverseRecordTable, 'name' | 'type' | 'contents' | 'version'>

/** Nobody else speaks to it until then; nothing where somebody does, where it rests, or is not active. */
export async function holdServer(
  ctx: Context,
  uuid: string,
  run: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DnsServer | undefined> {
  const [server] = await query<DnsServer>`
    update dns_server set held_by = ${run}, held_until = ${until}
    where uuid = ${uuid} and status = 'active' and (held_until is null or held_until <= ${now} or held_by = ${run})
      and (rests_until is null or rests_until <= ${now})
    returning *`.rows(ctx)
  return server
}

/** True while nobody else has taken it. */
export async function keepHolding(ctx: Context, uuid: string, run: string, until: Date): Promise<boolean> {
  const kept =
    await query`update dns_server set held_until = ${until} where uuid = ${uuid} and held_by = ${run}`.changed(ctx)
  return kept === 1
}

export async function releaseServer(ctx: Context, uuid: string, run: string): Promise<void> {
  await query`update dns_server set held_by = null, held_until = null where uuid = ${uuid} and held_by = ${run}`.changed(
    ctx,
  )
}

/** Until when somebody speaks to it. */
export async function heldUntil(ctx: Context, uuid: string, now: Date): Promise<Date | null> {
  const row = await query<{ held_until: Date | null }>`
    select held_until from dns_server where uuid = ${uuid} and held_until > ${now}`.one(ctx)
  return row?.held_until ?? null
}

const waitsFor = query`exists (select from reverse_record r where r.zone_uuid = z.uuid and r.state = 'wanted')`

/** Zones there with something to send or to compare, the longest untouched first. */
export async function dueZones(ctx: Context, server: string, now: Date, most: number): Promise<DnsZone[]> {
  return query<DnsZone>`
    select * from dns_zone z where z.server_uuid = ${server} and (z.rests_until is null or z.rests_until <= ${now})
      and (z.compare_at <= ${now} or ${waitsFor})
    order by z.sent_at nulls first, z.uuid limit ${most}`.rows(ctx)
}

/** What is to be gone first: where a CNAME stands, nothing else can be written. */
export async function wantedSets(ctx: Context, zone: string, most: number): Promise<WantedSet[]> {
  return query<WantedSet>`
    select name, type, contents, version from reverse_record where zone_uuid = ${zone} and state = 'wanted'
    order by (cardinality(contents) > 0), version limit ${most}`.rows(ctx)
}

/** Only what has not changed since it was read to be sent. */
export async function noteSent(ctx: Context, zone: string, versions: readonly number[]): Promise<void> {
  await query`delete from reverse_record where zone_uuid = ${zone} and state = 'wanted'
    and not (cardinality(contents) > 0) and version in (select unnest(${wholeArray(versions)}))`.changed(ctx)
  await query`update reverse_record set state = 'sent' where zone_uuid = ${zone} and state = 'wanted'
    and cardinality(contents) > 0 and version in (select unnest(${wholeArray(versions)}))`.changed(ctx)
}

type KeptSet = WantedSet & Pick<ReverseRecordTable, 'state'>

export async function allSets(ctx: Context, zone: string): Promise<KeptSet[]> {
  return query<KeptSet>`
    select name, type, contents, version, state from reverse_record where zone_uuid = ${zone}`.rows(ctx)
}

/** What was found as it should be, and what is to be sent again. */
export async function noteCompared(
  ctx: Context,
  zone: string,
  { seen, restored }: { readonly seen: readonly number[]; readonly restored: readonly number[] },
): Promise<void> {
  if (seen.length > 0)
    await query`update reverse_record set state = 'seen' where zone_uuid = ${zone} and state = 'sent'
      and version in (select unnest(${wholeArray(seen)}))`.changed(ctx)
  if (restored.length > 0)
    await query`update reverse_record set state = 'wanted' where zone_uuid = ${zone} and state <> 'wanted'
      and version in (select unnest(${wholeArray(restored)}))`.changed(ctx)
}

type ZoneChange = Partial<
  Pick<DnsZone, 'serial' | 'failures' | 'fault' | 'rests_until' | 'sent_at' | 'compared_at' | 'compare_at'> &
    Pick<DnsZone, 'foreign_sets' | 'restored_sets'>
>

export async function changeZone(ctx: Context, uuid: string, change: ZoneChange): Promise<void> {
  await query`update dns_zone set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
}

/** When there is something to do at a server next; null when there is nothing. */
export async function nextDue(ctx: Context, server: string, now: Date): Promise<Date | null> {
  const row = await query<{ due: Date | null }>`
    select greatest(s.rests_until, z.due) as due from dns_server s cross join lateral (
      select min(case when ${waitsFor} then coalesce(z.rests_until, ${now}::timestamptz)
        else greatest(z.compare_at, z.rests_until) end) as due
      from dns_zone z where z.server_uuid = s.uuid) z
    where s.uuid = ${server} and s.status = 'active' and z.due is not null`.one(ctx)
  return row?.due ?? null
}

/** With something due, and nobody who speaks to them: those of a killed process, above all. */
export async function forgottenServers(ctx: Context, now: Date, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select s.uuid from dns_server s
    where s.status = 'active' and (s.held_until is null or s.held_until <= ${now})
      and (s.rests_until is null or s.rests_until <= ${now})
      and exists (select from dns_zone z where z.server_uuid = s.uuid
        and (z.rests_until is null or z.rests_until <= ${now}) and (z.compare_at <= ${now} or ${waitsFor}))
    order by s.uuid limit ${most}`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

/** Leases that have ended and still have something in a zone; from one lease to the next, and not name by name. */
export async function endedLeases(
  ctx: Context,
  most: number,
): Promise<{ readonly uuid: string; readonly tenant_uuid: string; readonly block: string }[]> {
  return query<{ uuid: string; tenant_uuid: string; block: string }>`
    with recursive named as (
      (select lease_uuid from reverse_record order by lease_uuid limit 1)
      union all
      select (select r.lease_uuid from reverse_record r where r.lease_uuid > n.lease_uuid order by r.lease_uuid limit 1)
      from named n where n.lease_uuid is not null)
    select l.uuid, l.tenant_uuid, l.block
    from (select lease_uuid from named union select lease_uuid from reverse_delegation) has
    join lease l on l.uuid = has.lease_uuid
    where l.status = 'terminated' and (
      exists (select from reverse_record r where r.lease_uuid = l.uuid and cardinality(r.contents) > 0)
      or exists (select from reverse_delegation d where d.lease_uuid = l.uuid)) limit ${most}`.rows(ctx)
}

/** Somebody has mended what was wrong: no zone there rests any longer. */
export async function hurryZones(ctx: Context, server: string): Promise<void> {
  await query`update dns_zone set rests_until = null where server_uuid = ${server} and rests_until is not null`.changed(
    ctx,
  )
}

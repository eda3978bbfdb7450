import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'
import type { Statuses } from './health.rules.ts'
import type { Level, Severity } from './verdict.rules.ts'

/** What prefixes' health was when it was last looked at, and how it changed. */

interface Walk {
  readonly wanted: number
  readonly done: number
  readonly after: Prefix | null
  readonly dataState: string
}

/** Alone with everybody's health until the transaction ends: who compares with what is there must be the only one. */
export async function lockHealth(ctx: Context): Promise<Walk> {
  const rows = await query<{ wanted: number; done: number; after: string | null; data_state: string }>`
    select wanted, done, after, data_state from prefix_health_walk for update`.rows(ctx)
  const [row] = rows
  if (!row) throw new Error('the walk over prefixes has no row')
  return { ...row, after: row.after === null ? null : knownPrefix(row.after), dataState: row.data_state }
}

/** From the beginning, also when one is on its way: what it has passed may have changed. */
export async function wantWalk(ctx: Context): Promise<void> {
  await query`update prefix_health_walk set wanted = wanted + 1, after = null`.changed(ctx)
}

export async function moveWalk(ctx: Context, after: Prefix | null, dataState: string): Promise<void> {
  const at = after === null ? null : formatPrefix(after)
  await query`
    update prefix_health_walk set after = ${at}::cidr, data_state = ${dataState},
      done = case when ${at}::cidr is null then wanted else done end`.changed(ctx)
}

export async function dataStateSeen(ctx: Context): Promise<string> {
  const rows = await query<{ data_state: string }>`select data_state from prefix_health_walk`.rows(ctx)
  return rows[0]?.data_state ?? ''
}

interface Looked extends Statuses {
  readonly prefix: Prefix
  readonly holder: string | null
  readonly lessee: string | null
  readonly levels: { readonly [S in 'bgp' | 'rpki' | 'irr']: Level }
  readonly digest: Buffer
}

/** From the first block to the last in address order; without the first when it is open there. */
export interface Stretch {
  readonly first: string
  readonly last: string
  readonly open: boolean
}

/** One that is more or less severe than it was last known to be. */
export interface Turn {
  readonly block: string
  /** Null: it was looked at for the first time. */
  readonly from: Severity | null
  /** Null: it is not looked at any more. */
  readonly to: Severity | null
}

interface Difference extends Turn {
  readonly turned: boolean
}

interface Written {
  readonly changed: number
  readonly turns: readonly Turn[]
}

/** How bad it is, as the row will say by itself. */
const isWrong = query`'{warning,critical}' && array[bgp_level, rpki_level, irr_level]`

/**
 * Compares what was seen with what is kept of these stretches, and writes down what is different: statuses with a row of
 * history each, reasons and owners alone without. What was kept there and is not seen any more goes. A level that is not
 * known leaves the last that was. Stretches come by selections, so that the plan is kept however many they are.
 */
export async function writeHealth(
  ctx: Context,
  seen: readonly Looked[],
  stretches: readonly Stretch[],
): Promise<Written> {
  const differing = await query<Difference>`
    with seen as (
      select * from json_populate_recordset(null::prefix_health, ${JSON.stringify(rowsOf(seen, ctx.realNow))})),
    kept as (select h.* from unnest((select ${stretches.map(({ first }) => first)}::cidr[]),
      (select ${stretches.map(({ last }) => last)}::cidr[]), (select ${stretches.map(({ open }) => open)}::boolean[]))
        as stretch (first, last, open)
      join prefix_health h on h.block >= stretch.first and h.block <= stretch.last
        and not (stretch.open and h.block = stretch.first)),
    compared as (
      select coalesce(s.block, k.block) as block, s as now, k as before, coalesce(s.bgp_level, k.bgp_level) as bgp_level,
        coalesce(s.rpki_level, k.rpki_level) as rpki_level, coalesce(s.irr_level, k.irr_level) as irr_level,
        (s.criticality, s.bgp, s.rpki, s.irr) is distinct from (k.criticality, k.bgp, k.rpki, k.irr) as turned
      from seen s full join kept k on k.block = s.block),
    owned as (
      select *, case when ${isWrong} then (now).holder_uuid end as holder_uuid,
        case when ${isWrong} then (now).lessee_uuid end as lessee_uuid
      from compared),
    differing as (
      select * from owned
      where turned or ((now).why_digest, bgp_level, rpki_level, irr_level, holder_uuid, lessee_uuid) is distinct from
        ((before).why_digest, (before).bgp_level, (before).rpki_level, (before).irr_level,
          (before).holder_uuid, (before).lessee_uuid)),
    gone as (delete from prefix_health h using differing d where h.block = d.block and (d.now).block is null),
    put as (
      insert into prefix_health (block, criticality, bgp, rpki, irr, bgp_level, rpki_level, irr_level, why_digest, since,
        holder_uuid, lessee_uuid)
      select block, (now).criticality, (now).bgp, (now).rpki, (now).irr, bgp_level, rpki_level, irr_level,
        (now).why_digest, case when turned then (now).since else (before).since end, holder_uuid, lessee_uuid
      from differing where (now).block is not null
      on conflict (block) do update set criticality = excluded.criticality, bgp = excluded.bgp, rpki = excluded.rpki,
        irr = excluded.irr, bgp_level = excluded.bgp_level, rpki_level = excluded.rpki_level,
        irr_level = excluded.irr_level, why_digest = excluded.why_digest, since = excluded.since,
        holder_uuid = excluded.holder_uuid, lessee_uuid = excluded.lessee_uuid
      returning block, severity),
    noted as (
      insert into prefix_health_change (block, changed_at, from_criticality, from_bgp, from_rpki, from_irr,
        to_criticality, to_bgp, to_rpki, to_irr)
      select block, ${ctx.realNow}, (before).criticality, (before).bgp, (before).rpki, (before).irr,
        (now).criticality, (now).bgp, (now).rpki, (now).irr
      from differing where turned order by block)
    select d.block, d.turned, (d.before).severity as from, p.severity as to
    from differing d left join put p on p.block = d.block order by d.block`.rows(ctx)
  return {
    changed: differing.filter(({ turned }) => turned).length,
    turns: differing.filter(isTurn).map(({ block, from, to }) => ({ block, from, to })),
  }
}

const rowsOf = (seen: readonly Looked[], now: Date) =>
  seen.map((one) => ({
    block: formatPrefix(one.prefix),
    criticality: one.criticalityStatus,
    bgp: one.bgpStatus,
    rpki: one.rpkiStatus,
    irr: one.irrStatus,
    bgp_level: knownLevel(one.levels.bgp),
    rpki_level: knownLevel(one.levels.rpki),
    irr_level: knownLevel(one.levels.irr),
    why_digest: `\\x${one.digest.toString('hex')}`,
    since: now.toISOString(),
    holder_uuid: one.holder,
    lessee_uuid: one.lessee,
  }))

const knownLevel = (level: Level): Level | null => (level === 'unknown' ? null : level)

/** What was not looked at before is news only when it is critical: a block's first look is no change of anything. */
const isTurn = ({ from, to }: Turn): boolean => (from === null ? to === 'critical' : (to ?? 'ok') !== from)

/** Which of these blocks have been looked at. */
export async function lookedAt(ctx: Context, blocks: readonly Prefix[]): Promise<Prefix[]> {
  const rows = await query<{ block: string }>`
    select block from prefix_health where block = any(${blocks.map(formatPrefix)}::cidr[]) order by block`.rows(ctx)
  return rows.map(({ block }) => knownPrefix(block))
}

export interface Change {
  readonly at: Date
  /** Null when it was looked at for the first time. */
  readonly from: ShownStatuses | null
  /** Null when it was not looked at any more. */
  readonly to: ShownStatuses | null
}

/** As they were called at that time. */
type ShownStatuses = { readonly [S in keyof Statuses]: string }

interface ChangeRow {
  readonly changed_at: Date
  readonly from_criticality: string | null
  readonly from_bgp: string | null
  readonly from_rpki: string | null
  readonly from_irr: string | null
  readonly to_criticality: string | null
  readonly to_bgp: string | null
  readonly to_rpki: string | null
  readonly to_irr: string | null
}

/** The newest first. */
export async function changesOf(
  ctx: Context,
  prefix: Prefix,
  page: { readonly limit: number; readonly offset: number },
): Promise<Change[]> {
  const rows = await query<ChangeRow>`
    select changed_at, from_criticality, from_bgp, from_rpki, from_irr, to_criticality, to_bgp, to_rpki, to_irr
    from prefix_health_change where block = ${formatPrefix(prefix)}::cidr
    order by position desc limit ${page.limit} offset ${page.offset}`.rows(ctx)
  return rows.map((row) => ({
    at: row.changed_at,
    from: statusesFrom(row.from_criticality, row.from_bgp, row.from_rpki, row.from_irr),
    to: statusesFrom(row.to_criticality, row.to_bgp, row.to_rpki, row.to_irr),
  }))
}

function statusesFrom(
  criticality: string | null,
  bgp: string | null,
  rpki: string | null,
  irr: string | null,
): ShownStatuses | null {
  if (criticality === null || bgp === null || rpki === null || irr === null) return null
  return { criticalityStatus: criticality, bgpStatus: bgp, rpkiStatus: rpki, irrStatus: irr }
}

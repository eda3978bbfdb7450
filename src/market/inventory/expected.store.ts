import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'

/** Whose blocks are: all that the market knows around them and inside them, for many at once. */

export interface HeldBlock {
  readonly block: Prefix
  readonly holder: string
  readonly registry: string
  /** Numbers the holder says are its own. */
  readonly ownAsns: readonly number[]
  /** Shown and not cancelled, whatever its checks say at the moment: an announcement by a stranger must not excuse itself. */
  readonly offered: boolean
}

export interface LetBlock {
  readonly block: Prefix
  readonly lessee: string
}

export interface Origins {
  readonly held: readonly HeldBlock[]
  readonly leases: readonly LetBlock[]
  /** Blocks around those asked for, and inside them, that their holder keeps off the market. */
  readonly hidden: readonly Prefix[]
}

interface Row {
  readonly kind: 'held' | 'lease' | 'hidden'
  readonly block: string
  readonly tenant: string
  readonly registry: string
  /** The holder's own, of what is held. */
  readonly asns: number[]
  readonly offered: boolean
}

/**
 * In one statement however many there are. Proven offers lie apart, and so do live leases; the constraints that see to it
 * have the indexes that find them. What is asked for comes by a selection, so that the plan does not depend on how many they
 * are, and is kept: to make it takes longer than to look a few up. What belongs to a row is looked up by it (`offset 0`): a few prefixes would else have
 * tables read through for them. Hidden blocks lie apart too: only the last that begins no later can be around one.
 */
export async function originsExpectedFor(ctx: Pick<Context, 'db'>, blocks: readonly Prefix[]): Promise<Origins> {
  if (blocks.length === 0) return { held: [], leases: [], hidden: [] }
  const rows = await query<Row>`
    with wanted as materialized (
      select distinct block from unnest((select ${blocks.map(formatPrefix)}::cidr[])) as given (block)),
    around as materialized (
      select w.block as wanted, o.uuid, o.block, o.tenant_uuid, o.registry, o.own_asns,
        not o.hidden and o.status <> 'validity_terminated' as offered
      from wanted w join offer o on o.block && w.block and o.proven)
    select distinct 'held' as kind, block, tenant_uuid as tenant, registry, own_asns as asns, offered from around
    union all
    select distinct 'lease', l.block, l.tenant_uuid, l.registry, '{}'::bigint[], false
    from wanted w join allocation a on a.block && w.block and a.status = 'leased'
    cross join lateral (
      select * from lease l where l.allocation_uuid = a.uuid and l.status <> 'terminated' offset 0) l
    union all
    select distinct 'hidden', h.block, a.tenant_uuid, a.registry, '{}'::bigint[], false
    from around a join lateral (
      select block from hidden_block h where h.offer_uuid = a.uuid and h.block <= a.wanted
      order by h.block desc limit 1) h on h.block >>= a.wanted
    union all
    select distinct 'hidden', h.block, a.tenant_uuid, a.registry, '{}'::bigint[], false
    from around a cross join lateral (
      select block from hidden_block h where h.offer_uuid = a.uuid
        and h.block > a.wanted and h.block <= set_masklen(broadcast(a.wanted), 32)::cidr offset 0) h`.rows(ctx)
  const of = Map.groupBy(rows, ({ kind }) => kind)
  return {
    held: (of.get('held') ?? []).map(({ block, tenant, registry, asns, offered }) => ({
      block: knownPrefix(block),
      holder: tenant,
      registry,
      ownAsns: asns,
      offered,
    })),
    leases: (of.get('lease') ?? []).map(({ block, tenant }) => ({ block: knownPrefix(block), lessee: tenant })),
    hidden: (of.get('hidden') ?? []).map(({ block }) => knownPrefix(block)),
  }
}

/** So many are looked up together with what other requests look up. */
const few = 100

/** A prefix, and the offer it lies in. */
interface InOffer {
  readonly offer: string
  readonly block: Prefix
}

/** Blocks around these prefixes, and inside them, that their holders keep off the market: each once. */
export async function hiddenAround(ctx: Pick<Context, 'db'>, places: readonly InOffer[]): Promise<Prefix[]> {
  if (places.length === 0) return []
  const hidden = query<{ block: string }>`
    select distinct h.block
    from unnest(${places.map(({ offer }) => offer)}::uuid[], ${places.map(({ block }) => formatPrefix(block))}::cidr[])
      as place (offer, wanted)
    cross join lateral (
      (select * from (select block from hidden_block h where h.offer_uuid = place.offer and h.block <= place.wanted
        order by h.block desc limit 1) last where last.block >>= place.wanted)
      union all
      (select block from hidden_block h where h.offer_uuid = place.offer and h.block > place.wanted
        and h.block <= set_masklen(broadcast(place.wanted), 32)::cidr)) h`
  const rows = await (places.length <= few ? hidden.few(ctx) : hidden.rows(ctx))
  return rows.map(({ block }) => knownPrefix(block))
}

/** Blocks that anybody holds, in address order: those that begin there or later, and what is around that place. */
export async function heldFrom(ctx: Pick<Context, 'db'>, place: Prefix, most: number): Promise<Prefix[]> {
  const from = formatPrefix(place)
  const rows = await query<{ block: string }>`
    (select block from offer where block >> ${from}::cidr and proven)
    union all
    (select block from offer where block >= ${from}::cidr and proven order by block limit ${most})
    order by block`.rows(ctx)
  return rows.map(({ block }) => knownPrefix(block))
}

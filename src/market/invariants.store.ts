import { inTransaction } from '../kernel/context.ts'
import { promise, type Invariant } from '../kernel/invariants.ts'
import { query, type Query } from '../kernel/db/query.ts'
import { onShelf } from './inventory/inventory.store.ts'
import { foldChanges, lastChange } from './map/map.store.ts'

/** What the market promises across rows. Each is one walk in the order of an index, however much there is. */

const live = query`status in ('held', 'claimed', 'leased', 'resting')`
const liveClaims = query`allocation where ${live}`
const provenOffers = query`offer where proven`

/** Blocks are apart or one in the other, and sort parent first: whoever overlaps anybody overlaps the one before. */
const overlapping = (blocks: Query<unknown>) => query`
  select format('%s overlaps %s', block, before) as breach
  from (select block, lag(block) over (order by block) as before from (${blocks}) all_blocks) walked
  where before >>= block`

const claimsApart = promise(
  'no two live claims overlap',
  liveClaims,
  overlapping(query`select block from ${liveClaims}`),
)

const nothingTwice = promise(
  'nothing free is claimed, or free twice',
  query`free_block`,
  overlapping(query`select block from free_block union all select block from ${liveClaims}`),
)

const nothingLost = promise(
  'what is free and claimed of an offer is all of it',
  provenOffers,
  query`select format('%s has %s addresses, of which %s are accounted for', o.block, 2 ^ (32 - masklen(o.block)), sum(part.addresses))
      as breach
    from (select * from ${provenOffers}) o left join lateral (
      select 2 ^ (32 - masklen(block)) as addresses from free_block where offer_uuid = o.uuid and block <<= o.block
      union all
      select 2 ^ (32 - masklen(block)) from allocation
        where offer_uuid = o.uuid and ${live} and block <<= o.block
    ) part on true group by o.uuid, o.block having coalesce(sum(part.addresses), 0) <> 2 ^ (32 - masklen(o.block))`,
)

const nothingElsewhere = promise(
  'what is free or claimed lies within a proven offer',
  query`free_block`,
  query`select format('%s lies outside %s', part.block, coalesce(o.block::text, 'every offer')) as breach
    from (select block, offer_uuid from free_block union all select block, offer_uuid from ${liveClaims}) part
    left join offer o on o.uuid = part.offer_uuid and o.proven
    where o.uuid is null or not part.block <<= o.block`,
)

/** Hidden blocks are apart, so the last that begins before a block is the only one that can be around it. */
const hiddenKept = promise(
  'what is free is hidden exactly where the holder hides it',
  query`free_block`,
  query`select format('%s is free and %s', f.block, case when f.hidden then 'hidden' else 'shown' end) as breach
    from free_block f
    left join lateral (select block from hidden_block h where h.offer_uuid = f.offer_uuid and h.block <= f.block
      order by h.block desc limit 1) around on true
    left join lateral (select block from hidden_block h where h.offer_uuid = f.offer_uuid and h.block > f.block
      order by h.block limit 1) next on true
    where f.hidden <> coalesce(around.block >>= f.block, false) or (not f.hidden and next.block << f.block)`,
)

const fewestBlocks = promise(
  'free space is kept as the fewest blocks',
  query`free_block`,
  query`select format('%s and %s are one', before, block) as breach from (
      select f.block, f.hidden, o.block as whole, lag(f.block) over beside as before, lag(f.hidden) over beside as was_hidden
      from free_block f join offer o on o.uuid = f.offer_uuid
      window beside as (partition by f.offer_uuid order by f.block)
    ) walked where hidden = was_hidden and masklen(block) = masklen(before) and masklen(block) > masklen(whole)
      and network(set_masklen(block, masklen(block) - 1)) = network(set_masklen(before, masklen(block) - 1))`,
)

/** The first proof ends all other listings of its space. */
const nobodyWaits = promise(
  'nobody waits for a proof of space that is proven',
  query`offer where status = 'auth_pending'`,
  query`select format('%s waits for a proof, and %s is proven', waiting.block, o.block) as breach
    from (select block from offer where status = 'auth_pending') waiting
    join offer o on o.proven and o.block && waiting.block`,
)

const countersTrue = promise(
  "an offer's counters are what its leases add up to",
  query`offer`,
  query`select format('%s says %s leases, %s addresses, %s a month; it has %s, %s, %s', o.block, o.live_leases,
      o.used_addresses, o.run_rate_minor, l.leases, l.addresses, l.price) as breach
    from offer o cross join lateral (
      select count(*) as leases, coalesce(sum(2 ^ (32 - length)), 0) as addresses, coalesce(sum(price_minor), 0) as price
      from lease where offer_uuid = o.uuid and status <> 'terminated'
    ) l where (o.live_leases, o.used_addresses, o.run_rate_minor) is distinct from (l.leases, l.addresses, l.price)`,
)

const tallyTrue = promise(
  "a company's tally of leases is their number, price and commission",
  query`lease_tally`,
  query`select format('%s has %s leases of /%s, %s, %s, at %s and %s; the tally says %s, %s and %s', tenant_uuid,
      coalesce(l.n, 0), length, registry, status, coalesce(l.rate, 0), coalesce(l.fee, 0), coalesce(t.leases, 0),
      coalesce(t.rate_minor, 0), coalesce(t.fee_minor, 0)) as breach
    from lease_tally t full join (
      select tenant_uuid, status, length, registry, count(*) as n, sum(price_minor) as rate,
        sum(round(price_minor * commission_bp / 10000.0)) as fee
      from lease group by 1, 2, 3, 4
    ) l using (tenant_uuid, status, length, registry)
    where (coalesce(l.n, 0), coalesce(l.rate, 0), coalesce(l.fee, 0))
      <> (coalesce(t.leases, 0), coalesce(t.rate_minor, 0), coalesce(t.fee_minor, 0))`,
)

const holdsWanted = promise(
  'every hold is for a live reservation of that block, and every live reservation has its hold',
  query`reservation where status in ('pending', 'countered', 'accepted') and bought_at is null`,
  query`select format('%s: the claim is %s, the reservation %s', coalesce(a.block, r.block), a.status, r.status) as breach
    from (select * from allocation where status in ('held', 'claimed')) a full join (
      select * from reservation where status in ('pending', 'countered', 'accepted') and bought_at is null
    ) r on r.allocation_uuid = a.uuid
    where a.uuid is null or r.uuid is null
      or (a.block, a.tenant_uuid, a.offer_uuid) <> (r.block, r.tenant_uuid, r.offer_uuid)
      or (a.status = 'claimed') <> (r.claimed_by is not null)`,
)

const leasesAllocated = promise(
  'every running lease has its block, and every leased block a running lease',
  query`lease where status <> 'terminated'`,
  query`select format('%s: the claim is %s, the lease %s', coalesce(a.block, l.block), a.status, l.status) as breach
    from (select * from allocation where status = 'leased') a full join (
      select * from lease where status <> 'terminated'
    ) l on l.allocation_uuid = a.uuid
    where a.uuid is null or l.uuid is null
      or (a.block, a.tenant_uuid, a.offer_uuid) <> (l.block, l.tenant_uuid, l.offer_uuid)`,
)

const shelfTrue = promise(
  'on the shelf are exactly the prices that can be sold',
  query`pricing`,
  query`select format('the price of a /%s of %s is %s the shelf', p.length, o.block, case when p.on_shelf then 'on' else 'off' end)
      as breach
    from pricing p join offer o on o.uuid = p.offer_uuid where p.on_shelf <> (${onShelf})`,
)

const registriesTrue = promise(
  'a price names the registry of its offer',
  query`pricing`,
  query`select format('a price of %s names %s', o.block, p.registry) as breach
    from pricing p join offer o on o.uuid = p.offer_uuid where p.registry <> o.registry`,
)

const skippedTrue = promise(
  'an offer names the checks of it that were skipped',
  query`offer`,
  query`select format('%s names %s, skipped were %s', o.block, o.skipped_checks, skipped.kinds) as breach
    from offer o cross join lateral (
      select coalesce(array_agg(kind order by kind), '{}') as kinds from offer_check
      where offer_uuid = o.uuid and status = 'skipped' and kind <> 'dns'
    ) skipped where o.skipped_checks <> skipped.kinds`,
)

/** Each square of the smallest, each larger one as the sum of these, each octet. Where changes wait, nobody relies on it. */
const mapTrue = promise(
  'the map is kept as it would be counted',
  query`map_cell`,
  query`
    with touched as materialized (select unnest(map_outermost(array(select area from map_change))) as area),
    compared as (
      select viewer, map_cell_of(block, 20) as cell, state, shown, 1 as blocks,
        1::bigint << (32 - masklen(block)) as addresses
      from map_seen('0.0.0.0/0')
      union all
      select null, cell, state, true, -blocks, -addresses from map_cell where level = 20
      union all
      select tenant_uuid, cell, state, shown, -blocks, -addresses from map_own_cell where level = 20)
    select format('%s, %s: the map lacks %s blocks and %s addresses that %s sees', cell, state, sum(blocks),
      sum(addresses), coalesce(viewer::text, 'anyone')) as breach
    from compared where not exists (select from touched where touched.area >>= compared.cell)
    group by viewer, cell, state, shown having sum(blocks) <> 0 or sum(addresses) <> 0
    union all
    select format('%s, %s: a square of /%s lacks %s blocks and %s addresses', cell, state, level, sum(blocks), sum(addresses))
    from (
      select l.level, map_cell_of(cell, l.level) as cell, state, blocks, addresses
      from map_cell c cross join unnest(map_levels()) as l (level) where c.level = 20
      union all
      select level, cell, state, -blocks, -addresses from map_cell
    ) summed group by level, cell, state having sum(blocks) <> 0 or sum(addresses) <> 0
    union all
    select format('%s, %s: a square of /%s lacks %s blocks and %s addresses of %s', cell, state, level, sum(blocks),
      sum(addresses), tenant_uuid)
    from (
      select tenant_uuid, l.level, map_cell_of(cell, l.level) as cell, state, shown, blocks, addresses
      from map_own_cell c cross join unnest(map_own_levels()) as l (level) where c.level = 20
      union all
      select tenant_uuid, level, cell, state, shown, -blocks, -addresses from map_own_cell
    ) own group by tenant_uuid, level, cell, state, shown having sum(blocks) <> 0 or sum(addresses) <> 0
    union all
    select format('octet %s lacks %s blocks', octet, sum(blocks)) from (
      select map_octet_of(cell) as octet, blocks from map_cell where level = 20
      union all
      select octet, -blocks from map_octet
    ) octets group by octet having sum(blocks) <> 0`,
)

/** What waits is folded first: the less does, the more is compared. */
const mapKept: Invariant = {
  ...mapTrue,
  check: async (ctx) => {
    const last = await lastChange(ctx)
    while (await inTransaction(ctx, (tx) => foldChanges(tx, last)));
    return mapTrue.check(ctx)
  },
}

export const promisesAcrossRows: readonly Invariant[] = [
  claimsApart,
  nothingTwice,
  nothingLost,
  nothingElsewhere,
  hiddenKept,
  fewestBlocks,
  nobodyWaits,
  countersTrue,
  tallyTrue,
  holdsWanted,
  leasesAllocated,
  shelfTrue,
  registriesTrue,
  skippedTrue,
  mapKept,
]

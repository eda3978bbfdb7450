import type pg from 'pg'
import { crowdLetters } from './made-letters.ts'

/** Many blocks held and let, put straight into the tables: enough that a walk has many batches. */

export interface CrowdOffer {
  readonly holder: string
  readonly block: string
  readonly leases: readonly { readonly lessee: string; readonly block: string }[]
}

/** Each offer with a price for /24, and leases that never end. */
export async function crowdPrefixes(pool: pg.Pool, offers: readonly CrowdOffer[]): Promise<void> {
  await pool.query(
    `create table if not exists crowd_offer (offer uuid primary key, pricing uuid, holder uuid, block cidr)`,
  )
  await pool.query(
    `insert into crowd_offer select gen_random_uuid(), gen_random_uuid(), holder, block
     from unnest($1::uuid[], $2::cidr[]) wanted (holder, block)`,
    [offers.map(({ holder }) => holder), offers.map(({ block }) => block)],
  )
  await pool.query(drawOffers)
  await pool.query(drawPricings)
  const leases = offers.flatMap((offer) => offer.leases.map((lease) => ({ ...lease, within: offer.block })))
  await pool.query(
    `create table crowd_lease as select gen_random_uuid() as allocation, c.*, wanted.lessee, wanted.part
     from unnest($1::cidr[], $2::uuid[], $3::cidr[]) wanted (within, lessee, part) join crowd_offer c on c.block = wanted.within`,
    [leases.map(({ within }) => within), leases.map(({ lessee }) => lessee), leases.map(({ block }) => block)],
  )
  for (const statement of drawLeases) await pool.query(statement)
  await crowdLetters(pool)
  for (const table of ['offer', 'lease', 'pricing', 'allocation', 'tenant']) await pool.query(`vacuum analyze ${table}`)
}

const drawOffers = `
  insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split, maximum_split,
    authorisation, created_at)
  select offer, holder, block, 'ripencc', 'validity_active', false, 'rsv_' || offer, masklen(block), 24, 'signed', now()
  from crowd_offer`

const drawPricings = `
  insert into pricing (uuid, tenant_uuid, offer_uuid, registry, length, price_minor, wants_to_negotiate,
    commitment_periods, on_shelf, created_at)
  select pricing, holder, offer, 'ripencc', 24, 10000, false, '{}', true, now() from crowd_offer`

const drawLeases = [
  `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since)
   select allocation, lessee, offer, part, 'leased', now() from crowd_lease`,
  `insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, block, registry, status,
     price_minor, commission_bp, created_at)
   select gen_random_uuid(), lessee, holder, offer, pricing, allocation, part, 'ripencc', 'active', 10000, 500, now()
   from crowd_lease`,
  `update offer set live_leases = counted.leases, used_addresses = counted.addresses,
     run_rate_minor = counted.leases * 10000
   from (select offer, count(*) as leases, sum(2 ^ (32 - masklen(part)))::bigint as addresses from crowd_lease
     group by offer) counted where uuid = counted.offer`,
  'drop table crowd_lease, crowd_offer',
]

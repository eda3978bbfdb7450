import type { World } from '../world.ts'

/**
 * A market with many offers, put straight into its tables: enough rows that a planner has a choice, and that an export
 * has several batches. Each offer is a /22 of which three /24 are let and the fourth is held or free; offers and leases
 * go round among the companies. Keys have many equals, and identifiers no order.
 */
export async function crowdMarket({ house }: World, companies: readonly string[], offers: number): Promise<void> {
  await house.pool.query(drawOffers, [companies, offers])
  await house.pool.query(drawParts, [companies])
  for (const statement of fill) await house.pool.query(statement)
  await settle(house)
}

/** Until the planner knows every row and an index may answer alone, which the database's own analysis can put off. */
async function settle({ pool }: World['house']): Promise<void> {
  const tables = async (which: string) => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and ${which}`,
    )
    return rows.map(({ name }) => name)
  }
  for (let left = await tables('true'); left.length > 0; left = await tables('relallvisible < relpages'))
    for (const name of left) await pool.query(`vacuum analyze ${name}`)
}

const companyOf = (n: string) => `($1::uuid[])[1 + (${n}) % cardinality($1::uuid[])]`

const drawOffers = `
  create table crowd as select n, gen_random_uuid() as offer, gen_random_uuid() as pricing, ${companyOf('n')} as holder,
    ('11.0.0.0'::inet + n * 1024) as first, now() - n % 97 * interval '1 hour' as since,
    (array['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic'])[1 + n % 5] as registry, 10000 + n % 50 * 100 as price
  from generate_series(0, $2::bigint - 1) n`

const drawParts = `
  create table crowd_part as select c.*, part, gen_random_uuid() as allocation, gen_random_uuid() as own,
    ${companyOf('n * 3 + part')} as lessee, set_masklen(first + part * 256, 24)::cidr as block,
    case when part < 3 then 'leased' when n % 2 = 0 then 'held' else 'free' end as state
  from crowd c cross join generate_series(0, 3) part`

const fill = [
  `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
     maximum_split, authorisation, used_addresses, run_rate_minor, live_leases, created_at)
   select offer, holder, set_masklen(first, 22)::cidr, registry, 'validity_active', false, 'rsv_' || offer, 22, 24,
     'signed', 768, 3 * price, 3, since from crowd`,
  `insert into ownership_proof (offer_uuid, tenant_uuid, type, status, description)
   select offer, holder, 'email', 'passed', 'The mailed code was given.' from crowd`,
  `insert into offer_check (offer_uuid, tenant_uuid, kind, status, description, checked_at)
   select offer, holder, kind, 'passed', 'Nothing speaks against it.', since
   from crowd cross join unnest(array['whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa']) kind`,
  `insert into offer_place (offer_uuid, tenant_uuid, provider, country_code, city_name)
   select offer, holder, 'atlas', (array['NL', 'DE', 'FR'])[1 + n % 3], 'City ' || n % 100 from crowd`,
  `insert into pricing (uuid, tenant_uuid, offer_uuid, registry, length, price_minor, wants_to_negotiate, commitment_periods,
     on_shelf, created_at)
   select pricing, holder, offer, registry, 24, price, n % 2 = 0, '{12}', n % 2 = 1, since from crowd`,
  `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since, until)
   select allocation, lessee, offer, block, state, since, case state when 'held' then now() + interval '1 day' end
   from crowd_part where state <> 'free'`,
  `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
   select block, offer, holder, false from crowd_part where state = 'free'`,
  `insert into reservation (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, token, block,
     ip_price, price_minor, contract_months, status, negotiated, created_at)
   select own, lessee, holder, offer, pricing, allocation, 'rsv_' || own, block, '0.39', price, 1, 'accepted', false,
     since from crowd_part where state = 'held'`,
  `insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, block, registry, status,
     price_minor, commission_bp, asns, created_at)
   select own, lessee, holder, offer, pricing, allocation, block, registry,
     case when n % 10 = 0 then 'suspended' when n % 25 = 1 then 'pending' else 'active' end,
     price, 500, case n % 4 when 0 then array[64500 + n % 3] else '{}' end, since
   from crowd_part where state = 'leased'`,
  `insert into lease_term (uuid, tenant_uuid, period_start, next_due_at)
   select own, lessee, since, case when n % 25 <> 1 then since + n % 29 * interval '1 day' end
   from crowd_part where state = 'leased'`,
  `insert into commitment (uuid, tenant_uuid, offer_uuid, pricing_uuid, lease_uuid, status, price_minor, months,
     starts_at, ends_at)
   select gen_random_uuid(), lessee, offer, pricing, own, 'active', price, 12, since, since + interval '12 months'
   from crowd_part where state = 'leased' and n % 10 = 0`,
  'drop table crowd_part, crowd',
]

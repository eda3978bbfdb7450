import type pg from 'pg'
import { books } from './books.ts'
import { key } from './keys.ts'
import { randomFrom, type Blocks, type Plan } from './plan.ts'

/**
 * Writes a plan into an empty, migrated database. Indexes, foreign keys and exclusions are taken off first and put back
 * last: that is faster by far, and putting a constraint back proves that every row keeps it.
 */

interface Parties {
  /** Who has the first `mine` leases. */
  readonly lessee: string
  readonly mine: number
  /** How many other companies hold offers, and how many lease the rest. */
  readonly holders: number
  readonly lessees: number
}

const blockOf = (row: string): string =>
  `set_masklen('0.0.0.0'::inet + ${row}.unit::bigint * 256, ${row}.length::int)::cidr`

const monthlyPrices = [10_000, 10_000, 10_000, 11_000, 11_520, 12_000, 12_800]
const registries = ['ripencc', 'ripencc', 'ripencc', 'arin', 'arin', 'arin', 'apnic', 'apnic', 'lacnic', 'afrinic']

const registryOf = (row: string): string => `('{${registries.join(',')}}'::text[])[${row}.registry + 1]`

const tables = [
  'offer',
  'ownership_proof',
  'offer_check',
  'offer_place',
  'pricing',
  'allocation',
  'free_block',
  'hidden_block',
  'lease',
  'sales_order',
  'invoice',
  'letter',
  'ledger_entry',
  'audit_entry',
]

export async function load(db: pg.ClientBase, plan: Plan, parties: Parties): Promise<void> {
  await db.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
  const putBack = await takeOff(db)
  await stage(db, plan)
  for (const statement of statements(parties)) await db.query(statement)
  for (const statement of putBack) await db.query(statement)
  await db.query('drop table planned_offer, planned_lease, planned_free')
  await db.query('vacuum analyze')
}

/** Drops what slows writing down, and returns what brings it back, in an order that works. */
async function takeOff(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ drop: string; back: string }>(
    `select format('alter table %I drop constraint %I', c.conrelid::regclass, conname) as drop,
       format('alter table %I add constraint %I %s', c.conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as back
     from pg_constraint c where contype in ('f', 'x') and conrelid = any($1::regclass[])
     union all
     select format('drop index %I', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index i where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await db.query(drop)
  return rows.map(({ back }) => back)
}

/** The plan as tables, in portions that fit a message. */
async function stage(db: pg.ClientBase, plan: Plan): Promise<void> {
  const random = randomFrom(plan.offers.unit.length + 1)
  const draw = (most: number): number[] => plan.offers.unit.map(() => Math.floor(random() * most))
  await db.query(`create unlogged table planned_offer as
    select 0 as n, 0 as unit, 0 as length, 0 as price, 0 as registry, 0 as luck limit 0;
    create unlogged table planned_lease as select 0 as n, 0 as unit, 0 as length, 0 as offer limit 0;
    create unlogged table planned_free as select 0 as n, 0 as unit, 0 as length, 0 as offer limit 0`)
  const { unit, length } = plan.offers
  const columns = [unit, length, draw(monthlyPrices.length), draw(registries.length), draw(100)]
  await insertColumns(db, 'planned_offer', columns)
  const parts = ({ unit, length, offer }: Blocks) => [unit, length, offer]
  await insertColumns(db, 'planned_lease', parts(plan.leases))
  await insertColumns(db, 'planned_free', parts(plan.free))
  await db.query('analyze planned_offer; analyze planned_lease; analyze planned_free')
}

const portion = 50_000

async function insertColumns(db: pg.ClientBase, table: string, columns: readonly number[][]): Promise<void> {
  const count = columns[0]?.length ?? 0
  const places = columns.map((_, i) => `$${i + 2}::int[]`).join(', ')
  for (let from = 0; from < count; from += portion)
    await db.query(`insert into ${table} select $1 + row_number() over () - 1, part.* from unnest(${places}) as part`, [
      from,
      ...columns.map((column) => column.slice(from, from + portion)),
    ])
}

function statements(parties: Parties): string[] {
  return [companies(parties), ...offers(parties), ...inventory(parties), counters, ...books(parties)]
}

const companies = ({ holders, lessees }: Parties): string => `
  insert into tenant (uuid, title, role, status, created_at)
  select ${key('holder', 'n')}, 'Holder ' || n, 'holder', 'active', timestamptz '2026-01-01'
  from generate_series(0, ${holders - 1}) n
  union all
  select ${key('lessee', 'n')}, 'Lessee ' || n, 'lessee', 'active', timestamptz '2026-01-01'
  from generate_series(0, ${lessees - 1}) n`

/** Of a hundred offers two are hidden, one has failed a check and one is not proven yet. */
const offers = ({ holders }: Parties): string[] => [
  `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
     maximum_split, authorisation, authorised_by, authorised_at, created_at)
   select ${key('offer', 'o.n')}, ${key('holder', `o.n % ${holders}`)}, ${blockOf('o')},
     ${registryOf('o')},
     case o.luck when 0 then 'validity_invalid' when 1 then 'validity_pending' else 'validity_active' end,
     o.luck in (2, 3), 'rsv_' || ${key('offer', 'o.n')}, o.length, 24, 'signed', 'holder@example.net',
     timestamptz '2026-01-01', timestamptz '2026-01-01' + o.n * interval '1 minute'
   from planned_offer o order by o.n`,
  `insert into ownership_proof (offer_uuid, tenant_uuid, type, status, description)
   select uuid, tenant_uuid, 'email', 'passed', 'The mailed code was given.' from offer`,
  `insert into offer_check (offer_uuid, tenant_uuid, kind, status, description, checked_at)
   select uuid, tenant_uuid, kind, case when status = 'validity_invalid' and kind = 'bgp' then 'failed' else 'passed' end,
     'Nothing speaks against it.', timestamptz '2026-01-02'
   from offer cross join unnest('{whois,bgp,dns,iprep,loaa,roa}'::text[]) kind`,
  `insert into offer_place (offer_uuid, tenant_uuid, provider, country_code, city_name)
   select ${key('offer', 'o.n')}, ${key('holder', `o.n % ${holders}`)}, provider,
     ('{DE,DE,NL,FR,US,US,US,GB,SG,BR}'::text[])[o.luck % 10 + 1], 'City ' || o.n % 500
   from planned_offer o cross join unnest('{atlas,meridian}'::text[]) provider`,
  `insert into pricing (uuid, tenant_uuid, offer_uuid, registry, length, price_minor, wants_to_negotiate, commitment_periods, created_at)
   select ${key('pricing', 'o.n * 32 + size')}, ${key('holder', `o.n % ${holders}`)}, ${key('offer', 'o.n')},
     ${registryOf('o')}, size,
     ('{${monthlyPrices.join(',')}}'::bigint[])[o.price + 1] * (1 << (24 - size)), o.luck % 2 = 0,
     case when o.luck % 3 = 0 then '{3,12}'::smallint[] else '{}'::smallint[] end, timestamptz '2026-01-01'
   from planned_offer o cross join lateral (
     select o.length as size union select * from generate_series(greatest(o.length, 20), 24)) sizes
   order by o.n, size`,
]

const inventory = ({ lessee, mine, lessees }: Parties): string[] => {
  const tenant = `case when l.n < ${mine} then '${lessee}'::uuid else ${key('lessee', `l.n % ${lessees}`)} end`
  const since = `timestamptz '2026-01-03' + l.n * interval '1 second'`
  return [
    `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since)
     select ${key('allocation', 'l.n')}, ${tenant}, ${key('offer', 'l.offer')}, ${blockOf('l')}, 'leased', ${since}
     from planned_lease l order by l.n`,
    `insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, block, registry, status,
       price_minor, commission_bp, created_at)
     select ${key('lease', 'l.n')}, ${tenant}, o.tenant_uuid, o.uuid, p.uuid, ${key('allocation', 'l.n')}, ${blockOf('l')},
       o.registry, case when l.n % 50 = 0 then 'suspended' else 'active' end, p.price_minor, 500, ${since}
     from planned_lease l join offer o on o.uuid = ${key('offer', 'l.offer')}
     join pricing p on p.uuid = ${key('pricing', 'l.offer * 32 + l.length')} order by l.n`,
    `insert into lease_term (uuid, tenant_uuid, period_start, next_due_at)
     select ${key('lease', 'l.n')}, ${tenant}, ${since}, ${since} + interval '30 days' from planned_lease l order by l.n`,
    // One free block of every fiftieth offer is hidden: the others stay the fewest that cover the rest.
    `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
     select ${blockOf('f')}, o.uuid, o.tenant_uuid,
       f.offer % 50 = 1 and row_number() over (partition by f.offer order by f.n) = 1
     from planned_free f join offer o on o.uuid = ${key('offer', 'f.offer')} order by 1`,
    `insert into hidden_block (offer_uuid, tenant_uuid, block)
     select offer_uuid, tenant_uuid, block from free_block where hidden`,
  ]
}

const counters = `
  update offer o set used_addresses = l.addresses, run_rate_minor = l.rate, live_leases = l.leases
  from (select offer_uuid, sum(2::bigint ^ (32 - length)) as addresses, sum(price_minor) as rate, count(*) as leases
    from lease group by 1) l where l.offer_uuid = o.uuid;
  update pricing p set on_shelf = true from offer o
  where o.uuid = p.offer_uuid and o.status = 'validity_active' and not o.hidden and exists (
    select from free_block f where f.offer_uuid = p.offer_uuid and f.length <= p.length and not f.hidden)`

import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { propertiesOf } from '../../src/kernel/http/schema.ts'
import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { placeFreeBlocks, placeMarket } from '../../src/market/index.ts'
import { leaseSorts } from '../../src/market/lease/view.rules.ts'
import { keepFacts } from '../../src/network/index.ts'
import { crowdPeriods } from '../support/market/bill-crowd.ts'
import { crowdMarket } from '../support/market/crowd.ts'
import { crowdNamedLetters } from '../support/market/made-letters.ts'
import { knowOwners } from '../support/market/looked.ts'
import { faultsOf, nodesOf, plansOf, type Plan } from '../support/plans.ts'
import { pathFor } from '../support/sample.ts'
import { explained, statementsOf, watchedEndpoint } from '../support/statements.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * How the database finds what a list shows, among so many rows that it has a choice: the statements that the endpoint
 * really sends, explained. No table is read through, and a plain page comes out of an index in its order.
 */

interface Question {
  /** With OWN for a block the company holds. */
  readonly query: string
  /** The index that has the page in its order, so that nothing is sorted and nothing read but what is shown. */
  readonly by?: string
  /** The same where a page is merged from several. */
  readonly merged?: readonly string[]
}

const leaseIndexes: Readonly<Record<(typeof leaseSorts)[number], string>> = {
  address: 'lease_by_block',
  cidr: 'lease_by_length',
  registry: 'lease_by_registry',
  status: 'lease_by_status',
  next_due_date: 'lease_term_by_due',
  recurring_amount: 'lease_by_price',
  created_at: 'lease_by_age',
}

const ordered = leaseSorts.flatMap((key) => [key, `-${key}`].map((sort) => ({ sort, by: leaseIndexes[key] })))

const leaseFilters = [
  'uuid=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  'address=11.0.4.0',
  'address=11.1.0.0/16',
  'cidr=24',
  'registry=arin',
]

const searches = [
  '',
  ...['price', '-price', 'address', '-address'].map((sort) => `sort=${sort}`),
  ...['', '&sort=price', '&sort=-address'].flatMap((sort) => [
    `address=11.1.0.0/16${sort}`,
    `address=11.1.0.77${sort}`,
    `octets=11,45&address=11.2.0.0/15${sort}`,
    `geo_country_code=NL&geo_city_name=city%207${sort}`,
    `geo_city_name=city%207${sort}`,
    `reservation_id=rsv_nobody${sort}`,
  ]),
  'price_min=110&price_max=111&sort=price',
  'registrars=arin&sort=price',
]

const lists: Readonly<Record<string, readonly Question[]>> = {
  // Offers, for their holder
  listOffers: [
    { query: '' },
    ...['address', 'cidr', 'created_at', 'status'].flatMap((key) => [
      { query: `sort=${key}` },
      { query: `sort=-${key}` },
    ]),
    { query: 'filter[status]=validity_active' },
    { query: 'filter[registry]=arin&filter[hidden]=false' },
    { query: 'filter[address]=11.0.0.0/12' },
    { query: 'sort=-created_at&page=3' },
  ],
  // Reservations
  listReservations: [
    { query: '' },
    { query: 'filter[side]=lessee' },
    { query: 'filter[side]=holder&page=3' },
    { query: 'filter[status]=accepted' },
  ],
  // Saved searches
  listSavedSearches: [{ query: '' }, { query: 'page=2' }],
  listSavedSearchMatches: [{ query: '' }, { query: 'page=2' }],
  // Search
  searchMarket: searches.map((query) => ({ query: `prefix_length=24&${query}` })),
  // Leases, for their lessee
  listLeases: [
    { query: '', by: 'lease_by_block' },
    ...ordered.flatMap(({ sort, by }) => [
      { query: `sort=${sort}`, by },
      { query: `sort=${sort}&page=40`, by },
    ]),
    ...leaseFilters.map((query) => ({ query })),
    { query: 'address=11.1.0.0/16&page=2', by: 'lease_by_block' },
    { query: 'status=suspended' },
    { query: 'status=active,pending&sort=-created_at' },
    { query: 'display=assigned' },
    { query: 'display=unassigned&sort=status' },
    { query: 'asn=64500' },
    ...['critical', 'warning', 'unknown', 'ok'].map((level) => ({ query: `routing=${level}` })),
    { query: 'routing=critical&sort=next_due_date' },
    { query: 'sort=registry,-address' },
    { query: 'registry=arin&cidr=24&status=active&asn=64500&address=11.0.0.0/8&sort=-recurring_amount,cidr' },
  ],
  listLeasePeriods: [{ query: '' }, { query: 'page=3' }],
  // Prefixes, for who holds or leases them
  listSubsets: [
    ...['', '&sort=-ipNet', '&offset=1500'].map((query) => ({
      query: `fields=notation${query}`,
      merged: ['offer_held_by_block', 'lease_seen_by_block'],
    })),
    ...['notation', '-notation'].map((sort) => ({
      query: `fields=notation,holderMetadata&sort=${sort}`,
      merged: ['offer_held_by_notation', 'lease_seen_by_notation'],
    })),
    { query: 'fields=internalMetadata,holderMetadata&limit=1000' },
    { query: 'fields=notation&limit=1&organisations=Company%207' },
    { query: 'fields=notation,holderMetadata&notations=OWN' },
  ],
  listHealth: [{ query: '' }, { query: 'limit=100&offset=500' }, { query: 'severity=warning' }],
  // Letters, for their lessee and for who holds their blocks
  listLetters: [{ query: '' }, { query: 'page=3' }, { query: 'statuses=Active' }],
  listOwnLetters: [
    ...['', 'sort=created_at', 'page=3', 'statuses=pending', 'asn=64500'].map((query) => ({ query })),
    { query: 'service_uuid=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' },
  ],
  listHolderLetters: [
    ...[
      '',
      'sort=created_at',
      'sort=address',
      'sort=-address&page=3',
      'statuses=pending',
      'statuses=Active,revoked',
    ].map((query) => ({ query })),
    { query: 'asn=64500' },
    { query: 'market_service_uuid=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' },
  ],
  // Where leased blocks are used
  listGeofeed: [
    { query: '' },
    { query: 'page=3' },
    { query: 'filter[service_uuid]=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' },
  ],
  exportLeases: [
    ...ordered.map(({ sort }) => ({ query: `sort=${sort}` })),
    ...ordered.map(({ sort, by }) => ({ query: `sort=${sort}&page=5&per_page=100`, by })),
    ...leaseFilters.map((query) => ({ query })),
    ...['status=suspended', 'display=assigned', 'asn=64500'].map((query) => ({ query })),
    { query: 'sort=registry,-address' },
  ],
}

/** What is no list, but reads a part of what there is. */
const views: Readonly<Record<string, readonly Question[]>> = {
  getOfferTree: [{ query: '' }, { query: 'inside=OWN&depth=1' }],
  getMarketStatistics: [{ query: '' }],
  mapMarket: ['11.1.0.0/16', '11.1.2.0/24', '11.1.2.64/26'].map((inside) => ({ query: `inside=${inside}` })),
}

let world: World
let client: Awaited<ReturnType<World['client']>>
let planner: pg.PoolClient
let own: string
let ownOffer: string
let ownLease: string
let ownSearch: string
beforeAll(async () => {
  world = await openWorld()
  await keepStatistics()
  client = await world.client(['billing', 'nethub-data'])
  const { rows } = await world.house.pool.query<{ uuid: string }>(
    `insert into tenant (uuid, title, role, status, created_at)
     select gen_random_uuid(), 'Company ' || n, 'lessee', 'active', now() from generate_series(1, 4000) n returning uuid`,
  )
  // One company has a tenth of everything: a long list in a table that is longer.
  await crowdMarket(
    world,
    rows.flatMap(({ uuid }, i) => (i % 9 === 0 ? [uuid, client.tenant] : [uuid])),
    5_000,
  )
  await hideParts()
  await seePlaces()
  await earn()
  await crowdNamedLetters(world.house.pool)
  await crowdPeriods(world.house.pool)
  await fillPrefixes()
  await saveSearches()
  const held = await world.house.pool.query('select uuid, block from offer where tenant_uuid = $1 limit 1', [
    client.tenant,
  ])
  own = held.rows[0].block
  ownOffer = held.rows[0].uuid
  const leased = await world.house.pool.query('select uuid from lease where tenant_uuid = $1 limit 1', [client.tenant])
  ownLease = leased.rows[0].uuid
  const searches = await world.house.pool.query('select uuid from saved_search where tenant_uuid = $1 limit 1', [
    client.tenant,
  ])
  ownSearch = searches.rows[0].uuid
  planner = await world.house.pool.connect()
  // With the price of a turning disk, tables of this size are cheaper to read through than to seek in; larger ones, and
  // those in memory, are not.
  await planner.query('set random_page_cost = 1.1')
})
afterAll(async () => {
  planner.release(true)
  await world.close()
})

/** As they are taken here: whenever the database looked again by itself, between two tests, other plans would be cheaper. */
const keepStatistics = () =>
  world.house.pool.query(`
    do $$ declare every regclass; begin
      for every in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = false)', every);
      end loop;
    end $$`)

/** What is let is not to be let again. */
async function hideParts(): Promise<void> {
  const { pool } = world.house
  await pool.query(
    'insert into hidden_block (offer_uuid, tenant_uuid, block) select offer_uuid, holder_uuid, block from lease',
  )
  await pool.query('vacuum analyze hidden_block')
}

/** Free blocks are seen where their offers are. */
async function seePlaces(): Promise<void> {
  const { pool } = world.house
  const { rows } = await pool.query<{ block: string; country_code: string; city_name: string }>(
    'select block, country_code, city_name from offer_place join offer on uuid = offer_uuid',
  )
  const facts = rows.map(({ block, country_code, city_name }) => ({
    prefix: knownPrefix(block),
    provider: 'atlas',
    countryCode: country_code,
    countryName: country_code,
    cityName: city_name,
    state: null,
    date: '2026-11-01',
  }))
  await world.change((ctx) => keepFacts(ctx, 'geofeed', facts, { name: 'atlas' }))
  await placeMarket.run(world.ctx, {})
  await placeFreeBlocks.run(world.ctx, {})
  await pool.query('vacuum analyze free_place, shelf_place, shelf_change, place_key, place_state, free_block')
}

/** Of a row, a few, or mostly none. */
const readByRight = new Set(['place_state', 'place_key', 'shelf_change'].map((table) => `reads through ${table}`))

/** Each lease has brought something; without the invoice that would have to be there first. */
async function earn(): Promise<void> {
  const { pool } = world.house
  await pool.query(`begin; set local session_replication_role = replica;
    insert into earning (uuid, tenant_uuid, invoice_uuid, subject_uuid, name, gross_minor, commission_minor, earned_at)
    select gen_random_uuid(), holder_uuid, gen_random_uuid(), uuid, text(block::inet), price_minor, 0, created_at from lease;
    commit`)
  await pool.query('vacuum analyze earning')
}

/** Every lessee has written something down about its block, and said where it is used. */
async function fillPrefixes(): Promise<void> {
  const { pool } = world.house
  await pool.query(`insert into prefix_metadata (tenant_uuid, block, entries, changed_at)
    select tenant_uuid, block, '{"rack": "A7"}', now() from lease`)
  await pool.query(`insert into geofeed_entry (uuid, tenant_uuid, lease_uuid, block, country_code, changed_at)
    select gen_random_uuid(), tenant_uuid, uuid, block, 'NL', now() from lease`)
  // Every tenth is critical, and one of three deserves a warning.
  await pool.query(`insert into prefix_health (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since)
    select block, 'unknown', 'unknown', 'unknown', 'unknown',
      case when n % 10 = 0 then 'critical' when n % 3 = 0 then 'warning' else 'ok' end, sha256(''), now()
    from (select block, row_number() over () as n from lease where status <> 'terminated') l`)
  await knowOwners(pool)
  await pool.query('vacuum analyze prefix_health')
  await pool.query('vacuum analyze prefix_metadata')
  await pool.query('vacuum analyze geofeed_entry')
}

/** Every company looks for something, and each search has found what lies about. */
async function saveSearches(): Promise<void> {
  const { pool } = world.house
  await pool.query(`insert into saved_search (uuid, tenant_uuid, name, filters, created_at, since)
    select gen_random_uuid(), t.uuid, 'Search ' || n, jsonb_build_object('prefix_length', 24), now(), now()
    from tenant t cross join generate_series(1, 3) n`)
  await pool.query('vacuum analyze saved_search')
  await pool.query(`insert into saved_search_match
      (saved_search_uuid, tenant_uuid, block, pricing_uuid, price_minor, matched_at, told_at)
    select s.uuid, s.tenant_uuid, set_masklen('11.0.0.0'::inet + n * 256, 24)::cidr, (select uuid from pricing limit 1),
      100, now(), now() from saved_search s cross join generate_series(1, 5) n`)
  await pool.query('vacuum analyze saved_search_match')
}

/** Down from the page's limit: what comes out of the index goes straight onto the page. */
const pageIndexes = (plan: Plan): (string | undefined)[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap(({ Plans = [] }) => Plans)
    .filter((node) => node['Node Type'] === 'Index Only Scan')
    .map((node) => node['Index Name'])

/** The same with a merge in between. */
const mergedIndexes = (plan: Plan): (string | undefined)[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap(({ Plans = [] }) => Plans)
    .filter((node) => node['Node Type'] === 'Merge Append')
    .flatMap(({ Plans = [] }) => Plans)
    .flatMap((node) => (node['Node Type'] === 'Sort' ? [] : nodesOf(node)))
    .map((node) => node['Index Name'])

const rows = Object.entries({ ...lists, ...views }).flatMap(([id, questions]) =>
  questions.map((question) => ({ id, ...question })),
)

describe('plans', () => {
  it('are looked at for every list of the market and of prefixes', () => {
    const listing = explained.filter(({ query }) => {
      const known = query ? propertiesOf(query) : {}
      return 'per_page' in known || 'limit' in known
    })
    expect(Object.keys(lists).toSorted()).toEqual(listing.map(({ id }) => id).toSorted())
  })

  it.each(rows)('$id?$query', async ({ id, query, by, merged = [] }) => {
    await world.hear()
    const statements = await statementsOf(async () => {
      const params = {
        tenantUUID: client.tenant,
        ipmarketServiceUUID: ownOffer,
        serviceUUID: ownLease,
        searchUUID: ownSearch,
      }
      const url = `${pathFor(watchedEndpoint(id), params)}?${query.replace('OWN', own)}`
      expect((await world.call('GET', url, { headers: client.bearer })).status).toBe(200)
    })
    expect(statements.length).toBeGreaterThan(0)
    const plans: Plan[][] = []
    for (const statement of statements) plans.push(await plansOf(planner, statement))
    const faults = plans
      .flat()
      .flatMap(faultsOf)
      .filter((fault) => !readByRight.has(fault))
    const paged = by === undefined || plans.some((kinds) => kinds.every((plan) => pageIndexes(plan).includes(by)))
    if (!paged) faults.push(`no statement finds its page in ${by} alone`)
    const together = plans.some((kinds) =>
      kinds.every((plan) => merged.every((index) => mergedIndexes(plan).includes(index))),
    )
    if (!together) faults.push(`no statement merges its page from ${merged.join(' and ')}`)
    expect(faults.length === 0 ? [] : [...faults, JSON.stringify(plans, null, 1)]).toEqual([])
  })

  it.each(['home', 'overview'])('%s', async (which) => {
    const tenant = which === 'home' ? client.tenant : await world.tenant('Operators', 'operator')
    const { cookie } = await world.person(tenant, 'owner')
    const url = which === 'home' ? `/portal/companies/${tenant}/home` : '/portal/operator/overview'
    await world.hear()
    const statements = await statementsOf(async () => {
      expect((await world.call('GET', url, { headers: cookie })).status).toBe(200)
    })
    const plans: Plan[][] = []
    for (const statement of statements) plans.push(await plansOf(planner, statement))
    // Tables of a row or none are read through by right.
    const large = await world.house.pool.query<{ relname: string }>(
      'select relname from pg_class where reltuples > 1000',
    )
    const names = new Set(large.rows.map(({ relname }) => `reads through ${relname}`))
    const faults = new Set(plans.flat().flatMap(faultsOf))
    // Of the tally there are a few rows for each company.
    expect([...faults].filter((fault) => names.has(fault))).toEqual(
      which === 'home' ? [] : ['reads through lease_tally'],
    )
  })
})

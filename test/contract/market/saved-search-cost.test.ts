import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { look } from '../../support/market/saved-searches.ts'
import { statementsOf, type Statement } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What a minute costs with ten thousand saved searches and a hundred thousand free blocks; the figures are printed. */

const searches = 10_000
const tiles = 50_000
const arrivals = 500

let world: World
let offers: MadeOffer[]
beforeAll(async () => {
  world = await openWorld()
  const holder = await world.tenant('Holder', 'holder')
  offers = [
    await makeOffer(world, holder, { block: '101.0.0.0/8' }),
    await makeOffer(world, holder, { block: '102.0.0.0/8' }),
  ]
  const { pool } = world.house
  await pool.query('delete from free_block')
  // In pieces: on a busy machine one statement for all would take longer than statements may.
  for (let from = 0; from < tiles; from += 5_000)
    await pool.query(
      `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
       select set_masklen(host(o.block)::inet + n * 256, 24)::cidr, o.uuid, o.tenant_uuid, false
       from offer o cross join generate_series($1::int, $1::int + 4999) n`,
      [from],
    )
  await pool.query(`insert into offer_place (offer_uuid, tenant_uuid, provider, country_code, city_name)
    select uuid, tenant_uuid, 'atlas', 'NL', '' from offer`)
  // In any mixture of eight sizes, four countries and prices; one of ten looks anywhere.
  await pool.query(
    `insert into saved_search (uuid, tenant_uuid, name, filters, created_at, since)
     select gen_random_uuid(), $1, 'Search ' || n, jsonb_build_object('prefix_length', 17 + n % 8, 'price_max', 60 + n % 61)
       || case when n / 32 % 10 = 0 then '{}' else jsonb_build_object('geo_country_code', (array['NL', 'DE', 'FR', 'US'])[1 + n / 8 % 4]) end,
       now(), now() from generate_series(1, $2::int) n`,
    [await world.tenant('Searchers'), searches],
  )
  for (const table of ['free_block', 'saved_search', 'offer_place']) await pool.query(`vacuum analyze ${table}`)
})
afterAll(() => world.close())

const arrive = (blocks: number) =>
  world.house.pool.query(
    `insert into arrival (offer_uuid, block, arrived_at)
     select o.uuid, set_masklen(host(o.block)::inet + n * 512, 24)::cidr, now()
     from offer o cross join generate_series(1, $1::int) n`,
    [blocks / offers.length],
  )

async function measured(name: string): Promise<Statement[]> {
  const began = performance.now()
  const statements = await statementsOf(() => look(world))
  const { rows } = await world.house.pool.query<{ told: number; blocks: number }>(
    'select count(*) filter (where told > 0) as told, sum(told) as blocks from saved_search',
  )
  process.stdout.write(
    `${name}: ${Math.round(performance.now() - began)} ms, ${statements.length} statements, ` +
      `${rows[0]?.told} of ${searches} searches told of ${rows[0]?.blocks} blocks\n`,
  )
  return statements
}

describe('ten thousand searches and a hundred thousand free blocks', () => {
  it('are compared with what has come, by an index and not one by one', async () => {
    await arrive(arrivals)
    const statements = await measured(`${arrivals} blocks`)
    const asked = statements.filter(({ text }) => text.includes('from saved_search where paused_at is null and length'))
    // One page of them is enough for the sizes and countries of these blocks.
    expect(asked).toHaveLength(1)
    const [{ text, values } = { text: '', values: [] }] = asked
    const { rows } = await world.house.pool.query(`explain (format json) ${text}`, [...values])
    const plan = JSON.stringify(rows)
    expect(plan).toContain('saved_search_wanting')
    expect(plan).not.toContain('Seq Scan')
    const free = statements.filter(({ text: said }) => said.includes('from free_block'))
    expect(free.length).toBe(arrivals)
    const [one = { text: '', values: [] }] = free
    const explained = await world.house.pool.query(`explain (format json) ${one.text}`, [...one.values])
    expect(JSON.stringify(explained.rows)).not.toContain('Seq Scan')
  })

  it('cost as few statements for a whole /8 as for one block', async () => {
    await world.house.pool.query('delete from saved_search_match')
    await world.house.pool.query('update saved_search set told = 0, told_at = null')
    await world.house.pool.query(
      `insert into arrival (offer_uuid, block, arrived_at) select uuid, block, now() from offer where uuid = $1`,
      [offers[0]?.uuid],
    )
    const statements = await measured(`a /8 with ${tiles} free blocks`)
    expect(statements.filter(({ text }) => text.includes('from free_block'))).toHaveLength(1)
    const { rows } = await world.house.pool.query('select max(told) as most from saved_search')
    expect(rows[0].most).toBe(tiles)
    const kept = await world.house.pool.query<{ most: number }>(
      'select max(n) as most from (select count(*) as n from saved_search_match group by saved_search_uuid) counted',
    )
    expect(kept.rows[0]?.most).toBe(100)
  })
})

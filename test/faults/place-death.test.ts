import { afterAll, beforeAll, expect, test } from 'vitest'
import { children, formatPrefix, knownPrefix } from '../../src/kernel/ip/index.ts'
import { marketInvariants } from '../../src/market/index.ts'
import { searchMarket } from '../../src/market/search/search.actions.ts'
import type { Search } from '../../src/market/search/search.rules.ts'
import { keepFacts, networkUpToDate } from '../../src/network/index.ts'
import { until } from '../support/http-call.ts'
import { makeLease, makeOffer, type MadeOffer } from '../support/market/market.ts'
import { freePort } from '../support/server/free-port.ts'
import { Gate } from '../support/server/gate.ts'
import { Machine, type Env } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** A server is killed while it keeps the places of free blocks: nobody relies on the half of it, and another completes it. */

const whole = knownPrefix('45.40.0.0/13')
/** More than are placed in two transactions; what lies between them is let. */
const blocks = [...children(whole, 24)].filter((_, n) => n % 2 === 0).map(formatPrefix)

let world: World
let machine: Machine
let env: Env
let offer: MadeOffer
let lessee: string
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld()
  lessee = await world.tenant('Lessee')
  offer = await makeOffer(world, await world.tenant('Holder', 'holder'), { block: formatPrefix(whole) })
  await sql(`delete from free_block`)
  await sql(
    `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
     select block, $1, $2, false from unnest($3::cidr[]) block`,
    [offer.uuid, offer.tenant_uuid, blocks],
  )
  env = {
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_PORT: String(await freePort()),
  }
})
afterAll(async () => {
  await machine.close()
  await world.close()
})

const sql = (text: string, values: unknown[] = []) => world.house.pool.query(text, values)

/** Every third block is in the Netherlands, all others in Germany. */
async function see(which: number): Promise<void> {
  await world.change((ctx) =>
    keepFacts(
      ctx,
      'geofeed',
      blocks.map((block, n) => ({
        prefix: knownPrefix(block),
        provider: '',
        countryCode: n % 3 === which ? 'NL' : 'DE',
        countryName: '',
        cityName: null,
        state: null,
        date: '2026-11-01',
      })),
      { name: 'atlas' },
    ),
  )
  await networkUpToDate(world.ctx)
}

const inNetherlands: Search = {
  length: 24,
  limit: 1_000,
  order: 'address',
  areas: null,
  months: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: { country: 'NL', city: null, providers: [], all: false },
  reputation: null,
  token: null,
}

const taken = new Set<string>()

async function expectExact(which: number): Promise<void> {
  const wanted = blocks.filter((block, n) => n % 3 === which && !taken.has(block))
  for (const order of ['address', 'price'] as const) {
    const found = await searchMarket(world.ctx, { ...inNetherlands, order })
    expect(found.map(({ child }) => formatPrefix(child))).toEqual(wanted)
  }
}

const placed = async (): Promise<number> =>
  (await sql(`select count(*)::int as n from free_block where placed`)).rows[0].n as number

const state = async () => (await sql(`select places, building from place_state`)).rows[0]

test('killed while it keeps places', async () => {
  await see(0)
  const gate = await Gate.close(world, 'before insert on free_place', `new.block >= '${blocks.at(-20)}'`)
  const server = await machine.start(env)
  await sql(`select graphile_worker.add_job('place_market', job_key => 'place_market')`)
  await gate.reached('keeping')
  expect(await state()).toEqual({ places: null, building: expect.any(String) })
  expect(await placed()).toBe(1_000)
  await expectExact(0)
  await server.end('SIGKILL')
  await gate.open()
  expect(await placed()).toBe(1_000)
  await expectExact(0)

  // What has been kept is of blocks that are let now, and of data that are old.
  for (const block of blocks.slice(0, 3)) {
    await makeLease(world, offer, lessee, block)
    taken.add(block)
  }
  await see(1)
  await expectExact(1)
  // It was silent for longer than anybody is who is at it.
  await sql(`update place_state set building_at = building_at - interval '31 seconds'`)
  const next = await machine.start(env)
  await sql(`select graphile_worker.add_job('place_free_blocks')`)
  await until(async () => {
    await expectExact(1)
    return (await state()).places !== null
  }, 'the places')
  expect(await state()).toEqual({ places: expect.any(String), building: null })
  expect(await placed()).toBe(blocks.length - taken.size)
  await expectExact(1)
  await next.end()
  for (const promise of marketInvariants.filter(({ name }) => /^(places|prices) are kept/.test(name))) {
    const { breaches, checked, note } = await promise.check(world.ctx)
    expect({ ...promise, breaches, note }).toEqual({ ...promise, breaches: [], note: undefined })
    expect(checked).toBeGreaterThan(0)
  }
})

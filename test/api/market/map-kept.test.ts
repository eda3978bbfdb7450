import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, formatAddress, formatPrefix, nthChild, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { endLease, foldMap, marketInvariants, withdrawReservation } from '../../../src/market/index.ts'
import { updateOffer } from '../../../src/market/offer/offer.store.ts'
import { restock } from '../../../src/market/inventory/inventory.store.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import type { Company } from '../../support/market/reservations.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

/** The map is kept, and whoever looks at it sees what would be counted: while all at once buy, leave, list and hide (ADR 118). */

let world: World
let holders: Company[]
let lessees: Company[]
beforeAll(async () => {
  world = await openWorld()
  holders = [await world.client(), await world.client()]
  lessees = [await world.client(), await world.client(), await world.client()]
})
afterAll(() => world.close())

const priced = [16, 20, 22, 23, 24].map((length) => ({ length, priceMinor: 10_000 }))

const breaches = async (): Promise<readonly string[]> => {
  const promise = marketInvariants.find(({ name }) => name === 'the map is kept as it would be counted')
  return promise ? (await promise.check(world.ctx)).breaches : ['there is no such promise']
}

const waiting = async (): Promise<number> => {
  const { rows } = await world.house.pool.query<{ n: number }>('select count(*)::int as n from map_change')
  return rows[0]?.n ?? 0
}

/** Who lost a race is refused; the others are what we look at. */
const orRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Error) || !('row' in error)) throw error
  })

/** One after the other, as one client would; whose blocks are the same as others' every now and then. */
async function trade(offer: MadeOffer, lessee: string, from: number): Promise<void> {
  const block = (n: number, length: number) => formatPrefix(nthChild(knownPrefix(offer.block), length, n))
  for (let n = from; n < from + 6; n++) {
    await orRefused(
      (async () => {
        const { uuid } = await makeReservation(world, offer, lessee, block(n, 24))
        if (n % 3 === 0) await world.change((ctx) => withdrawReservation(ctx, lessee, uuid))
      })(),
    )
    await orRefused(
      (async () => {
        const { uuid } = await makeLease(world, offer, lessee, block(n + 8, 22))
        if (n % 2 === 0) await world.change((ctx) => endLease(ctx, uuid))
      })(),
    )
    if (n % 4 === 1) await orRefused(toggle(world, offer, block(n + 20, 23)))
  }
}

const hide = (offer: MadeOffer, hidden: boolean) =>
  world.change(async (ctx) => {
    await updateOffer(ctx, offer.uuid, { hidden })
    await restock(ctx, offer.uuid)
  })

interface Look {
  readonly whose: Company | null
  readonly mine: boolean
}

const mapOf = ({ whose, mine }: Look, inside: string): Promise<Answered> =>
  whose === null
    ? world.call('GET', `/portal/market/map?inside=${inside}`)
    : world.call('GET', `/billing/v1/${whose.tenant}/market/map?inside=${inside}&mine=${mine}`, {
        headers: whose.bearer,
      })

const looks = (): Look[] => [
  { whose: null, mine: false },
  ...[...holders, ...lessees].flatMap((whose) => [
    { whose, mine: false },
    { whose, mine: true },
  ]),
]

type Squares = Record<string, string>

const drawn = ({ body: { data, meta } }: Answered): Squares =>
  Object.fromEntries(
    data.starts.map((start: number, i: number) => [
      `${formatAddress(addressOf(4, start))}/${data.lengths[i]}`,
      meta.states[data.states[i]],
    ]),
  )

/** The same squares, from blocks that are drawn one by one and never kept. */
async function counted(look: Look, octet: number, level: number): Promise<{ squares: Squares; total: number }> {
  const weights = new Map<string, number[]>()
  const seen = new Set<number>()
  let states: string[] = []
  for (let part = 0; part < 8; part++) {
    const { body } = await mapOf(look, `${octet}.${part * 32}.0.0/11`)
    expect(body.meta.detail).toBeNull()
    states = body.meta.states
    for (const [i, start] of (body.data.starts as number[]).entries()) {
      if (seen.has(start)) continue
      seen.add(start)
      const size = 2 ** (32 - body.data.lengths[i])
      const square = Math.max(size, 2 ** (32 - level))
      const name = `${formatAddress(addressOf(4, start - (start % square)))}/${32 - Math.log2(square)}`
      const weight = weights.get(name) ?? states.map(() => 0)
      weight[body.data.states[i]] = (weight[body.data.states[i]] ?? 0) + size
      weights.set(name, weight)
    }
  }
  const squares = [...weights].map(([name, weight]) => [name, states[weight.indexOf(Math.max(...weight))] ?? ''])
  return { squares: Object.fromEntries(squares), total: seen.size }
}

describe('the kept map', () => {
  it('is what would be counted after all at once have claimed, released, listed, hidden and ended', async () => {
    const [first, second] = holders as [Company, Company]
    const offers = [
      await makeOffer(world, first.tenant, { block: '51.0.0.0/14', pricings: priced }),
      await makeOffer(world, second.tenant, { block: '51.4.0.0/16', pricings: priced }),
      await makeOffer(world, first.tenant, { block: '52.0.0.0/17', pricings: priced }),
    ]
    const done = { folding: false }
    const folds = (async () => {
      while (!done.folding) await foldMap.run(world.ctx, {})
    })()
    const others = Array.from({ length: 6 }, (_, n) =>
      makeOffer(world, second.tenant, { block: `53.${n * 8}.0.0/20`, pricings: priced }),
    )
    await Promise.all([
      ...offers.flatMap((offer) => lessees.map(({ tenant }, i) => trade(offer, tenant, i * 3))),
      ...others,
      (async () => {
        for (const hidden of [true, false, true]) await hide(offers[1] as MadeOffer, hidden)
      })(),
    ]).finally(() => {
      done.folding = true
    })
    await folds
    expect(await breaches()).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it('names what is wrong in it', async () => {
    const { pool } = world.house
    await pool.query(
      `update map_cell set blocks = blocks + 1 where level = 20 and cell = '52.0.32.0/20' and state = 'leased'`,
    )
    const found = await breaches()
    expect(found).toContainEqual(expect.stringContaining('52.0.32.0/20, leased: the map lacks -1 blocks'))
    expect(found).toContainEqual(expect.stringContaining('52.0.0.0/12, leased: a square of /12 lacks 1 blocks'))
    // Said to be changed, it is counted anew.
    await pool.query(
      `update map_cell set blocks = blocks - 1 where level = 20 and cell = '52.0.32.0/20' and state = 'leased'`,
    )
    await pool.query(`delete from map_own_cell where cell <<= '52.0.0.0/8'`)
    await pool.query(`select map_mark('{52.0.0.0/8}')`)
    expect(await breaches()).toEqual([])
  })

  it('draws more than 8,192 blocks in squares, as everyone sees them, before changes are folded and after', async () => {
    const [, second] = holders as [Company, Company]
    const wide = await makeOffer(world, second.tenant, { block: '54.0.0.0/8', pricings: priced })
    const [lessee] = lessees as [Company]
    await makeLease(world, wide, lessee.tenant, '54.128.0.0/16')
    const { pool } = world.house
    // Without the checks of foreign keys, row by row: more holds than anybody would make one by one.
    await pool.query(`begin; set local session_replication_role = replica;
      delete from free_block where block = '54.0.0.0/9';
      insert into free_block (block, offer_uuid, tenant_uuid, hidden)
      select set_masklen('54.0.0.0'::inet + n * 256, 24)::cidr, uuid, tenant_uuid, n % 8 = 0
      from offer cross join generate_series(0, 32767, 2) n where block = '54.0.0.0/8';
      select map_mark('{54.0.0.0/9}'); commit`)
    for (const n of [2, 4, 6]) await makeLease(world, wide, lessee.tenant, `54.0.${n}.0/24`)
    expect(await waiting()).toBeGreaterThan(0)
    const seen = async (look: Look) => {
      const answer = await mapOf(look, '54.0.0.0/8')
      expect(answer.status).toBe(200)
      return { meta: answer.body.meta, squares: drawn(answer) }
    }
    const before = await Promise.all(looks().map(seen))
    expect(before[0]?.meta).toMatchObject({ detail: 20 })
    for (const [i, look] of looks().entries()) {
      // A company with little there sees its blocks themselves.
      const { squares, total } = await counted(look, 54, before[i]?.meta.detail ?? 24)
      expect(before[i]).toMatchObject({ meta: { total }, squares })
    }
    await foldMap.run(world.ctx, {})
    expect(await waiting()).toBe(0)
    expect(await Promise.all(looks().map(seen))).toEqual(before)
  })

  it('draws the whole market so too, in less than 60 kB', async () => {
    const answer = await mapOf({ whose: null, mine: false }, '0.0.0.0/0')
    expect(answer.body.meta).toMatchObject({ detail: 12 })
    expect(Object.keys(drawn(answer))).toContain('54.0.0.0/12')
    expect(answer.text.length).toBeLessThan(60_000)
  })

  it('is folded soon where many changes wait and somebody looks', async () => {
    const { pool } = world.house
    await pool.query(`insert into map_change (area) select '51.0.0.0/24' from generate_series(1, 65)`)
    await mapOf({ whose: null, mine: false }, '51.0.0.0/8')
    const { rows } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'fold_map'`)
    expect(rows).toHaveLength(1)
  })

  it('is folded by no more than a /8 at a time, however much waits', async () => {
    await foldMap.run(world.ctx, {})
    const { pool } = world.house
    await pool.query(`insert into map_change (area) values ('51.0.0.0/8'), ('54.0.0.0/8')`)
    await pool.query(`insert into map_change (area) select '46.0.0.0/24' from generate_series(1, 1500)`)
    const folded = async () => {
      const { rows } = await pool.query<{ n: number }>('select map_fold((select max(id) from map_change), 1000) as n')
      return rows[0]?.n
    }
    expect([await folded(), await folded(), await folded(), await folded(), await folded()]).toEqual([
      1, 1, 1_000, 500, 0,
    ])
    expect(await breaches()).toEqual([])
  })
})

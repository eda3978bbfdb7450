import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { counted, pageOfList } from '../../../src/kernel/db/pages.ts'
import { query, type Query } from '../../../src/kernel/db/query.ts'
import { settledTotal } from '../../../src/kernel/db/settled-total.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Pages of long lists, from either end, and their totals. */

const length = 6_000

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.house.pool
    .query(`create table grown (n integer primary key, kind integer not null, at timestamptz not null);
    insert into grown select n, n % 7, now() - (${length} - n) * interval '1 hour' from generate_series(1, ${length}) n`)
})
afterAll(() => world.close())

const keys = [
  { by: query`kind`, descending: true },
  { by: query`n`, descending: false },
]

const pageOf = (ctx: Context, offset: number, perPage: number, where = query`true`) =>
  pageOfList(
    ctx,
    { offset, perPage },
    {
      keys,
      total: counted(query<{ total: number }>`select count(*) as total from grown where ${where}`),
      rows: (asked, { order, most, skip }) =>
        query<{ n: number }>`select n from grown where ${where} ${order} limit ${most} offset ${skip}`.rows(asked),
    },
  )

const numbers = (rows: readonly { n: number }[]) => rows.map(({ n }) => n)

describe('pages of a long list', () => {
  it('walked to the end are the list in its order, each row once', async () => {
    const plain = await query<{ n: number }>`select n from grown order by kind desc, n asc`.rows(world.ctx)
    const walked: number[] = []
    for (let offset = 0; offset < length; offset += 700) {
      const { rows, total } = await pageOf(world.ctx, offset, 700)
      expect(total).toBe(length)
      walked.push(...numbers(rows))
    }
    expect(walked).toEqual(numbers(plain))
  })

  it('are empty behind the end, with the total all the same', async () => {
    expect(await pageOf(world.ctx, length, 25)).toEqual({ rows: [], total: length })
    expect(await pageOf(world.ctx, 2_000_000_000, 25)).toEqual({ rows: [], total: length })
    expect(await pageOf(world.ctx, 5_000, 25, query`n < 0`)).toEqual({ rows: [], total: 0 })
  })

  it('are as of the moment in which they were counted', async () => {
    const added = length + 1
    const { rows, total } = await pageOfList(
      world.ctx,
      { offset: length - 25, perPage: 25 },
      {
        keys: [{ by: query`n`, descending: false }],
        total: async (asked) => {
          const [found] = await query<{ total: number }>`select count(*) as total from grown`.rows(asked)
          await world.house.pool.query('insert into grown values ($1, 0, now())', [added])
          return found?.total ?? 0
        },
        rows: (asked, { order, most, skip }) =>
          query<{ n: number }>`select n from grown ${order} limit ${most} offset ${skip}`.rows(asked),
      },
    )
    await world.house.pool.query('delete from grown where n = $1', [added])
    expect(total).toBe(length)
    expect(numbers(rows).at(-1)).toBe(length)
    expect(rows).toHaveLength(25)
  })
})

describe('the total of a list that only grows', () => {
  it('is exact, and old rows are counted once', async () => {
    const asked: number[] = []
    const totalNow = () =>
      settledTotal(world.ctx, {
        list: 'grown',
        cameAt: query`at`,
        count: (came: Query<unknown>) => query<{ total: number }>`
          select count(*) as total from grown where note(${came})`,
      })
    await world.house.pool.query(`create sequence looked_at;
      create function note(came boolean) returns boolean language sql volatile as
        'select came and nextval(''public.looked_at'') > 0'`)
    const looked = async () => {
      const { rows } = await world.house.pool.query<{ n: number }>('select last_value::int as n from looked_at')
      return rows[0]?.n ?? 0
    }
    for (const round of [0, 1, 2]) {
      expect(await totalNow()).toBe(length + round)
      asked.push(await looked())
      await world.house.pool.query('insert into grown values ($1, 0, now())', [length + 1 + round])
    }
    const [first = 0, second = 0, third = 0] = asked
    expect(first).toBeGreaterThan(length)
    expect(second - first).toBeLessThan(60)
    expect(third - second).toBeLessThan(60)
  })
})

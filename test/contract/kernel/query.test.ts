import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assigned, joined, nothing, query } from '../../../src/kernel/db/query.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The one door for statements. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Sum {
  readonly sum: number
}
const sumOf = (a: number, b: number) => query<Sum>`select ${a}::int + ${b}::int as sum`
const prepared = query<{ name: string; statement: string }>`
  select name, statement from pg_prepared_statements where statement like '%as sum%' and statement not like '%like%'
  order by statement`

describe('a query', () => {
  it('has its values where they stand, by every way there is', async () => {
    expect(await sumOf(1, 2).rows(world.ctx)).toEqual([{ sum: 3 }])
    expect(await sumOf(1, 3).few(world.ctx)).toEqual([{ sum: 4 }])
    expect(await sumOf(1, 4).one(world.ctx)).toEqual({ sum: 5 })
    await world.change(async (ctx) => {
      const all = [sumOf(2, 2).rows(ctx), sumOf(2, 3).few(ctx)]
      expect(await Promise.all([...all, sumOf(2, 4).one(ctx)])).toEqual([[{ sum: 4 }], [{ sum: 5 }], { sum: 6 }])
    })
  })

  it('is prepared once per connection, under a name of its own', async () => {
    await world.change(async (ctx) => {
      for (const n of [1, 2, 3]) await sumOf(n, n).rows(ctx)
      expect(await prepared.rows(ctx)).toEqual([
        { name: expect.stringMatching(/^q_[0-9a-f]{16}$/), statement: 'select $1::int + $2::int as sum' },
      ])
    })
  })

  it('that is planned each time is the same, and prepared nowhere', async () => {
    const least = query`n > ${1}`
    const planned = query<Sum>`select sum(n)::int as sum from generate_series(1, ${3}::int) n where ${least} and n < ${9}`
    expect(await planned.planned(world.ctx)).toEqual([{ sum: 5 }])
    await world.change(async (ctx) => {
      for (const _ of [1, 2, 3]) expect(await planned.planned(ctx)).toEqual([{ sum: 5 }])
      expect((await prepared.rows(ctx)).filter(({ statement }) => statement.includes('generate_series'))).toEqual([])
    })
  })

  it('that must have a row says so where it has none', async () => {
    expect(await sumOf(1, 5).only(world.ctx)).toEqual({ sum: 6 })
    await expect(query<Sum>`select 1 as sum where false`.only(world.ctx)).rejects.toThrow('no row')
  })

  it('stays known where the transaction that first said it fails', async () => {
    const other = (n: number) => query<Sum>`select ${n}::int * 2 as sum`
    for (const round of [1, 2, 3]) {
      const failing = world.change(async (ctx) => {
        await other(round).rows(ctx)
        throw new Error(`round ${round}`)
      })
      await expect(failing).rejects.toThrow(`round ${round}`)
    }
    await world.change(async (ctx) => expect(await other(5).rows(ctx)).toEqual([{ sum: 10 }]))
  })

  it('takes a list as one array, and null for what is not there', async () => {
    const found = query<{
      n: number | null
    }>`select unnest(${[3, 1, null]}::int[]) as n union all select ${undefined}::int`
    expect(await found.rows(world.ctx)).toEqual([{ n: 3 }, { n: 1 }, { n: null }, { n: null }])
  })
})

describe('a fragment', () => {
  const above = (least: number) => query`n > ${least}`
  const numbers = (condition: ReturnType<typeof above>, most: number) =>
    query<{ n: number }>`select n from generate_series(1, ${9}::int) n where ${condition} limit ${most}`

  it('is part of the text, its values among the others', async () => {
    expect(await numbers(above(6), 2).rows(world.ctx)).toEqual([{ n: 7 }, { n: 8 }])
    expect(await numbers(query`n = any(${[2, 4]}::int[])`, 9).rows(world.ctx)).toEqual([{ n: 2 }, { n: 4 }])
    expect(await numbers(query`${above(3)} and n < ${6}`, 9).rows(world.ctx)).toEqual([{ n: 4 }, { n: 5 }])
    expect(await numbers(joined([above(2), query`n < ${4}`], ' and '), 9).rows(world.ctx)).toEqual([{ n: 3 }])
  })

  it('that is another, or deeper inside, is never taken for this one', async () => {
    const [a, b] = [query`1`, query`2`]
    const pair = (left: typeof a, right: typeof a) =>
      query<{ l: number; r: number }>`select ${left} as l, ${right} as r`
    const within = (inner: typeof a) => query`${inner}`
    expect(await Promise.all([pair(a, b).rows(world.ctx), pair(b, a).rows(world.ctx)])).toEqual([
      [{ l: 1, r: 2 }],
      [{ l: 2, r: 1 }],
    ])
    expect(await pair(within(b), within(within(a))).rows(world.ctx)).toEqual([{ l: 2, r: 1 }])
    const apart = (left: unknown, right: unknown) => query<{ t: string }>`select ${left}::text || ${right}::text as t`
    expect(await apart(a, 'x').one(world.ctx)).toEqual({ t: '1x' })
    expect(await apart('x', a).one(world.ctx)).toEqual({ t: 'x1' })
    expect(await query<{ n: number }>`select 1 as n ${nothing}`.rows(world.ctx)).toEqual([{ n: 1 }])
  })
})

describe('a change', () => {
  const rename = (to: string, tenant: string) => query`update tenant set title = ${to} where uuid = ${tenant}`

  it('says how many rows it changed, or must have changed', async () => {
    const tenant = await world.tenant()
    await world.change(async (ctx) => {
      expect(await rename('A', tenant).changed(ctx)).toBe(1)
      await rename('B', tenant).changes(1, ctx)
      await rename('C', tenant).ahead(ctx)
    })
    const titled = query<{ title: string }>`select title from tenant where uuid = ${tenant}`
    expect(await titled.one(world.ctx)).toEqual({ title: 'C' })
    const wrong = world.change((ctx) => rename('D', tenant).changes(2, ctx))
    await expect(wrong).rejects.toMatchObject({ row: { code: 'state_conflict' } })
    expect(await titled.one(world.ctx)).toEqual({ title: 'C' })
  })

  it('leaves columns as they are that it does not name', async () => {
    const tenant = await world.tenant('Before')
    const [after] = await query<{ title: string; contact_email: string | null }>`
      update tenant set ${assigned({ title: undefined, contact_email: null })} where uuid = ${tenant}
      returning title, contact_email`.rows(world.ctx)
    expect(after).toEqual({ title: 'Before', contact_email: null })
  })

  it('that fails ahead undoes the transaction', async () => {
    const tenant = await world.tenant('Kept')
    const failing = world.change(async (ctx) => {
      await rename('Lost', tenant).ahead(ctx)
      await query`insert into tenant (uuid) values (${tenant})`.ahead(ctx)
    })
    await expect(failing).rejects.toThrow(/violates/)
    expect(await query<{ title: string }>`select title from tenant where uuid = ${tenant}`.one(world.ctx)).toEqual({
      title: 'Kept',
    })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hot } from '../../../src/kernel/db/pool.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Statements that are planned once per connection and not once per use. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Sum {
  readonly sum: number
}
const sumOf = hot<Sum>('test_sum', (db) => sql<Sum>`select ${0}::int + ${0}::int as sum`.compile(db))

describe('a hot statement', () => {
  it('goes by its name, inside a transaction and outside', async () => {
    expect(await sumOf(world.ctx, 1, 2)).toEqual([{ sum: 3 }])
    await world.change(async (ctx) => {
      expect(await sumOf(ctx, 3, 4)).toEqual([{ sum: 7 }])
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where name = 'test_sum'`.execute(ctx.db)
      expect(rows).toEqual([{ statement: 'select $1::int + $2::int as sum' }])
    })
  })

  it('stays known where the transaction that first said it fails', async () => {
    for (const round of [1, 2, 3]) {
      const failing = world.change(async (ctx) => {
        await sumOf(ctx, round, round)
        throw new Error(`round ${round}`)
      })
      await expect(failing).rejects.toThrow(`round ${round}`)
    }
    await world.change(async (ctx) => expect(await sumOf(ctx, 5, 5)).toEqual([{ sum: 10 }]))
  })
})

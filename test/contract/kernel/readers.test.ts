import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const number = (n: number) =>
  world.house.readers.query<{ n: number }>({ name: 'reader_number', text: 'select $1::int as n', values: [n] })

describe('pipelined readers', () => {
  it('give each of many questions its own answer', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => number(n)))
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  it('keep a failing question from its neighbours', async () => {
    const bad = { name: 'reader_bad', text: 'select ($1::int / 0) as n', values: [1] }
    const [before, failed, after] = await Promise.allSettled([number(1), world.house.readers.query(bad), number(2)])
    expect([before?.status, failed?.status, after?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await number(3))[0]?.n).toBe(3)
  })

  it('ask again when their connections are cut, idle or in the middle', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([number(1), number(2), number(3)])
      const underWay = Promise.all(Array.from({ length: 50 }, (_, n) => number(n)))
      await world.house.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%$1::int as n%'`)
      expect((await underWay).map(([row]) => row?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
      expect((await number(7))[0]?.n).toBe(7)
    }
  })
})

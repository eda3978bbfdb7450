import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dueWork, advance } from '../../../src/app/due-work.ts'
import { query } from '../../../src/kernel/db/query.ts'
import type { DueQueue } from '../../../src/kernel/work/replay.ts'
import { parseDuration } from '../../../src/kernel/time.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** How the test clock is moved: in committed steps, through work that is due, by one at a time. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  await world.house.pool.query('create table chore (name text, due_at timestamptz not null, done_at timestamptz)')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.house.pool.query('delete from chore')
  // The ends of months have a test of their own.
  await world.travelToMidMonth()
})

/** Work for tests: rows that are done when they are due. */
const chores = (name: string, before: (now: Date) => Promise<void> = async () => undefined): DueQueue => ({
  name,
  nextDue: () => query`select min(due_at) from chore where name = ${name} and done_at is null`,
  run: async (ctx) => {
    await before(ctx.now)
    return query`update chore set done_at = ${ctx.now}
      where name = ${name} and done_at is null and due_at <= ${ctx.now}`.changed(ctx)
  },
})

const plan = (name: string, ...hours: number[]) =>
  world.house.pool.query(
    `insert into chore (name, due_at) select $1, $2::timestamptz + h * interval '1 hour' from unnest($3::numeric[]) h`,
    [name, world.ctx.now, hours],
  )

const done = async () =>
  (
    await world.house.pool.query<{ name: string; late: number }>(
      `select name, extract(epoch from done_at - due_at)::float / 3600 as late from chore where done_at is not null
       order by due_at, name`,
    )
  ).rows

const go = (duration: string, ...queues: DueQueue[]) => advance(world.house, parseDuration(duration), undefined, queues)

/** Business time as everybody reads it, in hours from a moment. */
const hoursSince = (start: Date) => (world.ctx.now.getTime() - start.getTime()) / 3_600_000

describe('a replay', () => {
  it('does what falls due on the way, in time and once, and says how much it was', async () => {
    await plan('a', 1, 30, 200, 5_000)
    await plan('b', 2, 31)
    const start = world.ctx.now
    const { done: counts, now } = await go('90 days', chores('a'), chores('b'))
    expect(counts).toEqual({ a: 3, b: 2 })
    expect(now.getTime() - start.getTime()).toBeGreaterThanOrEqual(90 * 86_400_000)
    expect(hoursSince(start)).toBeCloseTo(90 * 24, 1)
    const late = await done()
    expect(late).toHaveLength(5)
    for (const chore of late) expect(chore.late).toBeLessThanOrEqual(12)
  })

  it('does what falls due together in the order of the queues', async () => {
    await plan('a', 5)
    await plan('b', 3)
    const order: string[] = []
    const noting = (name: string) => chores(name, async () => void order.push(name))
    await go('1 day', noting('a'), noting('b'))
    expect(order.slice(2)).toEqual(['a', 'b'])
  })

  it('does at once what was made by what it did', async () => {
    await plan('a', 5)
    const making = chores('a', async (now) => {
      await world.house.pool.query(
        `insert into chore (name, due_at) select 'b', $1 where exists
          (select from chore where name = 'a' and done_at is null and due_at <= $1)`,
        [now],
      )
    })
    expect((await go('2 days', chores('b'), making)).done).toEqual({ a: 1, b: 1 })
    expect(await done()).toMatchObject([{ name: 'a' }, { name: 'b', late: 0 }])
  })

  it('goes on past work that cannot be done now', async () => {
    await plan('a', 5)
    await plan('b', 100)
    const stuck: DueQueue = { ...chores('a'), run: async () => 0 }
    expect((await go('10 days', stuck, chores('b'))).done).toEqual({ a: 0, b: 1 })
  })

  it('stops at every beginning of a month while there is work', async () => {
    await plan('a', ...Array.from({ length: 24 * 70 }, (_, i) => i))
    const steps: Date[] = []
    await go(
      '65 days',
      chores('a', async (now) => void steps.push(now)),
    )
    const months = steps.filter((step) => step.toISOString().endsWith('-01T00:00:00.000Z'))
    expect(months.length).toBeGreaterThanOrEqual(2)
  })

  it('that was killed leaves the clock and the work at the same step; the next one goes on from there', async () => {
    await plan('a', 24, 48, 72, 96)
    const start = world.ctx.now
    let steps = 0
    const dying = chores('a', async () => {
      if (++steps === 4) throw new Error('killed')
    })
    await expect(go('5 days', dying)).rejects.toThrow('killed')
    await world.hear()
    expect(hoursSince(start)).toBeCloseTo(72 + 12, 1)
    expect(await done()).toHaveLength(2)
    await go('1 hour', chores('a'))
    expect(await done()).toHaveLength(3)
    await go('2 days', chores('a'))
    expect(await done()).toHaveLength(4)
  })

  it('is refused while another one runs, on whichever node', async () => {
    const other = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1' } })
    await plan('a', 24)
    let second: Promise<unknown> | undefined
    const meeting = chores('a', async () => {
      second ??= other.advance('1 day').catch((error: Error) => error.message)
      await second
    })
    await go('2 days', meeting)
    expect(await second).toBe('The clock is being moved already; wait until that is done.')
    expect((await other.advance('1 minute')).now).toBeInstanceOf(Date)
    await other.close()
  })

  it('asks two statements for a step, beside the work itself', async () => {
    await plan('a', 24, 48, 72, 96)
    const seen = await statementsOf(() => go('5 days', chores('a')))
    const own = seen.filter(({ text }) => !text.includes('update chore'))
    // Four steps; lock, pulse and audit at the ends.
    expect(own.length).toBeLessThanOrEqual(2 * 4 + 12)
  })
})

describe('the table of due work', () => {
  it('names each queue once, and each can be asked when there is nothing', async () => {
    const names = dueWork.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const { done: counts } = await world.advance('1 month')
    expect(counts).toEqual(Object.fromEntries(names.map((name) => [name, 0])))
  })
})

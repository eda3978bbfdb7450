import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { insertLater, insertSoon } from '../../../src/kernel/db/bulk.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { changeSoon } from '../../../src/kernel/db/together.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Writes of a transaction that need no answer and leave in one statement (ADR 122). */

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.house.pool.query(`create table word (n int primary key, said text not null);
    create table sentence (n int primary key, word int not null references word, said text not null)`)
})
beforeEach(() => world.house.pool.query(`truncate word, sentence; insert into word values (1, 'to'), (2, 'be')`))
afterAll(() => world.close())

const say = (ctx: Pick<Context, 'db'>, n: number, said: string, wanted?: number) =>
  changeSoon(ctx, ['word'], query`update word set said = ${said} where n = ${n}`, wanted)

const write = (ctx: Pick<Context, 'db'>, n: number, word: number) =>
  changeSoon(ctx, ['sentence'], query`insert into sentence (n, word, said) values (${n}, ${word}, 'so')`)

const words = async (ctx: Pick<Context, 'db'>): Promise<string> =>
  (await query<{ said: string }>`select said from word order by n`.rows(ctx)).map(({ said }) => said).join(' ')

const event = () => ({
  uuid: newUuid(),
  tenant_uuid: null,
  type: 'test.said',
  data: {},
  happened_at: new Date(),
  tell_at: null,
})

const told = async (): Promise<number> =>
  (await query<{ n: number }>`select count(*) as n from outbox_event where type = 'test.said'`.only(world.ctx)).n

const inOne = (work: (ctx: Context) => Promise<unknown>) => statementsOf(() => world.change(work))

describe('changes that are put off', () => {
  it('leave in one statement, with the rows for the end', async () => {
    const before = await told()
    const statements = await inOne(async (ctx) => {
      await say(ctx, 1, 'not')
      await write(ctx, 1, 2)
      await insertSoon(ctx, 'outbox_event', [event()])
      await insertLater(ctx, 'outbox_event', [event()])
    })
    expect(statements).toHaveLength(1)
    expect([await words(world.ctx), await told()]).toEqual(['not be', before + 2])
  })

  it('are done before anything else is said, and the rows for the end stay for the end', async () => {
    const before = await told()
    let seen = ''
    const statements = await inOne(async (ctx) => {
      await say(ctx, 1, 'not')
      await insertLater(ctx, 'outbox_event', [event()])
      ;[seen] = await Promise.all([words(ctx), say(ctx, 2, 'now')])
    })
    expect(seen).toBe('not be')
    expect(statements).toHaveLength(3)
    expect([await words(world.ctx), await told()]).toEqual(['not now', before + 1])
  })

  it('are not kept waiting by what is beside them', async () => {
    const statements = await inOne(async (ctx) => {
      await say(ctx, 1, 'not')
      await query`select 1 as one`.beside(ctx)
      await write(ctx, 1, 1)
    })
    expect(statements.map(({ text }) => /^\s*(\w+)/.exec(text)?.[1])).toEqual(['select', 'with'])
  })

  it('of one table are done one after the other', async () => {
    const statements = await inOne(async (ctx) => {
      await say(ctx, 1, 'not')
      await say(ctx, 1, 'now')
    })
    expect(statements).toHaveLength(2)
    expect(await words(world.ctx)).toBe('now be')
  })

  it('are all undone where one of them changed too little', async () => {
    const work = world.change(async (ctx) => {
      await write(ctx, 1, 1)
      await say(ctx, 3, 'nobody', 1)
    })
    await expect(work).rejects.toMatchObject({ row: { code: 'state_conflict' } })
    expect((await query`select from sentence`.rows(world.ctx)).length).toBe(0)
  })

  it('are all undone where one of them breaks a constraint, also before the end', async () => {
    const work = world.change(async (ctx) => {
      await say(ctx, 1, 'not')
      await write(ctx, 1, 9)
      await words(ctx)
    })
    await expect(work).rejects.toMatchObject({ code: '23503' })
    expect(await words(world.ctx)).toBe('to be')
  })

  it('are done at once where there is no transaction', async () => {
    await say(world.ctx, 1, 'not')
    expect(await words(world.ctx)).toBe('not be')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ahead } from '../../../src/kernel/db/at-commit.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { isUnavailable } from '../../../src/kernel/db/outage.ts'
import { kernelProblem } from '../../../src/kernel/problems.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { runTransaction } from '../../../src/kernel/db/transaction.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What a transaction says without waiting for the answers. */

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.house.pool.query('create table word (n int primary key, said text not null)')
})
beforeEach(() => world.house.pool.query('truncate word'))
afterAll(() => world.close())

const write = (ctx: Context, n: number, said: string) =>
  query`insert into word (n, said) values (${n}, ${said})`.changed(ctx)

const words = async (ctx: Pick<Context, 'db'>): Promise<string> => {
  const rows = await query<{ said: string }>`select said from word order by n`.rows(ctx)
  return rows.map(({ said }) => said).join(' ')
}

const committed = () => words(world.ctx)

interface Wired {
  readonly connection: NodeJS.EventEmitter
}

/** Transactions on one connection, which is closed afterwards. */
async function onOneConnection(
  work: (change: <T>(act: (ctx: Pick<Context, 'db'>) => Promise<T>) => Promise<T>, client: Wired) => Promise<void>,
): Promise<void> {
  const client = await world.house.pool.connect()
  const release = client.release.bind(client)
  client.release = () => undefined
  const pool = { connect: async () => client } as unknown as typeof world.house.pool
  try {
    await work((act) => runTransaction(pool, (db) => act({ db })), client)
  } finally {
    release(true)
  }
}

describe('statements of a transaction', () => {
  it('are done in the order in which they were said, whoever waits for them', async () => {
    const seen = await world.change(async (ctx) => {
      const [, first, , second] = await Promise.all([write(ctx, 1, 'to'), words(ctx), write(ctx, 2, 'be'), words(ctx)])
      return [first, second]
    })
    expect(seen).toEqual(['to', 'to be'])
    expect(await committed()).toBe('to be')
  })

  it('leave together where nobody waits in between', async () => {
    const { pool } = world.house
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: { _writev: (...given: unknown[]) => void } } })
      .connection
    client.release()
    const writev = stream._writev.bind(stream)
    let writes = 0
    stream._writev = (...given) => {
      writes++
      writev(...given)
    }
    await world.change(async (ctx) => {
      await ahead(ctx.db, write(ctx, 1, 'or'))
      await ahead(ctx.db, write(ctx, 2, 'not'))
    })
    stream._writev = writev
    expect([await committed(), writes]).toEqual(['or not', 1])
  })
})

describe('a statement that is not waited for', () => {
  it('undoes everything when it fails, and says why, whatever came after it', async () => {
    const failing = world.change(async (ctx) => {
      await ahead(ctx.db, write(ctx, 1, 'once'))
      await ahead(ctx.db, write(ctx, 1, 'twice'))
      await write(ctx, 2, 'more')
    })
    await expect(failing).rejects.toMatchObject({ constraint: 'word_pkey' })
    expect(await committed()).toBe('')
  })

  it('undoes everything when it fails as the last one of all', async () => {
    const failing = world.change(async (ctx) => {
      await ahead(ctx.db, write(ctx, 1, 'once'))
      await ahead(ctx.db, write(ctx, 1, 'twice'))
    })
    await expect(failing).rejects.toMatchObject({ constraint: 'word_pkey' })
    expect(await committed()).toBe('')
  })

  it('forbids the commit when its answer is refused', async () => {
    const failing = world.change(async (ctx) => {
      await write(ctx, 1, 'once')
      const changing = query`update word set said = 'never' where n = 7`.changed(ctx)
      await ahead(ctx.db, changing, (changed) => {
        if (changed !== 1) throw kernelProblem('state_conflict')
      })
      await write(ctx, 2, 'more')
    })
    await expect(failing).rejects.toMatchObject({ row: { code: 'state_conflict' } })
    expect(await committed()).toBe('')
  })

  it('is what failed, also where the work itself fails later', async () => {
    const failing = world.change(async (ctx) => {
      await ahead(ctx.db, query`select 1 / 0`.rows(ctx))
      throw new Error('later')
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })
})

describe('what a connection has prepared', () => {
  /** Texts that nobody has said on any connection before. */
  const unheard = (name: string, text: string) => (ctx: Pick<Context, 'db'>, n: number) =>
    ctx.db.say<{ n: number; said: string }>({ name, text, values: [n] })

  it('stays prepared when it fails, and can be said again there', async () => {
    const say = unheard('test_fails_first', 'select 1 / $1::int as n')
    await onOneConnection(async (change) => {
      await expect(change((ctx) => say(ctx, 0))).rejects.toMatchObject({ code: '22012' })
      expect((await change((ctx) => say(ctx, 1))).rows).toEqual([{ n: 1 }])
    })
  })

  it('is not what was left out behind a failure', async () => {
    const say = unheard('test_left_out', 'select $1::int as n')
    await onOneConnection(async (change) => {
      const failing = change((ctx) => Promise.all([query`select 1 / 0`.rows(ctx), say(ctx, 1)]))
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect((await change((ctx) => say(ctx, 1))).rows).toEqual([{ n: 1 }])
    })
  })

  it('is described once, and refused when its columns are others', async () => {
    await write(world.ctx, 1, 'to')
    const say = unheard('test_described', 'select * from word where n = $1')
    await onOneConnection(async (change, client) => {
      let descriptions = 0
      client.connection.on('rowDescription', () => descriptions++)
      for (let i = 0; i < 3; i++) expect((await change((ctx) => say(ctx, 1))).rows).toEqual([{ n: 1, said: 'to' }])
      expect(descriptions).toBe(1)
      await world.house.pool.query('alter table word add column more int')
      await expect(change((ctx) => say(ctx, 1))).rejects.toMatchObject({ code: '0A000' })
    })
    await world.house.pool.query('alter table word drop column more')
  })
})

describe('a value that cannot be sent', () => {
  it('undoes everything, also where nobody waits for its statement', async () => {
    const round: Record<string, unknown> = {}
    round['itself'] = round
    const failing = world.change(async (ctx) => {
      await write(ctx, 1, 'once')
      void write(ctx, 2, round as unknown as string).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('circular')
    expect(await committed()).toBe('')
  })
})

describe('a transaction', () => {
  it('that one branch has failed is over for the other', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const failing = world.change(async (ctx) => {
      const slow = async () => {
        await words(ctx)
        await words(ctx)
        await write(ctx, 1, 'alone')
      }
      const quick = async () => {
        await Promise.resolve()
        throw new Error('quick')
      }
      late = slow()
      await Promise.all([late, quick()])
    })
    await expect(failing).rejects.toThrow('quick')
    await expect(late).rejects.toThrow('the transaction is over')
    expect(await committed()).toBe('')
  })

  it('is tried again when the database asks for it', async () => {
    let tries = 0
    await world.change(async (ctx) => {
      tries++
      await ahead(ctx.db, write(ctx, 1, `try ${tries}`))
      if (tries < 3)
        await ahead(ctx.db, query`do $$ begin raise exception using errcode = '40001'; end $$`.planned(ctx))
    })
    expect([tries, await committed()]).toEqual([3, 'try 3'])
  })

  it('that loses its connection fails as unavailable, and its connection is given to nobody', async () => {
    const failing = world.change(async (ctx) => {
      await write(ctx, 1, 'lost')
      await query`select pg_terminate_backend(pg_backend_pid())`.rows(ctx)
    })
    expect(await failing.then(String, isUnavailable)).toBe(true)
    for (let i = 0; i < 5; i++) await world.change((ctx) => words(ctx))
    expect(await committed()).toBe('')
  })
})

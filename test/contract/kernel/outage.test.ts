import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connection } from '../../../src/kernel/db/connection.ts'
import type { Db } from '../../../src/kernel/db/db.ts'
import { openPool } from '../../../src/kernel/db/pool.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { connectBy, Switchboard } from '../../../src/kernel/db/switchboard.ts'
import { runTransaction } from '../../../src/kernel/db/transaction.ts'
import { PostgresProxy, type Trap } from '../../support/server/postgres-proxy.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A database that goes silent in the middle of something, or takes no writes; and what takes long but lives. */

let world: World
let proxy: PostgresProxy
let company: { url: string; headers: { authorization: string } }

beforeAll(async () => {
  world = await openWorld({ through: async (url) => (proxy = await PostgresProxy.before(url)).url })
  const { tenant, bearer } = await world.client()
  company = { url: `/billing/v1/${tenant}`, headers: bearer }
})
afterAll(async () => {
  await world.close()
  proxy.close()
})

const rename = (title: string, key: string = randomUUID()) =>
  world.call('PATCH', company.url, { headers: { ...company.headers, 'idempotency-key': key }, payload: { title } })

describe('a write whose connection goes silent', () => {
  async function renamedInto(trap: Trap) {
    const key = randomUUID()
    const title = `Stopped ${trap}`
    const sprung = proxy.trap(trap, title)
    const [first] = await Promise.all([rename(title, key), sprung])
    return { first, again: await rename(title, key) }
  }

  it('before its commit was said was not done, and may be tried again', async () => {
    const { first, again } = await renamedInto('before statement')
    expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'database_unavailable', '1'])
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  it('after its commit was said may be done or not: both say so, and the key tells which it was', async () => {
    const lost = await renamedInto('before commit')
    expect([lost.first.status, lost.first.body.code]).toEqual([503, 'outcome_unknown'])
    expect([lost.again.status, lost.again.headers['idempotency-replayed']]).toEqual([200, undefined])
    const done = await renamedInto('after commit')
    expect([done.first.status, done.first.body.code]).toEqual([503, 'outcome_unknown'])
    expect([done.again.status, done.again.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })
})

describe('a statement that takes long', () => {
  it('is not taken for a dead one while PostgreSQL is at work for it', async () => {
    const pool = openPool(proxy.url, { poolSize: 1, statementTimeout: 10_000 })
    const { rows } = await pool.query('select pg_sleep(4), 1 as n')
    await pool.end()
    expect(rows).toMatchObject([{ n: 1 }])
  })

  it('has its own time behind others, with which it is answered', async () => {
    const pool = openPool(proxy.url, { poolSize: 1, statementTimeout: 1_400 })
    const sleep = (db: Db) => query`select pg_sleep(1.2)`.rows({ db })
    const answers = await runTransaction(pool, (db) => Promise.all([sleep(db), sleep(db), sleep(db), sleep(db)]))
    await pool.end()
    expect(answers).toHaveLength(4)
  })

  it('ends after its time, on our side where the server does not end it', async () => {
    const connection = await connectBy(new Switchboard(proxy.url, { statementTimeout: 500 }))
    await connection.query('set statement_timeout = 0')
    await expect(connection.query('select pg_sleep(60)')).rejects.toThrow('has not answered in time')
  })

  it('may take any time where it was given it: a migration, a command', async () => {
    const pool = openPool(proxy.url, { poolSize: 1, statementTimeout: 500 })
    const client = await pool.connect()
    if (client instanceof Connection) await client.takeYourTime()
    const { rows } = await client.query('select pg_sleep(4), 1 as n')
    client.release()
    await pool.end()
    expect(rows).toMatchObject([{ n: 1 }])
  })
})

describe('a database that takes no writes', () => {
  /** For the connections to come, said in another database of the same server. */
  async function alter(words: string): Promise<void> {
    const name = /\/([^/?]+)\?/.exec(world.databaseUrl)?.[1] ?? ''
    const beside = await connectBy(
      new Switchboard(world.databaseUrl.replace(`/${name}?`, '/sublet?'), { statementTimeout: 0 }),
    )
    await beside.query(`alter database ${name} ${words}`)
    await beside.end()
  }

  it('is away: writes are 503, the node is not ready, and both are back when it takes them again', async () => {
    expect((await rename('Writable')).status).toBe(200)
    await alter('set default_transaction_read_only = on')
    // Those there are learn of it as on a server that has become a standby.
    await world.house.pool.query('set default_transaction_read_only = on')
    const first = await rename('Read only')
    expect([first.status, first.body.code]).toEqual([503, 'database_unavailable'])
    expect((await rename('Read only')).status).toBe(503)
    await expect.poll(async () => (await world.call('GET', '/readyz')).status).toBe(503)
    await alter('reset default_transaction_read_only')
    await expect.poll(async () => (await rename('Writable again')).status).toBe(200)
    await expect.poll(async () => (await world.call('GET', '/readyz')).status).toBe(200)
  })
})

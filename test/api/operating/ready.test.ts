import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { health } from '../../../src/kernel/health.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
afterEach(() => world.close())

describe('GET /readyz', () => {
  it('says ready while the node serves and its database answers', async () => {
    world = await openWorld()
    const answer = await world.call('GET', '/readyz')
    expect([answer.status, answer.body]).toEqual([200, { status: 'ready' }])
  })

  it('says not ready before the start is over and while the node drains, though it is alive', async () => {
    world = await openWorld()
    health(world).serving = false
    const answer = await world.call('GET', '/readyz')
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'not_ready', '1'])
    expect((await world.call('GET', '/livez')).status).toBe(200)
  })

  it('says not ready once the database lets nobody in', async () => {
    world = await openWorld()
    const { rows } = await world.house.pool.query<{ name: string }>('select current_database() as name')
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`alter database ${rows[0]?.name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]?.name])
    await admin.end()
    // What was found is believed for a second.
    await expect.poll(async () => (await world.call('GET', '/readyz')).status).toBe(503)
  })
})

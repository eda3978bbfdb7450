import { afterEach, describe, expect, it } from 'vitest'
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

  it('says not ready once the database is gone', async () => {
    world = await openWorld()
    await world.house.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    const asked = async () => {
      expect(await health(world).ready(() => Promise.reject(new Error('gone')))).toBe(false)
      return (await world.call('GET', '/readyz')).status
    }
    // What was found is believed for a second.
    await expect.poll(asked).toBe(503)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/kernel/context.ts'
import { emit, tellListeners, wire, type Listener } from '../../../src/kernel/events.ts'
import { forgetOldEvents } from '../../../src/kernel/housekeeping.ts'
import { sendMail } from '../../../src/kernel/mail.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.runJobs()
  await world.house.pool.query('delete from mail; delete from outbox_event')
})
afterAll(() => world.close())

/** Acts in the database, so that what it did and what it remembers share a fate. */
const writer = (name: string, before: () => void = () => undefined): Listener => ({
  name,
  hear: async (ctx, news) => {
    await sendMail(ctx, { to: `${name}@example.net`, subject: news.type, text: JSON.stringify(news.data) })
    before()
  },
})

async function acts(): Promise<Record<string, number>> {
  const { rows } = await world.house.pool.query<{ who: string; times: number }>(
    `select split_part(recipient, '@', 1) as who, count(*) as times from mail where subject = 'test.happened' group by 1`,
  )
  return Object.fromEntries(rows.map(({ who, times }) => [who, times]))
}

const happen = () => world.change((ctx) => emit(ctx, { type: 'test.happened', tenant: null, data: { a: 1 } }))

async function newest(): Promise<string> {
  const { rows } = await world.house.pool.query<{ uuid: string }>(
    'select uuid from outbox_event order by uuid desc limit 1',
  )
  return rows[0]?.uuid ?? ''
}

describe('news', () => {
  it('reaches every listener once, though the job runs again and again and twice at once', async () => {
    wire(world, { 'test.happened': [writer('a'), writer('b')] })
    await happen()
    const uuid = await newest()
    await Promise.all([
      tellListeners.run(world.ctx, { uuids: [uuid] }),
      tellListeners.run(world.ctx, { uuids: [uuid] }),
    ])
    await tellListeners.run(world.ctx, { uuids: [uuid] })
    await world.runJobs()
    expect(await acts()).toEqual({ a: 1, b: 1 })
  })

  it('reaches the others when one listener fails, and that one later', async () => {
    let broken = true
    const failing = writer('failing', () => {
      if (broken) throw new Error('not now')
    })
    wire(world, { 'test.happened': [failing, writer('well')] })
    await happen()
    const uuid = await newest()
    await expect(tellListeners.run(world.ctx, { uuids: [uuid] })).rejects.toThrow('not now')
    expect(await acts()).toEqual({ well: 1 })
    broken = false
    await tellListeners.run(world.ctx, { uuids: [uuid] })
    expect(await acts()).toEqual({ failing: 1, well: 1 })
  })

  it('that did not happen is not told', async () => {
    wire(world, { 'test.happened': [writer('a')] })
    const undone = inTransaction(world.ctx, async (ctx) => {
      await emit(ctx, { type: 'test.happened', tenant: null, data: {} })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await world.runJobs()
    expect(await acts()).toEqual({})
  })

  it('nobody listens to is no error, nor is news that is forgotten', async () => {
    await happen()
    const uuid = await newest()
    await tellListeners.run(world.ctx, { uuids: [uuid] })
    await world.house.pool.query("update outbox_event set happened_at = now() - interval '31 days'")
    await forgetOldEvents.run(world.ctx, {})
    expect(await newest()).toBe('')
    await expect(tellListeners.run(world.ctx, { uuids: [uuid] })).resolves.toBeUndefined()
  })
})

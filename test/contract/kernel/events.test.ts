import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../src/kernel/context.ts'
import { Type } from '../../../src/kernel/http/schema.ts'
import { events as eventTable } from '../../../src/kernel/work/event-table.ts'
import { emit, emitAll, listener, wire, type Listener } from '../../../src/kernel/work/events.ts'
import { forgetOldEvents } from '../../../src/kernel/work/housekeeping.ts'
import { sendMail } from '../../../src/kernel/work/mail.ts'
import { startTelling, tellListeners } from '../../../src/kernel/work/outbox.ts'
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

const testEvents = eventTable({
  'test.happened': [
    'Something was tried.',
    Type.Object({ n: Type.Optional(Type.Integer()), bad: Type.Optional(Type.Boolean()) }),
  ],
})

/** Acts in the database, so that what it did and what it remembers share a fate. */
const writer = (name: string, before: () => void = () => undefined): Listener =>
  listener({
    name,
    hears: [testEvents.on('test.happened')],
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

const happened = (data: { readonly n?: number; readonly bad?: boolean } = {}) => testEvents('test.happened', null, data)

const happen = (...given: Parameters<typeof happened>) => world.change((ctx) => emit(ctx, happened(...given)))

const tell = () => tellListeners.run(world.ctx, {})

/** What waits, at once; what somebody has heard alone is marked all the same. */
const again = () =>
  world.house.pool.query("update outbox_event set tell_at = now() - interval '1 second' where tell_at is not null")

async function events(): Promise<{ waits: boolean; tries: number }[]> {
  const { rows } = await world.house.pool.query('select tell_at is not null as waits, tries from outbox_event')
  return rows
}

describe('news', () => {
  it('reaches every listener once, though it is told again and again and twice at once', async () => {
    wire(world, [writer('a'), writer('b')])
    await happen()
    await Promise.all([tell(), tell()])
    await Promise.all([tell(), tell()])
    await world.runJobs()
    expect(await acts()).toEqual({ a: 1, b: 1 })
    expect(await events()).toEqual([{ waits: false, tries: 0 }])
  })

  it('reaches every listener once, though some tell it together while others tell it one by one', async () => {
    const count = 20
    let failures = 3
    const failing = writer('failing', () => {
      if (failures-- > 0) throw new Error('not now')
    })
    wire(world, [failing, writer('well')])
    await world.change((ctx) =>
      emitAll(
        ctx,
        Array.from({ length: count }, (_, n) => happened({ n })),
      ),
    )
    await Promise.all(Array.from({ length: 6 }, tell))
    await again()
    await Promise.all(Array.from({ length: 6 }, tell))
    await world.runJobs()
    expect(await acts()).toEqual({ failing: count, well: count })
    expect((await events()).filter(({ waits }) => waits)).toEqual([])
  })

  it('reaches the others when one listener fails, and that one later', async () => {
    let broken = true
    const failing = writer('failing', () => {
      if (broken) throw new Error('not now')
    })
    wire(world, [failing, writer('well')])
    await happen()
    await tell()
    expect(await acts()).toEqual({ well: 1 })
    expect(await events()).toEqual([{ waits: true, tries: 1 }])
    broken = false
    await world.house.pool.query("update outbox_event set tell_at = tell_at + interval '1 hour'")
    await tell()
    expect(await acts(), 'not before its time').toEqual({ well: 1 })
    await again()
    await tell()
    expect(await acts()).toEqual({ failing: 1, well: 1 })
    expect(await events()).toEqual([{ waits: false, tries: 1 }])
  })

  it('that cannot be told is given up after twelve tries', async () => {
    const failing = writer('failing', () => {
      throw new Error('never')
    })
    wire(world, [failing])
    await happen()
    for (let tried = 0; tried < 12; tried++) {
      expect(await events()).toEqual([{ waits: true, tries: tried }])
      await again()
      await tell()
    }
    expect((await events())[0]?.waits).toBe(false)
    expect(await acts()).toEqual({})
  })

  it('is heard together by a listener who likes to, and by itself where one of many fails', async () => {
    const heard: unknown[][] = []
    const together = listener({
      name: 'together',
      hears: [testEvents.on('test.happened')],
      hearAll: async (ctx, news) => {
        if (news.some(({ data }) => data.bad)) throw new Error('bad news')
        heard.push(news.map(({ data }) => data.n))
        for (const { type } of news) await sendMail(ctx, { to: 'together@example.net', subject: type, text: 'heard' })
      },
    })
    wire(world, [together])
    for (const n of [1, 2, 3]) await happen({ n })
    await tell()
    expect(heard).toEqual([[1, 2, 3]])
    for (const n of [4, 5, 6]) await happen({ n, bad: n === 5 })
    await tell()
    expect(heard.slice(1)).toEqual([[4], [6]])
    expect(await acts()).toEqual({ together: 5 })
    expect((await events()).filter(({ waits }) => waits)).toHaveLength(1)
  })

  it('that there is much of is all told', async () => {
    wire(world, [writer('a')])
    const news = Array.from({ length: 120 }, (_, n) => happened({ n }))
    await world.change((ctx) => emitAll(ctx, news))
    await tell()
    expect(await acts()).toEqual({ a: 120 })
  })

  it('that did not happen is not told', async () => {
    wire(world, [writer('a')])
    const undone = inTransaction(world.ctx, async (ctx) => {
      await emit(ctx, happened())
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await world.runJobs()
    expect(await acts()).toEqual({})
  })

  it('nobody listens to waits for nobody, and is forgotten one day', async () => {
    wire(world, [])
    await happen()
    expect(await events()).toEqual([{ waits: false, tries: 0 }])
    await world.house.pool.query("update outbox_event set happened_at = now() - interval '31 days'")
    await forgetOldEvents.run(world.ctx, {})
    expect(await events()).toEqual([])
  })
})

describe('a process that stays', () => {
  it('tells what it writes without a job, once it is committed, and what it finds when it starts', async () => {
    wire(world, [writer('a')])
    await happen()
    await world.house.pool.query('delete from graphile_worker._private_jobs')
    const teller = startTelling(world.house)
    try {
      await vi.waitFor(async () => expect(await acts()).toEqual({ a: 1 }), 10_000)
      await happen()
      const { rows } = await world.house.pool.query(
        "select from graphile_worker.jobs where task_identifier = 'tell_listeners'",
      )
      expect(rows).toEqual([])
      await vi.waitFor(async () => expect(await acts()).toEqual({ a: 2 }), 10_000)
    } finally {
      await teller.stop()
    }
    await happen()
    await world.runJobs()
    expect(await acts()).toEqual({ a: 3 })
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bump, Pulse } from '../../../src/kernel/pulse.ts'
import type { Readers } from '../../../src/kernel/db/readers.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const windowMs = 40

/** A node of its own: what it heard, under a name nobody else uses. */
function node(name: string): { pulse: Pulse; heard: () => number } {
  const pulse = new Pulse(world.house.readers, windowMs)
  let heard = 0
  pulse.on(name, async () => void heard++)
  return { pulse, heard: () => heard }
}

const change = (name: string) => world.change((ctx) => bump(ctx.db, name))

describe('the pulse', () => {
  it('loads once at the beginning, and then only what changed', async () => {
    const { pulse, heard } = node('first')
    await pulse.fresh()
    await pulse.look()
    expect(heard()).toBe(1)
    await change('something else')
    await pulse.look()
    expect(heard()).toBe(1)
    await change('first')
    await pulse.look()
    expect(heard()).toBe(2)
  })

  it('is heard by every node within its window', async () => {
    const nodes = [node('shared'), node('shared')]
    for (const { pulse } of nodes) await pulse.fresh()
    await change('shared')
    await pause(windowMs + 10)
    for (const { pulse } of nodes) await pulse.fresh()
    expect(nodes.map(({ heard }) => heard())).toEqual([2, 2])
  })

  it('asks nothing while the last look is young, and once for many who ask together', async () => {
    let questions = 0
    const readers: Pick<Readers, 'query'> = {
      query: (...args) => {
        questions++
        return world.house.readers.query(...args)
      },
    }
    const pulse = new Pulse(readers, 10_000)
    pulse.on('quiet', async () => undefined)
    await Promise.all([pulse.fresh(), pulse.fresh(), pulse.fresh()])
    expect(pulse.fresh()).toBeUndefined()
    expect(questions).toBe(1)
  })

  it('does not tell of what did not happen', async () => {
    const { pulse, heard } = node('undone')
    await pulse.look()
    const undone = world.change(async (ctx) => {
      await bump(ctx.db, 'undone')
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await pulse.look()
    expect(heard()).toBe(1)
  })

  it('tries again when loading failed', async () => {
    const pulse = new Pulse(world.house.readers, 10_000)
    let loads = 0
    pulse.on('stubborn', async () => {
      if (++loads < 3) throw new Error('not yet')
    })
    await expect(pulse.fresh()).rejects.toThrow('not yet')
    await expect(pulse.fresh()).rejects.toThrow('not yet')
    await pulse.fresh()
    expect([loads, pulse.fresh()]).toEqual([3, undefined])
  })

  it('counts every change, though they come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => change('counted')))
    const { rows } = await world.house.pool.query<{ version: number }>(
      "select version from pulse where name = 'counted'",
    )
    expect(rows).toEqual([{ version: 12 }])
  })
})

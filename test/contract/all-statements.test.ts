import { afterAll, beforeAll, expect, it } from 'vitest'
import { statements } from '../../scripts/generate/statements.ts'
import { openWorld, type World } from '../support/world.ts'

/** Every statement there is can be prepared on the migrated database: a column or a type that is not there fails here. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const all = statements()

it('finds the statements of every slice that has a store', () => {
  const slices = new Set(all.map(({ path }) => path.split('/')[1]))
  for (const slice of [
    'kernel',
    'identity',
    'invoicing',
    'network',
    'market',
    'letters',
    'prefixes',
    'routing',
    'commerce',
    'alerts',
    'webhooks',
  ])
    expect(slices).toContain(slice)
})

it.each(all.map(({ path, line, texts }) => [`${path}:${line}`, texts] as const))('%s', async (_place, texts) => {
  const client = await world.house.pool.connect()
  try {
    for (const text of texts) {
      const { command } = await client.query(`prepare tried as ${text}`)
      expect(command).toBe('PREPARE')
      await client.query('deallocate tried')
    }
  } finally {
    client.release()
  }
})

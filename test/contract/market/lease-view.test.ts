import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseStates } from '../../../src/market/lease/lease.states.ts'
import { leaseSorts } from '../../../src/market/lease/view.rules.ts'
import { leasesInBatches, pageOfLeases, type LeaseQuery } from '../../../src/market/lease/view.store.ts'
import { crowdMarket } from '../../support/market/crowd.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Leases in the database, read in batches and counted by their tally. */

let world: World
let lessee: string
beforeAll(async () => {
  world = await openWorld()
  lessee = await world.tenant()
  await crowdMarket(world, [lessee, await world.tenant()], 150)
})
afterAll(() => world.close())

const sort = fc.array(fc.record({ field: fc.constantFrom(...leaseSorts), descending: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

async function inBatches(query: LeaseQuery, most: number): Promise<string[]> {
  const uuids: string[] = []
  for await (const batch of leasesInBatches(world.ctx, query, most)) uuids.push(...batch.map(({ uuid }) => uuid))
  return uuids
}

describe('batches', () => {
  it('add up to the plain order, whatever the keys and their directions', async () => {
    await fc.assert(
      fc.asyncProperty(sort, fc.integer({ min: 20, max: 300 }), async (keys, most) => {
        const query = { tenant: lessee, filter: {}, sort: keys }
        const { rows } = await pageOfLeases(world.ctx, { ...query, perPage: 1_000, offset: 0 })
        expect(rows).toHaveLength(225)
        expect(await inBatches(query, most)).toEqual(rows.map(({ uuid }) => uuid))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the total', () => {
  const wish = fc.record(
    {
      length: fc.constantFrom(23, 24),
      registry: fc.constantFrom('ripencc', 'arin', 'lacnic'),
      statuses: fc.subarray([...leaseStates.states]),
      assigned: fc.boolean(),
      asn: fc.constantFrom(64_500, 64_501),
    },
    { requiredKeys: [] },
  )

  it('is the number of leases there are, tallied or counted', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async (filter) => {
        const query = { tenant: lessee, filter, sort: [{ field: 'address', descending: false }] } as const
        const { rows, total } = await pageOfLeases(world.ctx, { ...query, perPage: 1_000, offset: 0 })
        expect(total).toBe(rows.length)
      }),
      { numRuns: 60 },
    )
  })
})

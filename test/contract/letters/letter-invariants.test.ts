import { query, raw } from '../../../src/kernel/db/query.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lettersInvariants } from '../../../src/letters/index.ts'
import { fitAsn, openLetters } from '../../support/market/letters.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What `npx sublet audit` says about letters: nothing while they live, and each breach by its name. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  const lessee = await (await openLetters(world)).lessee()
  await lessee.buy({ subnets: [(await lessee.lease()).block] })
  await lessee.lease()
})
afterAll(() => world.close())

const undone = new Error('only tried')

async function brokenBy(change: string): Promise<string[]> {
  const found: string[] = []
  await world
    .change(async (ctx) => {
      await query`set local session_replication_role = replica`.planned(ctx)
      await raw(change).planned(ctx)
      for (const promise of lettersInvariants)
        if ((await promise.check(ctx)).breaches.length > 0) found.push(promise.name)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}

const named = 'a lease names the AS numbers of its live letters, and no others'
const within = 'a letter is for a part of its lease, between its lease’s parties, and lives no longer than it'

it('is kept, and looked at', async () => {
  expect(await brokenBy('select')).toEqual([])
  for (const promise of lettersInvariants) expect((await promise.check(world.ctx)).checked).toBe(1)
})

it.each([
  [`update lease set asns = '{}'`, [named]],
  [`update lease set asns = '{${fitAsn}}'`, [named]],
  [`update letter set status = 'expired', ended_at = created_at`, [named]],
  [`update letter set block = '192.0.2.0/24'`, [within]],
  [`update letter set holder_uuid = tenant_uuid`, [within]],
  [`update lease set status = 'terminated'`, [within]],
])('is broken by %s', async (change, names) => {
  expect(await brokenBy(change)).toEqual(names)
})

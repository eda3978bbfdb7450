import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFacts, networkUpToDate } from '../../../src/network/index.ts'
import { health } from '../../../src/kernel/health.ts'
import { addDays, toUnix } from '../../../src/kernel/time.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const status = async () => (await world.call('GET', '/portal/status')).body.data

describe('GET /portal/status', () => {
  it('says that it is ready, and nothing of data that is not there', async () => {
    expect(await status()).toEqual({ ready: true, data: [] })
  })

  it('says how old the oldest data of each area is, and whether that is too old', async () => {
    const { realNow } = world.ctx
    const taken = addDays(realNow, -2)
    await world.change(async (ctx) => {
      await keepFacts(ctx, 'asn-names', [{ asn: 64_500, name: 'A', countryCode: null }], { takenAt: realNow })
      const old = { takenAt: taken, freshFor: 3_600, name: 'older' }
      await keepFacts(ctx, 'asn-names', [{ asn: 64_501, name: 'B', countryCode: null }], old)
    })
    await networkUpToDate(world)
    const [asn] = (await status()).data
    expect(asn).toMatchObject({ area: 'asn', taken_at: toUnix(taken), fresh_seconds: 3_600, stale: true })
  })

  it('says of a sample of long ago since when it is here, and that nobody renews it', async () => {
    const { realNow: before } = world.ctx
    const taken = new Date('2019-07-01T00:00:00Z')
    await world.change((ctx) => keepFacts(ctx, 'geofeed', [], { takenAt: taken }))
    await networkUpToDate(world)
    const { data } = await status()
    const geo = data.find(({ area }: { area: string }) => area === 'geo')
    expect(geo).toMatchObject({ taken_at: toUnix(taken), fresh_seconds: null, stale: false })
    expect(geo.checked_at).toBeGreaterThanOrEqual(toUnix(before))
  })

  it('asks the database for nothing but whether it takes writes', async () => {
    const asked = await statementsOf(() => status())
    expect(asked.length).toBeLessThanOrEqual(1)
  })

  it('says so when changes are not taken', async () => {
    health(world).serving = false
    expect((await status()).ready).toBe(false)
    health(world).serving = true
  })
})

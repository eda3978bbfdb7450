import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAnnouncement, aVrp } from '../../support/market/facts.ts'
import { asHolder } from '../../support/market/holder-letters.ts'
import { fitAsn, letterIn, openLetters, type Lessee, type Office } from '../../support/market/letters.ts'
import { deedsOn, know } from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** After each import: is anything left of the letters that have ended? */

let world: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  lessee = await office.lessee()
})
afterAll(() => world.close())

async function revoked() {
  const { block } = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [block] })
  await asHolder(world, office.holder).revoke(uuid)
  return { block, uuid }
}

const goneAt = async (uuid: string) => {
  await world.runJobs()
  return (await letterIn(world, uuid)).gone_at
}

describe('what is left of a revoked letter', () => {
  it('is noted as gone when the data shows neither route nor ROA', async () => {
    const { block, uuid } = await revoked()
    expect(await goneAt(uuid)).toBeNull()
    await know(world, 'origins', [anAnnouncement({ prefix: block, asn: fitAsn })])
    expect(await goneAt(uuid)).toBeNull()
    await know(world, 'vrps', [aVrp({ prefix: block, asn: fitAsn })])
    await know(world, 'origins', [anAnnouncement({ prefix: '45.0.0.0/24', asn: fitAsn })])
    expect(await goneAt(uuid)).toBeNull()
    await know(world, 'vrps', [aVrp({ prefix: '45.0.0.0/24', asn: fitAsn })])
    expect(await goneAt(uuid)).toBeInstanceOf(Date)
    expect(await deedsOn(world, uuid)).toEqual(['letter.created', 'letter.revoke', 'letter.gone'])
    const { rows } = await world.house.pool.query(
      `select count(*)::int as told from outbox_event where type = 'letter.gone' and data ->> 'uuid' = $1`,
      [uuid],
    )
    expect(rows).toEqual([{ told: 2 }])
  })

  it('is nothing where another letter allows the same', async () => {
    const { block, uuid } = await revoked()
    await lessee.buy({ subnets: [block] })
    await know(world, 'origins', [anAnnouncement({ prefix: block, asn: fitAsn })])
    expect(await goneAt(uuid)).toBeInstanceOf(Date)
  })

  it('stays as it was noted, and live letters have no such time', async () => {
    const { uuid } = await revoked()
    const { block } = await lessee.lease()
    const [live = ''] = await lessee.buy({ subnets: [block] })
    await know(world, 'origins', [])
    const noted = await goneAt(uuid)
    await know(world, 'origins', [anAnnouncement({ prefix: '45.0.1.0/24' })])
    expect(await goneAt(uuid)).toEqual(noted)
    expect(await goneAt(live)).toBeNull()
  })
})

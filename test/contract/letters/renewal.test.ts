import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewLetters } from '../../../src/letters/index.ts'
import { readStatement } from '../../../src/letters/signing/statement.rules.ts'
import { asHolder } from '../../support/market/holder-letters.ts'
import { letterIn, openLetters, releaseByHolder, type Lessee, type Office } from '../../support/market/letters.ts'
import { deedsOn } from '../../support/market/offers.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A letter is signed for a year; while its lease runs it is signed anew before that is over, under the same code. */

let world: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
  await world.person(lessee.tenant, 'owner', 'owner@lessee.example')
})
afterAll(() => world.close())

async function released() {
  const lease = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [lease.block] })
  const code = await releaseByHolder(office, uuid)
  return { lease, uuid, code }
}

const renew = () => renewLetters.run(world.ctx, {})

/** As if it had been signed so long ago. */
const ageIn = (uuid: string, days: number) =>
  world.house.pool.query(
    `update letter set valid_until = valid_until + $2 * interval '1 day',
       statement = statement || ' ' where uuid = $1`,
    [uuid, days],
  )

describe('a letter near its end', () => {
  it('is signed anew, and its lessee is told', async () => {
    const { uuid, code } = await released()
    const before = await letterIn(world, uuid)
    await renew()
    expect(await letterIn(world, uuid)).toEqual(before)

    await world.travel('340 days')
    await renew()
    const after = await letterIn(world, uuid)
    expect(after.valid_until.getTime()).toBeGreaterThan(before.valid_until.getTime())
    const [then, now] = [readStatement(before.statement), readStatement(after.statement)]
    expect(now).toEqual({ ...then, issued: now?.issued, until: now?.until, key: after.key_id })
    expect([now?.code, after.status, after.released_at]).toEqual([code, 'active', before.released_at])
    expect(await deedsOn(world, uuid)).toEqual(['letter.created', 'letter.release', 'letter.renewed'])
    await world.runJobs()
    const mails = await mailTo(world, 'owner@lessee.example')
    expect(mails.map(({ subject }) => subject)).toContain(`The LOA for ${after.block} was re-signed`)
  })

  it('is left as it is when its lease ends with it, rests, or it was revoked', async () => {
    const [ending, resting, revoked] = [await released(), await released(), await released()]
    await world.travel('340 days')
    const { pool } = world.house
    await pool.query(
      `update lease set expires_at = t.valid_until from letter t where t.lease_uuid = lease.uuid and t.uuid = $1`,
      [ending.uuid],
    )
    await pool.query(`update lease set status = 'suspended' where uuid = $1`, [resting.lease.uuid])
    await asHolder(world, office.holder).revoke(revoked.uuid)
    const all = () => Promise.all([ending, resting, revoked].map(({ uuid }) => letterIn(world, uuid)))
    const before = await all()
    await renew()
    expect(await all()).toEqual(before)
  })

  it('says what was signed in no other way: only a later end lets the statement change', async () => {
    const { uuid } = await released()
    await expect(ageIn(uuid, 0)).rejects.toThrow('letter rows stay as they were written')
    await expect(ageIn(uuid, -1)).rejects.toThrow('letter rows stay as they were written')
    await expect(
      world.house.pool.query(
        `update letter set company_name = 'Other', valid_until = valid_until + interval '1 day' where uuid = $1`,
        [uuid],
      ),
    ).rejects.toThrow('letter rows stay as they were written')
  })
})

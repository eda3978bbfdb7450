import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../../support/server/mailbox.ts'
import { anonymous } from '../../support/refusals.ts'
import {
  codeFor,
  deedsOn,
  know,
  letContactsRest,
  listed,
  recordOf,
  resend,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** resendVerification: POST /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/verify/resend. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  await know(world, 'registry', [recordOf('45.8.0.0/16')])
})
afterAll(() => world.close())

const wrong = '22222222'

describe('another code', () => {
  it('works instead of the one before, with all its tries', async () => {
    const { uuid } = await listed(world, holder, '45.8.0.0/24')
    const old = await codeFor(world, '45.8.0.0/24')
    await verify(world, holder, uuid, wrong)
    await letContactsRest(world)
    const { status, body } = await resend(world, holder, uuid)
    expect([status, body.status, body.auth.status]).toEqual([200, 'auth_pending', 'pending'])
    const fresh = await codeFor(world, '45.8.0.0/24')
    expect(fresh).not.toBe(old)
    expect((await verify(world, holder, uuid, old)).body.errors.code).toEqual(['is wrong; 4 tries left'])
    expect((await verify(world, holder, uuid, fresh)).body.status).toBe('validity_pending')
    expect(await deedsOn(world, uuid)).toContain('offer.code_resent')
  })

  it('comes at most once a minute, however the proof stands', async () => {
    const { uuid } = await listed(world, holder, '45.8.1.0/24')
    const early = await resend(world, holder, uuid)
    expect(outcomeOf(early)).toBe('429 resend_throttled')
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
    for (let n = 0; n < 5; n++) await verify(world, holder, uuid, wrong)
    expect(outcomeOf(await resend(world, holder, uuid))).toBe('429 resend_throttled')
    await letContactsRest(world, '1 minute')
    const answers = await Promise.all([1, 2, 3].map(() => resend(world, holder, uuid)))
    expect(answers.map(outcomeOf).map(String).sort()).toEqual(['200', '429 resend_throttled', '429 resend_throttled'])
    const letters = (await mailTo(world, 'hostmaster@holder.example')).filter(({ body }) =>
      body.includes('45.8.1.0/24'),
    )
    expect(letters).toHaveLength(2)
  })

  it('is a new try after the proof has failed', async () => {
    const { uuid } = await listed(world, holder, '45.8.2.0/24')
    for (let n = 0; n < 5; n++) await verify(world, holder, uuid, wrong)
    await letContactsRest(world)
    expect((await resend(world, holder, uuid)).body.status).toBe('auth_pending')
    const code = await codeFor(world, '45.8.2.0/24')
    expect((await verify(world, holder, uuid, code)).body.auth.status).toBe('passed')
    expect(await deedsOn(world, uuid)).toContain('offer.retry')
  })
})

describe('a new try without a contact', () => {
  it('fails again, until the registry names one', async () => {
    const { uuid, status } = await listed(world, holder, '45.20.0.0/24')
    expect(status).toBe('auth_failed_verify_email_not_found')
    expect((await resend(world, holder, uuid)).body.status).toBe('auth_failed_verify_email_not_found')
    await know(world, 'registry', [recordOf('45.8.0.0/16'), recordOf('45.20.0.0/16')])
    expect((await resend(world, holder, uuid)).body.status).toBe('auth_pending')
    expect(await deedsOn(world, uuid)).toEqual([
      'offer.listed',
      'offer.contact_missing',
      'offer.retry',
      'offer.contact_missing',
      'offer.retry',
    ])
  })
})

describe('refuses', () => {
  it('blocks that are proven, and those that have ended', async () => {
    const { uuid } = await listed(world, holder, '45.8.4.0/24')
    await verify(world, holder, uuid, await codeFor(world, '45.8.4.0/24'))
    await letContactsRest(world)
    expect(outcomeOf(await resend(world, holder, uuid))).toBe('422 proof_not_by_mail')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [uuid])
    expect(outcomeOf(await resend(world, holder, uuid))).toBe('422 offer_ended')
  })

  it("another company's offer as one that does not exist", async () => {
    const { uuid } = await listed(world, holder, '45.8.5.0/24')
    const other = await world.client()
    const theirs = await resend(world, other, uuid)
    expect(outcomeOf(theirs)).toBe('404 not_found')
    expect(anonymous(theirs)).toBe(anonymous(await resend(world, other, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')))
  })
})

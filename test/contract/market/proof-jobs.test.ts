import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failLapsedProofs } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import {
  codeFor,
  deedsOn,
  know,
  letContactsRest,
  listed,
  recordOf,
  resend,
  shown,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What becomes of proofs without a request. */

let world: World
let holder: Client
let owner: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  owner = (await world.person(holder.tenant, 'owner')).email
  await know(world, 'registry', [recordOf('45.8.0.0/16')])
})
afterAll(() => world.close())

const lapse = () => failLapsedProofs.run(world.ctx, {})
const statusOf = async (uuid: string) => (await shown(world, holder, uuid)).status
const subjectsTo = async (email: string) => (await mailTo(world, email)).map(({ subject }) => subject)

describe('codes that are not given within 72 hours', () => {
  it('fail the proof, once, and the owners hear of it', async () => {
    const { uuid } = await listed(world, holder, '45.8.0.0/24')
    await world.travel('71h')
    await lapse()
    expect(await statusOf(uuid)).toBe('auth_pending')
    await world.travel('1h')
    await Promise.all([lapse(), lapse()])
    await lapse()
    expect(await statusOf(uuid)).toBe('auth_failed_verify')
    expect(await deedsOn(world, uuid)).toEqual(['offer.listed', 'offer.proof_failed'])
    const told = (await subjectsTo(owner)).filter((subject) => subject.includes('not proven'))
    expect(told).toEqual(['45.8.0.0/24: ownership not proven'])
  })

  it('are not those that were asked for since', async () => {
    const { uuid } = await listed(world, holder, '45.8.1.0/24')
    await world.travel('71h')
    await letContactsRest(world)
    await resend(world, holder, uuid)
    await world.travel('2h')
    await lapse()
    expect(await statusOf(uuid)).toBe('auth_pending')
    expect((await verify(world, holder, uuid, await codeFor(world, '45.8.1.0/24'))).status).toBe(200)
  })

  it('leave an offer alone that was cancelled meanwhile, and do not come up again', async () => {
    const { uuid } = await listed(world, holder, '45.8.2.0/24')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [uuid])
    await world.travel('73h')
    await lapse()
    expect(await statusOf(uuid)).toBe('object_terminated')
    const { rows } = await world.house.pool.query(
      `select count(*) as pending from ownership_proof where status = 'pending' and expires_at < now() + interval '999 days'`,
    )
    expect(rows).toEqual([{ pending: 0 }])
  })
})

describe('a letter that cannot be handed over', () => {
  it('fails the proofs whose codes it carried', async () => {
    const cut = await openWorld({ env: { SUBLET_SMTP_URL: 'smtp://127.0.0.1:1' } })
    const client = await cut.client()
    await know(cut, 'registry', [recordOf('45.8.0.0/16')])
    const { uuid } = await listed(cut, client, '45.8.0.0/24')
    let rounds = 0
    let failed = await shown(cut, client, uuid)
    for (; failed.status === 'auth_pending' && rounds < 20; rounds++) {
      // Jobs that failed wait longer and longer; here they are due at once.
      await cut.house.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await cut.runJobs()
      failed = await shown(cut, client, uuid)
    }
    expect(rounds).toBeGreaterThan(3)
    expect([failed.status, failed.auth]).toEqual([
      'auth_failed_verify_email_not_sent',
      {
        type: 'email',
        status: 'failed',
        description: 'The mail to hostmaster@holder.example could not be handed over; ask for another code later.',
      },
    ])
    expect(await deedsOn(cut, uuid)).toEqual(['offer.listed', 'offer.mail_failed'])
    await cut.close()
  })
})

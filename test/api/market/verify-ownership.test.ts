import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous } from '../../support/refusals.ts'
import {
  codeFor,
  deedsOn,
  know,
  listed,
  offersPath,
  recordOf,
  shown,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** verifyOwnership: POST /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/verify. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  await know(world, 'registry', [recordOf('45.8.0.0/16'), recordOf('45.9.0.0/16', { contactEmail: null })])
})
afterAll(() => world.close())

const wrong = '22222222'

describe('the right code', () => {
  it('proves the block; its checks then bring it to the market', async () => {
    const { uuid } = await listed(world, holder, '45.8.0.0/24')
    const code = await codeFor(world, '45.8.0.0/24')
    const { status, body } = await verify(world, holder, uuid, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)
    expect([status, body.uuid, body.status]).toEqual([200, uuid, 'validity_pending'])
    expect(body.auth).toEqual({
      type: 'email',
      status: 'passed',
      description: 'The code mailed to hostmaster@holder.example was given.',
    })
    await world.runJobs()
    expect((await shown(world, holder, uuid)).status).toBe('validity_active')
    expect(await deedsOn(world, uuid)).toEqual(['offer.listed', 'offer.proof_accepted', 'offer.checks_passed'])
    const { rows } = await world.house.pool.query('select on_shelf from pricing where offer_uuid = $1', [uuid])
    expect(rows).toEqual([{ on_shelf: true }])
  })

  it('proves it once, however often it is given', async () => {
    const { uuid } = await listed(world, holder, '45.8.1.0/24')
    const code = await codeFor(world, '45.8.1.0/24')
    const answers = await Promise.all([1, 2, 3].map(() => verify(world, holder, uuid, code)))
    expect(answers.map(outcomeOf)).toEqual([200, 200, 200])
    await world.runJobs()
    expect((await verify(world, holder, uuid, code)).body.status).toBe('validity_active')
    expect(outcomeOf(await verify(world, holder, uuid, wrong))).toBe('422 proof_not_by_mail')
    expect(await deedsOn(world, uuid)).toEqual(['offer.listed', 'offer.proof_accepted', 'offer.checks_passed'])
  })

  it('is kept nowhere but in the mail', async () => {
    const { uuid } = await listed(world, holder, '45.8.2.0/24')
    const code = await codeFor(world, '45.8.2.0/24')
    await verify(world, holder, uuid, wrong)
    const { rows } = await world.house.pool.query(
      `select p::text as proof, (select json_agg(a) from audit_entry a)::text as log,
         (select json_agg(e) from outbox_event e)::text as news
       from ownership_proof p where offer_uuid = $1`,
      [uuid],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('a wrong code', () => {
  it('is counted although it is refused, and the fifth ends the proof', async () => {
    const { uuid } = await listed(world, holder, '45.8.3.0/24')
    const code = await codeFor(world, '45.8.3.0/24')
    const told = []
    for (let n = 0; n < 5; n++) {
      const { status, body } = await verify(world, holder, uuid, wrong)
      told.push(`${status} ${body.code} ${body.errors.code[0]}`)
    }
    expect(told).toEqual([
      '422 code_wrong is wrong; 4 tries left',
      '422 code_wrong is wrong; 3 tries left',
      '422 code_wrong is wrong; 2 tries left',
      '422 code_wrong is wrong; 1 try left',
      '422 code_wrong is wrong; ask for another one',
    ])
    expect(outcomeOf(await verify(world, holder, uuid, code))).toBe('422 proof_not_by_mail')
    const offer = await shown(world, holder, uuid)
    expect([offer.status, offer.auth]).toEqual([
      'auth_failed_verify',
      { type: 'email', status: 'failed', description: 'A wrong code was given 5 times; ask for another one.' },
    ])
    const deeds = await deedsOn(world, uuid)
    expect(deeds.filter((deed) => deed === 'offer.code_wrong')).toHaveLength(5)
    expect(deeds.at(-1)).toBe('offer.proof_failed')
  })

  it('has five tries in parallel, too', async () => {
    const { uuid } = await listed(world, holder, '45.8.4.0/24')
    const answers = await Promise.all(Array.from({ length: 9 }, () => verify(world, holder, uuid, wrong)))
    const outcomes = answers.map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === '422 code_wrong')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === '422 proof_not_by_mail')).toHaveLength(4)
  })
})

describe('refuses', () => {
  it('a code that has lapsed, also before a job has noticed', async () => {
    const { uuid } = await listed(world, holder, '45.8.5.0/24')
    const code = await codeFor(world, '45.8.5.0/24')
    await world.travel('71h')
    expect(outcomeOf(await verify(world, holder, uuid, wrong))).toBe('422 code_wrong')
    await world.travel('1h')
    const { status, body } = await verify(world, holder, uuid, code)
    expect([status, body.code, body.errors]).toEqual([422, 'code_wrong', { code: ['has lapsed'] }])
    expect((await shown(world, holder, uuid)).status).toBe('auth_failed_verify')
  })

  it('codes where none is awaited, and offers that have ended', async () => {
    const { uuid } = await listed(world, holder, '45.9.0.0/24')
    expect(outcomeOf(await verify(world, holder, uuid, wrong))).toBe('422 proof_not_by_mail')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [uuid])
    expect(outcomeOf(await verify(world, holder, uuid, wrong))).toBe('422 offer_ended')
  })

  it("another company's offer as one that does not exist", async () => {
    const { uuid } = await listed(world, holder, '45.8.6.0/24')
    const other = await world.client()
    const [theirs, none] = [
      await verify(world, other, uuid, wrong),
      await verify(world, other, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', wrong),
    ]
    expect(outcomeOf(theirs)).toBe('404 not_found')
    expect(anonymous(theirs)).toBe(anonymous(none))
    const { rows } = await world.house.pool.query('select tries_left from ownership_proof where offer_uuid = $1', [
      uuid,
    ])
    expect(rows).toEqual([{ tries_left: 5 }])
  })

  it.each([[{}], [{ code: '' }], [{ code: 'x'.repeat(41) }], [{ code: 5 }]])('%j', async (payload) => {
    const { uuid } = await listed(world, holder, `45.8.${100 + JSON.stringify(payload).length}.0/24`)
    const answer = await world.call('POST', offersPath(holder.tenant, `/${uuid}/verify`), {
      headers: holder.bearer,
      payload,
    })
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['code']])
  })
})

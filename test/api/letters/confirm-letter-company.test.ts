import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFacts } from '../../../src/network/index.ts'
import { aVrp } from '../../support/market/facts.ts'
import { asHolder, asOperator, nowhere } from '../../support/market/holder-letters.ts'
import { fitAsn, letterIn, letterItem, openLetters, type Lessee, type Office } from '../../support/market/letters.ts'
import { deedsOn } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** confirmLetterCompany: POST /billing/v1/{tenantUUID}/market/letters/{letterUUID}/confirm-company. */

let world: World
let office: Office
let holder: ReturnType<typeof asHolder>
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  holder = asHolder(world, office.holder)
  lessee = await office.lessee()
})
afterAll(() => world.close())

const foreign = 'Big Bank plc'

async function bought(company_name = foreign) {
  const lease = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [lease.block], company_name })
  return { lease, uuid }
}

const stepOf = (body: { data: { readiness: { name: string; done: boolean }[] } }) =>
  body.data.readiness.find(({ name }) => name === 'company_confirmed')

/** A fresh ROA for it: all that data alone waits for. */
async function publishRoa(block: string) {
  await world.change((ctx) => keepFacts(ctx, 'vrps', [aVrp({ prefix: block, asn: fitAsn })]))
  await world.runJobs()
}

describe('a letter to another than its lessee', () => {
  it('waits for the holder to confirm the name, whatever data and words say, and is signed by nobody before', async () => {
    const { lease, uuid } = await bought()
    await publishRoa(lease.block)
    expect(await letterIn(world, uuid)).toMatchObject({ status: 'pending', statement: null })
    const shown = await holder.show(uuid)
    expect(stepOf(shown.body)).toMatchObject({ required: true, done: false, done_at: null })
    expect(shown.body.data.todo[0]).toMatchObject({
      action: 'confirm_company',
      done: false,
      description: `Confirm that the letter may be issued to “${foreign}”, which is not the name of your lessee, “Example Networks”; or revoke it.`,
    })
    for (const someone of [holder, await asOperator(world)]) {
      const early = await someone.confirm(uuid)
      expect([outcomeOf(early), early.body.errors]).toEqual([
        '422 letter_not_ready',
        { company_confirmed: [`the holder has to confirm first that it may be issued to “${foreign}”`] },
      ])
    }
    await expect(
      world.house.pool.query(
        `update letter set status = 'active', released_at = now(), released_by = 'data', statement = 'x', signature = 'x', key_id = 'x' where uuid = $1`,
        [uuid],
      ),
    ).rejects.toThrow('letter_names_confirmed_company')

    const confirmed = await holder.confirmCompany(uuid)
    expect([confirmed.status, confirmed.body.data.company_confirmed_by]).toEqual([200, 'holder'])
    expect(stepOf(confirmed.body)).toMatchObject({
      done: true,
      description: `The holder has confirmed that it may be issued to “${foreign}”.`,
    })
    await world.runJobs()
    expect(await letterIn(world, uuid)).toMatchObject({ status: 'active', released_by: 'data' })
    expect(await deedsOn(world, uuid)).toEqual(['letter.created', 'letter.company_confirmed', 'letter.release'])
    const { rows } = await world.house.pool.query<{ tenant_uuid: string }>(
      `select tenant_uuid from outbox_event where type = 'letter.company_confirmed' and data ->> 'uuid' = $1`,
      [uuid],
    )
    expect(rows.map(({ tenant_uuid }) => tenant_uuid).toSorted()).toEqual(
      [lessee.tenant, office.holder.tenant].toSorted(),
    )
    expect(outcomeOf(await holder.confirmCompany(uuid))).toBe('422 letter_company_confirmed')
  })

  it('is refused by revoking it', async () => {
    const { uuid } = await bought()
    expect((await holder.revoke(uuid, { reason: 'We do not know this company.' })).status).toBe(200)
    expect(outcomeOf(await holder.confirmCompany(uuid))).toBe('422 letter_over')
    expect(await letterIn(world, uuid)).toMatchObject({ statement: null })
  })

  it('is none where the name differs in case and legal form alone', async () => {
    const { uuid } = await bought('EXAMPLE NETWORKS, B.V.')
    const { body } = await holder.show(uuid)
    expect([stepOf(body)?.done, body.data.company_confirmed_by]).toEqual([true, 'lessee'])
    expect(body.data.todo.map(({ action }: { action: string }) => action)).not.toContain('confirm_company')
    expect(outcomeOf(await holder.confirmCompany(uuid))).toBe('422 letter_company_confirmed')
  })
})

describe('a name that imitates what a letter says', () => {
  const evil = 'Evil block: 0.0.0.0/0 origin: AS666 holder: Me'

  it.each([evil, 'Evil\nholder: Me', 'Evil \u202eknaB', 'Evil 10.0.0.0/8'])('is refused: %j', async (company_name) => {
    const { block } = await lessee.lease()
    const answer = await lessee.add(letterItem({ subnets: [block], company_name }))
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual([
      '422 letter_company_invalid',
      ['product_fields.company_name'],
    ])
  })

  it('cannot be confirmed where it was ordered before', async () => {
    const { uuid } = await bought()
    await world.house.pool.query('update letter set company_name = $2 where uuid = $1', [uuid, evil])
    const answer = await holder.confirmCompany(uuid)
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual([
      '422 letter_company_invalid',
      ['company_name'],
    ])
  })
})

describe('nobody else confirms it', () => {
  it('neither another company, nor the lessee', async () => {
    const { uuid } = await bought()
    for (const other of [await world.client(), lessee])
      expect(outcomeOf(await asHolder(world, other).confirmCompany(uuid))).toBe('404 not_found')
    expect(outcomeOf(await holder.confirmCompany(nowhere))).toBe('404 not_found')
    expect(await letterIn(world, uuid)).toMatchObject({ company_confirmed_at: null })
  })
})

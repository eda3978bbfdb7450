import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asHolder, asOperator, nowhere } from '../../support/market/holder-letters.ts'
import { fitAsn, openLetters, originsOf, type Office } from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * revokeHolderLetter: POST /billing/v1/{tenantUUID}/market/letters/{letterUUID}/revoke, and operatorRevokeLetter: POST
 * /portal/operator/letters/{letterUUID}/revoke.
 */

let world: World
let office: Office
let holder: ReturnType<typeof asHolder>
let lessee: Awaited<ReturnType<Office['lessee']>>
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  holder = asHolder(world, office.holder)
  lessee = await office.lessee()
})
afterAll(() => world.close())

async function bought() {
  const lease = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [lease.block] })
  return { lease, uuid }
}

describe('a letter is revoked', () => {
  it('by the holder, with a reason, pending or active', async () => {
    const { lease, uuid } = await bought()
    const { status, body } = await holder.revoke(uuid, { reason: 'Complaints about spam.' })
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'Revoked', revoked_by: 'holder', reason: 'Complaints about spam.', released_at: null },
    ])
    expect(body.data.revoked_at).toBe(body.data.ended_at)
    expect(await originsOf(world, lease.uuid)).toEqual([])
    const other = await bought()
    await holder.confirm(other.uuid)
    expect((await holder.revoke(other.uuid)).body.data).toMatchObject({ status: 'Revoked', released_by: 'holder' })
  })

  it('by the operator', async () => {
    const { uuid } = await bought()
    const { body } = await (await asOperator(world)).revoke(uuid, { reason: 'Asked for by a registry.' })
    expect(body.data).toMatchObject({ status: 'Revoked', revoked_by: 'operator', reason: 'Asked for by a registry.' })
  })

  it('and another can be asked for afterwards', async () => {
    const { lease, uuid } = await bought()
    await holder.revoke(uuid)
    expect(await lessee.buy({ subnets: [lease.block], asn: fitAsn })).toHaveLength(1)
    expect(await originsOf(world, lease.uuid)).toEqual([fitAsn])
  })

  it('which the log and both sides hear', async () => {
    const { uuid } = await bought()
    await holder.revoke(uuid, { reason: 'No more.' })
    const { rows } = await world.house.pool.query<{ tenant_uuid: string; data: object }>(
      `select tenant_uuid, data from outbox_event where type = 'letter.revoked' and data ->> 'uuid' = $1`,
      [uuid],
    )
    const companies = [lessee.tenant, office.holder.tenant].toSorted()
    expect(rows.map(({ tenant_uuid }) => tenant_uuid).toSorted()).toEqual(companies)
    expect(rows[0]?.data).toMatchObject({ uuid, status: 'revoked', revoked_by: 'holder', reason: 'No more.' })
    const deeds = await world.house.pool.query(
      `select tenant_uuid, actor_kind, data from audit_entry where action = 'letter.revoke' and subject_uuid = $1`,
      [uuid],
    )
    expect(deeds.rows).toEqual([
      {
        tenant_uuid: office.holder.tenant,
        actor_kind: 'key',
        data: expect.objectContaining({ by: 'holder', reason: 'No more.', from: 'pending' }),
      },
    ])
  })
})

describe('what is refused', () => {
  it('a letter that is over', async () => {
    const { uuid } = await bought()
    await holder.revoke(uuid)
    expect(outcomeOf(await holder.revoke(uuid))).toBe('422 letter_over')
    expect(outcomeOf(await (await asOperator(world)).revoke(uuid))).toBe('422 letter_over')
  })

  it.each([[{}], [{ reason: '' }], [{ reason: 'x'.repeat(601) }], [{ reason: 7 }]])('%o', async (payload) => {
    const { uuid } = await bought()
    expect(outcomeOf(await holder.revoke(uuid, payload))).toBe('422 invalid_fields')
  })

  it("another holder's letter, like one that is not there", async () => {
    const { uuid } = await bought()
    const unknown = await holder.revoke(nowhere)
    for (const company of [await world.client(), lessee]) {
      const answer = await asHolder(world, company).revoke(uuid)
      expect([answer.status, anonymous(answer)]).toEqual([404, anonymous(unknown)])
    }
  })
})

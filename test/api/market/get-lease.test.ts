import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID} (getLease, "Billing terminate request"). */

type Client = Awaited<ReturnType<World['client']>>

let world: World
let holder: Client
let lessee: Client
let offer: MadeOffer
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_EARLY_EXIT_PERCENT: '25' } })
  holder = await world.client()
  lessee = await world.client()
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20' })
})
afterAll(() => world.close())

const get = (uuid: string, { tenant, bearer }: Client = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/services/${uuid}`, { headers: bearer })

const unix = (date: Date) => Math.floor(date.getTime() / 1_000)

async function timesOf(uuid: string): Promise<{ due: number; end: number | null }> {
  const { rows } = await world.house.pool.query<{ next_due_at: Date; ends_at: Date | null }>(
    'select next_due_at, ends_at from lease_term t left join commitment c on c.lease_uuid = t.uuid where t.uuid = $1',
    [uuid],
  )
  const [row] = rows
  if (!row) throw new Error('no lease')
  return { due: unix(row.next_due_at), end: row.ends_at && unix(row.ends_at) }
}

describe('one lease', () => {
  it('is the item of the list, and can be ended when its period does', async () => {
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.0.0/24')
    const { status, body } = await get(uuid)
    expect(status).toBe(200)
    const list = await world.call('GET', `/billing/v1/${lessee.tenant}/market/ipv4/services?uuid=${uuid}`, {
      headers: lessee.bearer,
    })
    expect(body.data).toEqual({
      ...list.body.data[0],
      termination: null,
      earliest_termination_at: (await timesOf(uuid)).due,
      commitment_end: null,
      early_exit_amount: 0,
    })
    expect((await get(uuid.toUpperCase())).body).toEqual(body)
  })

  it('says what leaving its commitment early costs', async () => {
    const given = { priceMinor: 9_999, commitmentMonths: 12 } as const
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24', given)
    const { end } = await timesOf(uuid)
    expect((await get(uuid)).body.data).toMatchObject({
      earliest_termination_at: end,
      commitment_end: end,
      early_exit_amount: 299.97,
    })
    await world.house.pool.query(
      `update commitment set starts_at = starts_at - interval '10 months 1 day' where lease_uuid = $1`,
      [uuid],
    )
    expect((await get(uuid)).body.data.early_exit_amount).toBe(50)
  })

  it.each(['pending', 'completed', 'terminated'])('is not bound by a commitment that is %s', async (status) => {
    const block = `45.8.${2 + ['pending', 'completed', 'terminated'].indexOf(status)}.0/24`
    const { uuid } = await makeLease(world, offer, lessee.tenant, block, { commitmentMonths: 3 })
    await world.house.pool.query('update commitment set status = $1 where lease_uuid = $2', [status, uuid])
    expect((await get(uuid)).body.data).toMatchObject({
      earliest_termination_at: (await timesOf(uuid)).due,
      commitment_end: null,
      early_exit_amount: 0,
    })
  })

  it('has nothing left to end once it has ended', async () => {
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.5.0/24', { commitmentMonths: 3 })
    await world.house.pool.query(`update lease set status = 'terminated', ended_at = now() where uuid = $1`, [uuid])
    expect((await get(uuid)).body.data).toMatchObject({
      billing_service: { status: 'terminated' },
      earliest_termination_at: null,
      commitment_end: null,
      early_exit_amount: 0,
    })
  })

  it('is read without a trace', async () => {
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.6.0/24')
    const state = () => world.house.pool.query('select * from lease where uuid = $1', [uuid])
    const [before, entries] = [(await state()).rows, await world.house.pool.query('select count(*) from audit_entry')]
    await get(uuid)
    expect((await state()).rows).toEqual(before)
    expect((await world.house.pool.query('select count(*) from audit_entry')).rows).toEqual(entries.rows)
  })

  it('is nobody else’s: not the holder’s, and not told from one that does not exist', async () => {
    const { uuid } = await makeLease(world, offer, lessee.tenant, '45.8.7.0/24')
    const stranger = await world.client()
    const answers = [await get(uuid, holder), await get(uuid, stranger), await get(newUuid(), stranger)]
    expect(answers.map(outcomeOf)).toEqual(Array(3).fill('404 not_found'))
    expect(new Set(answers.map(anonymous)).size).toBe(1)
    expect(outcomeOf(await get('no-uuid'))).toBe('404 not_found')
  })

  it('is the holder’s where the holder leases it', async () => {
    const { uuid } = await makeLease(world, offer, holder.tenant, '45.8.8.0/24')
    expect([(await get(uuid, holder)).status, outcomeOf(await get(uuid))]).toEqual([200, '404 not_found'])
  })
})

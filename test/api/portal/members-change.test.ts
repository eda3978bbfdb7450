import { describe, expect, it } from 'vitest'
import { noSession, notTheirRole, notTheirs, outcomesFor, outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const path = (tenant: string, person: string) => `/portal/companies/${tenant}/members/${person}`
const change = (tenant: string, person: string, role: string, headers: Record<string, string>) =>
  world.call('PATCH', path(tenant, person), { headers, payload: { role } })
const remove = (tenant: string, person: string, headers: Record<string, string>) =>
  world.call('DELETE', path(tenant, person), { headers })
const membersSeenBy = (tenant: string, headers: Record<string, string>) =>
  world.call('GET', `/portal/companies/${tenant}/members`, { headers })
async function ownersOf(tenant: string): Promise<string[]> {
  const { rows } = await world.house.pool.query<{ person_uuid: string }>(
    `select person_uuid from membership where tenant_uuid = $1 and role = 'owner'`,
    [tenant],
  )
  return rows.map((row) => row.person_uuid)
}
async function companyWithTwoOwners() {
  const tenant = await world.tenant()
  return { tenant, first: await world.person(tenant), second: await world.person(tenant) }
}
const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
const forOwners = {
  nobody: noSession,
  stranger: notTheirs,
  viewer: notTheirRole,
  member: notTheirRole,
  owner: 204,
  operator: 204,
}

describe('PATCH /portal/companies/{tenantUUID}/members/{personUUID}', () => {
  it('changes what someone may do from the next request on', async () => {
    const { tenant, first, second } = await companyWithTwoOwners()
    const key = { headers: second.cookie, payload: { name: 'x', scopes: ['billing'] } }
    expect(outcomeOf(await world.call('POST', `/portal/companies/${tenant}/app-keys`, key))).toBe(201)
    expect(outcomeOf(await change(tenant, second.uuid, 'viewer', first.cookie))).toBe(204)
    expect(outcomeOf(await world.call('POST', `/portal/companies/${tenant}/app-keys`, key))).toBe(notTheirRole)
    expect(outcomeOf(await membersSeenBy(tenant, second.cookie))).toBe(200)
  })

  it('keeps the last owner, however the path is spelt', async () => {
    const tenant = await world.tenant()
    const owner = await world.person(tenant)
    for (const person of [owner.uuid, owner.uuid.toUpperCase()])
      expect(outcomeOf(await change(tenant, person, 'member', owner.cookie))).toBe('422 last_owner')
    expect(outcomeOf(await change(tenant, owner.uuid, 'owner', owner.cookie))).toBe(204)
    expect(await ownersOf(tenant)).toEqual([owner.uuid])
  })

  it('leaves one owner when two step down at the same time', async () => {
    const { tenant, first, second } = await companyWithTwoOwners()
    const outcomes = await Promise.all([
      change(tenant, first.uuid, 'viewer', first.cookie),
      change(tenant, second.uuid, 'viewer', second.cookie),
    ])
    expect(outcomes.map((answer) => String(outcomeOf(answer))).sort()).toEqual(['204', '422 last_owner'])
    expect(await ownersOf(tenant)).toHaveLength(1)
  })

  it('answers 404 for someone who does not belong to the company', async () => {
    const stranger = await world.person(await world.tenant())
    for (const person of [stranger.uuid, nowhere, 'none'])
      expect(outcomeOf(await change(office.tenant, person, 'viewer', office.owner))).toBe('404 not_found')
  })

  it('refuses a role that does not exist', async () => {
    const person = await world.person(office.tenant, 'viewer')
    expect(outcomeOf(await change(office.tenant, person.uuid, 'king', office.owner))).toBe('422 invalid_fields')
  })

  it('is for owners and operators', async () => {
    const { uuid } = await world.person(office.tenant, 'viewer')
    expect(await outcomesFor(office, (headers) => change(office.tenant, uuid, 'member', headers))).toEqual(forOwners)
  })
})

describe('DELETE /portal/companies/{tenantUUID}/members/{personUUID}', () => {
  it('takes access away at once, in this company only', async () => {
    const { tenant, first, second } = await companyWithTwoOwners()
    expect(outcomeOf(await remove(tenant, second.uuid, first.cookie))).toBe(204)
    expect(outcomeOf(await membersSeenBy(tenant, second.cookie))).toBe(notTheirs)
    expect((await world.call('GET', '/portal/me', { headers: second.cookie })).body.data.companies).toEqual([])
    expect(outcomeOf(await remove(tenant, second.uuid, first.cookie))).toBe('404 not_found')
  })

  it('keeps the last owner, however the path is spelt', async () => {
    const tenant = await world.tenant()
    const owner = await world.person(tenant)
    await world.person(tenant, 'member')
    for (const person of [owner.uuid, owner.uuid.toUpperCase()])
      expect(outcomeOf(await remove(tenant, person, owner.cookie))).toBe('422 last_owner')
    expect(await ownersOf(tenant)).toEqual([owner.uuid])
  })

  it('leaves one owner when two leave at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const { tenant, first, second } = await companyWithTwoOwners()
      const outcomes = await Promise.all([
        remove(tenant, first.uuid, first.cookie),
        remove(tenant, second.uuid, second.cookie),
      ])
      expect(outcomes.map((answer) => String(outcomeOf(answer))).sort()).toEqual(['204', '422 last_owner'])
      expect(await ownersOf(tenant)).toHaveLength(1)
    }
  })

  it('answers 404 for someone who does not belong to the company', async () => {
    const stranger = await world.person(await world.tenant())
    for (const person of [stranger.uuid, nowhere, 'none'])
      expect(outcomeOf(await remove(office.tenant, person, office.owner))).toBe('404 not_found')
  })

  it('is for owners and operators', async () => {
    const outcomes = await outcomesFor(office, async (headers) =>
      remove(office.tenant, (await world.person(office.tenant, 'viewer')).uuid, headers),
    )
    expect(outcomes).toEqual(forOwners)
  })
})

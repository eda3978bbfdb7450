import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notTheirRole, openOffice, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { ageProofs, guarded, type Headers } from '../../support/factors.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { openWorld, password, type World } from '../../support/world.ts'

/** A second factor required by a company, or by role; and what operators do for who has lost theirs. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rolesPath = '/portal/operator/second-factor'
const requireIn = (tenant: string, headers: Headers, required = true) =>
  world.call('PUT', `/portal/companies/${tenant}/second-factor`, { headers, payload: { required } })
const members = async (tenant: string, headers: Headers) =>
  outcomeOf(await world.call('GET', `/portal/companies/${tenant}/members`, { headers }))

describe('portalRequireSecondFactor, portalSecondFactorRequirement', () => {
  it('shows nothing to who has none, until it is set up; their other companies stay', async () => {
    const [tenant, other] = [await world.tenant('Strict Networks'), await world.tenant('Easy Networks')]
    const owner = await guarded(world, tenant)
    const { uuid, email, cookie: plain } = await world.person(tenant, 'member')
    await world.house.pool.query(
      `insert into membership (tenant_uuid, person_uuid, role, created_at) values ($1, $2, 'owner', now())`,
      [other, uuid],
    )
    const issued = await world.call('POST', `/portal/companies/${tenant}/explorer-tokens`, {
      headers: plain,
      payload: { scopes: ['billing:read'] },
    })
    const set = await requireIn(tenant, owner.headers)
    expect(set.body.data).toEqual({ required: true, without: 1, roles: [] })

    expect(await members(tenant, plain)).toBe('403 second_factor_missing')
    expect(await members(other, plain)).toBe(200)
    const company = (headers: Headers) => world.call('GET', `/billing/v1/${tenant}`, { headers })
    expect(outcomeOf(await company(plain))).toBe('403 second_factor_missing')
    const bearer = { authorization: `Bearer ${issued.body.data.access_token}` }
    expect(outcomeOf(await company(bearer))).toBe('401 token_revoked')
    const { companies } = (await world.call('GET', '/portal/me', { headers: plain })).body.data
    const lacking = companies.map((one: Record<string, unknown>) => [one['title'], one['lacks_second_factor']])
    expect(lacking).toEqual([
      ['Easy Networks', false],
      ['Strict Networks', true],
    ])
    // Signing in goes on as it was: they are led to set it up.
    expect((await world.call('POST', '/portal/sign-in', { payload: { email, password } })).status).toBe(200)

    await world.house.pool.query(
      `insert into passkey (uuid, person_uuid, credential_id, public_key, sign_count, transports, name, created_at)
       values (gen_random_uuid(), $1, 'x', '', 0, '{}', 'Laptop', now())`,
      [uuid],
    )
    expect(await members(tenant, plain)).toBe(200)
    expect((await requireIn(tenant, owner.headers, false)).body.data).toEqual({
      required: false,
      without: 0,
      roles: [],
    })
  })

  it('shows nothing of it in the inbox of who has none', async () => {
    const tenant = await world.tenant()
    const owner = await guarded(world, tenant)
    const { uuid, cookie: plain } = await world.person(tenant, 'member')
    const alert = '0190a8c1-0000-7000-8000-000000000001'
    await world.house.pool.query(
      `with raised as (
         insert into alert (uuid, tenant_uuid, kind, cause, severity, count, subject, body, happenings, raised_at, began_at)
         values ($1, $2, 'saved_search', 'test', 'info', 1, 'S', 'B', '[]', now(), now()) returning uuid)
       insert into alert_entry (alert_uuid, person_uuid, tenant_uuid, kind, raised_at)
       select uuid, $3, $2, 'saved_search', now() from raised`,
      [alert, tenant, uuid],
    )
    const unread = async () =>
      (await world.call('GET', '/portal/me/notifications/unread', { headers: plain })).body.data
    const before = await unread()
    await requireIn(tenant, owner.headers)
    const list = await world.call('GET', '/portal/me/notifications', { headers: plain })
    expect(list.body.data).toEqual([])
    expect(before).not.toEqual(await unread())
  })

  it('is told so by an owner alone, with a factor and a fresh proof', async () => {
    const office = await openOffice(world)
    const outcomes = await outcomesFor(office, (headers) => requireIn(office.tenant, headers))
    expect(outcomes).toMatchObject({
      viewer: notTheirRole,
      member: notTheirRole,
      owner: '422 second_factor_first',
      operator: '422 second_factor_first',
    })
    const { uuid, headers } = await guarded(world, office.tenant)
    await ageProofs(world, uuid)
    expect(outcomeOf(await requireIn(office.tenant, headers))).toBe('403 proof_needed')
  })
})

describe('operatorRequireSecondFactor, operatorSecondFactorRoles', () => {
  afterEach(() => world.house.pool.query('delete from second_factor_role'))

  it('of operators: they are none until they have it', async () => {
    const tenant = await world.tenant('The operators', 'operator')
    const { cookie: plain } = await world.person(tenant)
    const { headers } = await guarded(world, tenant)
    const put = (who: Headers, roles: string[]) => world.call('PUT', rolesPath, { headers: who, payload: { roles } })
    expect(outcomeOf(await put(plain, ['operator']))).toBe('422 second_factor_first')
    expect((await put(headers, ['operator'])).body.data).toEqual({ roles: ['operator'] })
    expect(outcomeOf(await world.call('GET', rolesPath, { headers: plain }))).toBe('403 second_factor_missing')
    const customer = await world.tenant()
    expect(await members(customer, plain)).toBe('403 second_factor_missing')
    expect(await members(customer, headers)).toBe(200)
    const { person } = (await world.call('GET', '/portal/me', { headers: plain })).body.data
    expect(person).toMatchObject({ operator: false, lacks_second_factor: true })
    expect((await put(headers, [])).body.data).toEqual({ roles: [] })
    expect((await world.call('GET', rolesPath, { headers: plain })).status).toBe(200)
  })

  it('of owners: members stay as they are', async () => {
    const operators = await guarded(world, await world.tenant('The operators', 'operator'))
    const tenant = await world.tenant()
    const [owner, member] = [await world.person(tenant, 'owner'), await world.person(tenant, 'member')]
    await world.call('PUT', rolesPath, { headers: operators.headers, payload: { roles: ['owner'] } })
    expect(await members(tenant, owner.cookie)).toBe('403 second_factor_missing')
    expect(await members(tenant, member.cookie)).toBe(200)
  })
})

describe('operatorListPeople, operatorResetFactors', () => {
  it('is found by an operator, reset, mailed, and signs in with the password', async () => {
    const { headers } = await guarded(world, await world.tenant('The operators', 'operator'))
    const tenant = await world.tenant('Lost Networks')
    const lost = await guarded(world, tenant)
    const list = await world.call('GET', `/portal/operator/people?filter[search]=${lost.email}`, { headers })
    expect(list.body.data).toMatchObject([{ uuid: lost.uuid, second_factor: true, companies: ['Lost Networks'] }])
    const reset = (uuid: string) =>
      world.call('POST', `/portal/operator/people/${uuid}/reset-factors`, {
        headers,
        payload: { reason: 'Called from the number we have.' },
      })
    expect((await reset(lost.uuid)).status).toBe(204)
    expect(outcomeOf(await reset('0190a8c1-0000-7000-8000-000000000000'))).toBe('404 not_found')
    expect((await world.call('GET', '/portal/me', { headers: lost.headers })).status).toBe(401)
    const payload = { email: lost.email, password }
    expect((await world.call('POST', '/portal/sign-in', { payload })).body.data.uuid).toBe(lost.uuid)
    const subjects = (await mailTo(world, lost.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your second factor was reset')
    const { rows } = await world.house.pool.query(
      `select data from audit_entry where action = 'factor.reset' and subject_uuid = $1`,
      [lost.uuid],
    )
    expect(rows[0].data).toMatchObject({ email: lost.email, totp: true, passkeys: 0 })
  })
})

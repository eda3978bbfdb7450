import { describe, expect, it } from 'vitest'
import { decodeJwt } from 'jose'
import { moveTenant } from '../../../src/identity/index.ts'
import { grantOf } from '../../support/oauth.ts'
import { noSession, notTheirs, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const ask = (scopes: readonly string[], headers: Record<string, string> = office.owner, tenant = office.tenant) =>
  world.call('POST', `/portal/companies/${tenant}/explorer-tokens`, { headers, payload: { scopes } })

async function bearer(...given: Parameters<typeof ask>): Promise<{ authorization: string }> {
  const { body } = await ask(...given)
  return { authorization: `Bearer ${body.data.access_token}` }
}

const read = (headers: Record<string, string>, tenant = office.tenant) =>
  world.call('GET', `/billing/v1/${tenant}`, { headers })
const rename = (headers: Record<string, string>, tenant = office.tenant, title = 'Renamed') =>
  world.call('PATCH', `/billing/v1/${tenant}`, { headers, payload: { title } })

describe('POST /portal/companies/{tenantUUID}/explorer-tokens', () => {
  it('gives a token of ten minutes for the own company, as good as its scopes', async () => {
    const { status, body } = await ask(['billing', 'dns:read', 'billing'])
    expect([status, body.data]).toEqual([
      201,
      { access_token: expect.any(String), expires_in: 600, scope: 'billing dns:read', token_type: 'bearer' },
    ])
    const { iat = 0, exp = 0, ...claims } = decodeJwt(body.data.access_token)
    expect(exp - iat).toBe(600)
    expect(claims).toMatchObject({ client_id: 'explorer', tenant: office.tenant, scope: 'billing dns:read' })
    const headers = { authorization: `Bearer ${body.data.access_token}` }
    expect((await read(headers)).status).toBe(200)
    expect(outcomeOf(await world.call('GET', `/ecommerce/public/${office.tenant}/cart`, { headers }))).toBe(
      '403 scope_missing',
    )
  })

  it('is audited with its scopes, without the token; and what is done with it is the person’s doing', async () => {
    const person = await world.person(office.tenant, 'member')
    const { body } = await ask(['billing'], person.cookie)
    expect((await rename({ authorization: `Bearer ${body.data.access_token}` })).status).toBe(200)
    const { rows } = await world.house.pool.query(
      `select action, tenant_uuid, data::text from audit_entry
       where actor_kind = 'user' and actor_id = $1 and tenant_uuid = $2 order by happened_at, uuid`,
      [person.uuid, office.tenant],
    )
    expect(rows.map(({ action }) => action)).toEqual(['explorer_token.issued', 'tenant.changed'])
    expect(JSON.parse(rows[0].data)).toEqual({ scopes: ['billing'], seconds: 600 })
    expect(JSON.stringify(rows)).not.toContain(body.data.access_token)
  })

  it('is no app key', async () => {
    const before = await world.call('GET', `/portal/companies/${office.tenant}/app-keys`, { headers: office.owner })
    await ask(['billing'])
    const after = await world.call('GET', `/portal/companies/${office.tenant}/app-keys`, { headers: office.owner })
    expect(after.body.meta.total).toBe(before.body.meta.total)
  })

  it('gives no role more than it has', async () => {
    expect(outcomeOf(await ask(['billing'], office.viewer))).toBe('403 role_missing')
    expect(outcomeOf(await ask(['billing:read', 'ecommerce'], office.viewer))).toBe('403 role_missing')
    const headers = await bearer(['billing:read'], office.viewer)
    expect((await read(headers)).status).toBe(200)
    expect(outcomeOf(await rename(headers))).toBe('403 read_only_scope')
  })

  it('is for members of any role, each in their own company; operators have none of others’', async () => {
    expect(await outcomesFor(office, (headers) => ask(['billing:read'], headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: 201,
      member: 201,
      owner: 201,
      operator: notTheirs,
    })
    const another = await world.tenant()
    expect(outcomeOf(await read(await bearer(['billing']), another))).toBe(notTheirs)
  })

  it.each([
    [{}, ['scopes']],
    [{ scopes: [] }, ['scopes']],
    [{ scopes: 'billing' }, ['scopes']],
    [{ scopes: ['everything'] }, ['scopes.0']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await world.call('POST', `/portal/companies/${office.tenant}/explorer-tokens`, {
      headers: office.owner,
      payload,
    })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', fields])
  })

  it('is asked for by our own pages alone', async () => {
    expect(outcomeOf(await ask(['billing'], { ...office.owner, 'sec-fetch-site': 'cross-site' }))).toBe(
      '403 cross_site',
    )
  })
})

describe('a token of the explorer ends', () => {
  it('with the session, at once and for every node', async () => {
    const person = await world.person(office.tenant)
    const elsewhere = await world.signIn(person.email)
    const [here, there] = [await bearer(['billing'], person.cookie), await bearer(['billing'], elsewhere)]
    await world.call('POST', '/portal/sign-out', { headers: person.cookie })
    expect(outcomeOf(await read(here))).toBe('401 token_revoked')
    expect((await read(there)).status).toBe(200)
  })

  it('when the role no longer gives what it has, and with the membership', async () => {
    const person = await world.person(office.tenant, 'member')
    const [all, reading] = [await bearer(['billing'], person.cookie), await bearer(['billing:read'], person.cookie)]
    await world.house.pool.query("update membership set role = 'viewer' where person_uuid = $1", [person.uuid])
    expect(outcomeOf(await rename(all))).toBe('401 token_revoked')
    expect((await read(reading)).status).toBe(200)
    await world.house.pool.query('delete from membership where person_uuid = $1', [person.uuid])
    expect(outcomeOf(await read(reading))).toBe('401 token_revoked')
  })

  it('with the company that is suspended, which gets no more', async () => {
    const tenant = await world.tenant()
    const { cookie } = await world.person(tenant)
    const headers = await bearer(['billing'], cookie, tenant)
    await world.change((ctx) => moveTenant(ctx, tenant, 'suspend'))
    await world.hear()
    expect(outcomeOf(await read(headers, tenant))).toBe('401 token_revoked')
    expect(outcomeOf(await ask(['billing:read'], cookie, tenant))).toBe('403 company_closed')
  })
})

describe('the company’s own programs', () => {
  it('learn whose such a token is, and cannot revoke it', async () => {
    const person = await world.person(office.tenant)
    const headers = await bearer(['billing'], person.cookie)
    const token = headers.authorization.slice('Bearer '.length)
    const key = await world.key(office.tenant)
    const form = (path: string) =>
      world.call('POST', `/oauth2/${path}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...grantOf(key), token }).toString(),
      })
    expect((await form('introspect')).body).toMatchObject({ active: true, client_id: 'explorer', sub: person.uuid })
    expect((await form('revoke')).status).toBe(200)
    expect((await read(headers)).status).toBe(200)
    await world.call('POST', '/portal/sign-out', { headers: person.cookie })
    expect((await form('introspect')).body).toEqual({ active: false })
  })
})

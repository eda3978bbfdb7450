import { describe, expect, it } from 'vitest'
import { grantOf } from '../../support/oauth.ts'
import { noSession, notTheirRole, notTheirs, outcomesFor, outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const wanted = { name: 'Billing export', scopes: ['billing', 'dns:read'] }
const create = (payload: object = wanted, headers: Record<string, string> = office.owner, tenant = office.tenant) =>
  world.call('POST', `/portal/companies/${tenant}/app-keys`, { headers, payload })
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

describe('POST /portal/companies/{tenantUUID}/app-keys', () => {
  it('shows the secret this once, and the secret works', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body.data).toEqual({
      uuid: expect.any(String),
      client_id: expect.stringMatching(/^[\w-]+$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      scopes: wanted.scopes,
    })
    const { client_id: clientId, client_secret: clientSecret } = body.data
    const token = await world.tokenRequest(grantOf({ tenant: office.tenant, clientId, clientSecret }))
    expect([token.status, token.body.scope]).toEqual([200, 'billing dns:read'])
    const list = await world.call('GET', `/portal/companies/${office.tenant}/app-keys`, { headers: office.owner })
    expect(list.text).toContain(clientId)
    expect(list.text).not.toContain(clientSecret)
  })

  it('stores only the SHA-256 of the secret', async () => {
    const { body } = await create()
    const { rows } = await world.house.pool.query(
      `select s.* from app_key_secret s join app_key k on k.uuid = s.app_key_uuid
       where k.client_id = $1 and s.digest = sha256($2::bytea)`,
      [body.data.client_id, body.data.client_secret],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(body.data.client_secret)
  })

  it('keeps the secret out of the audit log', async () => {
    const { body } = await create()
    const { rows } = await world.house.pool.query('select * from audit_entry where subject_uuid = $1', [body.data.uuid])
    expect(rows).toMatchObject([{ action: 'app_key.created', actor_kind: 'user', tenant_uuid: office.tenant }])
    expect(JSON.stringify(rows)).not.toContain(body.data.client_secret)
  })

  it('takes an expiry, also as text, and null for none', async () => {
    for (const expires_at of [inSeconds(60), String(inSeconds(60)), null])
      expect(outcomeOf(await create({ ...wanted, expires_at }))).toBe(201)
  })

  it.each([() => inSeconds(-1), () => inSeconds(0), () => 1, () => 0])(
    'refuses an expiry that is past (%#)',
    async (moment) => {
      expect(outcomeOf(await create({ ...wanted, expires_at: moment() }))).toBe('422 key_expiry_past')
    },
  )

  it.each([
    [{}, ['name', 'scopes']],
    [{ ...wanted, name: '' }, ['name']],
    [{ ...wanted, name: 'x'.repeat(101) }, ['name']],
    [{ ...wanted, scopes: [] }, ['scopes']],
    [{ ...wanted, scopes: ['everything'] }, ['scopes.0']],
    [{ ...wanted, scopes: 'billing' }, ['scopes']],
    [{ ...wanted, expires_at: -1 }, ['expires_at']],
    [{ ...wanted, expires_at: 'soon' }, ['expires_at']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await create(payload)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', fields])
  })

  it('grants a scope named twice once', async () => {
    expect((await create({ ...wanted, scopes: ['billing', 'billing'] })).body.data.scopes).toEqual(['billing'])
  })

  it('replays the same key, secret included, for the same Idempotency-Key', async () => {
    const headers = { ...office.owner, 'idempotency-key': 'create-once' }
    const [first, second] = [await create(wanted, headers), await create(wanted, headers)]
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(outcomeOf(await create({ ...wanted, name: 'other' }, headers))).toBe('422 idempotency_mismatch')
  })

  it('makes at most 200 live keys, also at the same time', async () => {
    const tenant = await world.tenant()
    const owner = await world.person(tenant)
    await world.house.pool.query(
      `insert into app_key (uuid, tenant_uuid, client_id, name, scopes, created_at)
       select gen_random_uuid(), $1, 'bulk_' || n, 'bulk', '{billing}', now() from generate_series(1, 198) n`,
      [tenant],
    )
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(async () => outcomeOf(await create(wanted, owner.cookie, tenant))),
    )
    expect(outcomes.map(String).sort()).toEqual(['201', '201', '422 too_many_keys', '422 too_many_keys'])
    await world.house.pool.query(`update app_key set revoked_at = now() where client_id = 'bulk_1'`)
    expect(outcomeOf(await create(wanted, owner.cookie, tenant))).toBe(201)
  })

  it('is for owners and operators', async () => {
    expect(await outcomesFor(office, (headers) => create(wanted, headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 201,
      operator: 201,
    })
  })

  it('answers an operator 404 for a company that does not exist', async () => {
    const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    expect(outcomeOf(await create(wanted, office.operator, nowhere))).toBe('404 not_found')
  })
})

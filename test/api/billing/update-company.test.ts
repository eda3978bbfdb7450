import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let tenant: string
let key: KeyOf
let bearer: { authorization: string }
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, key, bearer } = await world.client())
})
afterAll(() => world.close())

const change = (payload: object | string, headers: Record<string, string> = bearer, company = tenant) =>
  world.call('PATCH', `/billing/v1/${company}`, { headers, payload })

describe('PATCH /billing/v1/{tenantUUID}', () => {
  it('changes what is named and leaves the rest', async () => {
    const first = await change({ title: 'Renamed', contact_email: 'noc@example.net', status: 'closed' })
    expect(first.body.data).toMatchObject({ title: 'Renamed', contact_email: 'noc@example.net', status: 'active' })
    expect((await change({ contact_email: null })).body.data).toMatchObject({ title: 'Renamed', contact_email: null })
    const read = await world.call('GET', `/billing/v1/${tenant}`, { headers: bearer })
    expect((await change({})).body).toEqual(read.body)
    expect((await change('', { ...bearer, 'content-type': 'application/json' })).body).toEqual(read.body)
  })

  it('writes the change and its author into the audit log', async () => {
    await change({ title: 'Audited' })
    const { rows } = await world.house.pool.query(
      `select actor_kind, actor_id, data from audit_entry where action = 'tenant.changed' order by happened_at desc limit 1`,
    )
    expect(rows).toEqual([{ actor_kind: 'key', actor_id: key.clientId, data: { title: 'Audited' } }])
  })

  it.each([
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(256) }, ['title']],
    [{ title: null }, ['title']],
    [{ contact_email: 'no address' }, ['contact_email']],
    [{ title: 5, contact_email: 5 }, ['title', 'contact_email']],
    [{ contact_phone: 'call me' }, ['contact_phone']],
    [{ postal_address: Array(6).fill('x') }, ['postal_address']],
    [{ postal_address: [''] }, ['postal_address.0']],
    [{ signatory_name: 'x'.repeat(121) }, ['signatory_name']],
    [{ signatory_role: 'Head of Networks' }, ['signatory_name']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await change(payload)
    expect([status, body.code]).toEqual([422, 'invalid_fields'])
    expect(Object.keys(body.errors).sort()).toEqual(fields.sort())
  })

  it('keeps who signs letters for the company, and how it is reached', async () => {
    const letterhead = {
      signatory_name: 'Jane Doe',
      signatory_role: 'Head of Networks',
      postal_address: ['Keizersgracht 1', '1015 CN Amsterdam'],
      contact_phone: '+31 20 555 0100',
    }
    expect((await change(letterhead)).body.data).toMatchObject(letterhead)
    expect((await change({ postal_address: [] })).body.data).toMatchObject({ ...letterhead, postal_address: [] })
    const nobody = await change({ signatory_name: null })
    expect(Object.keys(nobody.body.errors)).toEqual(['signatory_name'])
    const none = { signatory_name: null, signatory_role: null, contact_phone: null }
    expect((await change(none)).body.data).toMatchObject(none)
    const odd = await change({ signatory_name: 'Jane\nDoe', postal_address: ['Street', 'https://example.net'] })
    expect([outcomeOf(odd), Object.keys(odd.body.errors)]).toEqual([
      '422 name_unacceptable',
      ['signatory_name', 'postal_address.1'],
    ])
  })

  it('refuses a title that would lead the readers of mails elsewhere', async () => {
    const answer = await change({ title: 'Prizes at https://example.net/' })
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 name_unacceptable', ['title']])
  })

  it('refuses a token that lacks the scope, only reads, or is of another company', async () => {
    const withToken = async (scope: string) => ({ authorization: `Bearer ${await world.token(key, scope)}` })
    expect(outcomeOf(await change({}, await withToken('ecommerce')))).toBe('403 scope_missing')
    const readOnly = await change({}, await withToken('billing:read'))
    expect(outcomeOf(readOnly)).toBe('403 read_only_scope')
    expect(readOnly.headers['www-authenticate']).toBe(
      'Bearer realm="sublet", error="insufficient_scope", scope="billing"',
    )
    const other = await world.client()
    expect(outcomeOf(await change({}, bearer, other.tenant))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await change({}, bearer, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await change({}, bearer, 'none'))).toBe('404 not_found')
  })

  it.each([
    ['none', {}, 'token_missing', 'Bearer realm="sublet"'],
    ['a Basic header', { authorization: 'Basic YTpi' }, 'token_invalid'],
    ['no token after Bearer', { authorization: 'Bearer ' }, 'token_invalid'],
    ['what is no token', { authorization: 'Bearer abc' }, 'token_invalid'],
  ] as [string, Record<string, string>, string, string?][])(
    'refuses %s as access token',
    async (_what, headers, code, challenge = 'Bearer realm="sublet", error="invalid_token"') => {
      const answer = await change({}, headers)
      expect([answer.status, answer.body.code, answer.headers['www-authenticate']]).toEqual([401, code, challenge])
    },
  )

  it('refuses a token of another installation, even over the same database', async () => {
    const elsewhere = await openWorld({ beside: world, env: { SUBLET_PUBLIC_URL: 'https://elsewhere.example' } })
    const headers = { authorization: `Bearer ${await elsewhere.token(key)}` }
    expect(outcomeOf(await change({}, headers))).toBe('401 token_invalid')
    await elsewhere.close()
  })

  it('refuses bodies it cannot read', async () => {
    const typed = (type: string) => ({ ...bearer, 'content-type': type })
    expect(outcomeOf(await change('{', typed('application/json')))).toBe('400 unreadable_body')
    expect(outcomeOf(await change('"\\u0000"', typed('application/json')))).toBe('400 unreadable_body')
    expect(outcomeOf(await change('title=x', typed('application/x-www-form-urlencoded')))).toBe('415 media_type')
    expect(outcomeOf(await change('x', typed('text/plain')))).toBe('415 media_type')
    expect(outcomeOf(await change({ title: 'x'.repeat(1_100_000) }))).toBe('413 body_too_large')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNameServer, type NameServer } from '../../support/server/name-server.ts'
import { openZoneServer } from '../../support/server/zone-server.ts'
import { prove, signOnEnv } from '../../support/sign-on/stage.ts'
import { notTheirRole, notTheirs, noSession, openOffice, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** How an owner sets sign-on up, and what is refused on the way. */

let world: World
let dns: NameServer
beforeAll(async () => {
  dns = await openNameServer()
  world = await openWorld({ env: { ...dns.env, ...signOnEnv } })
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

const honest = {
  issuer: 'https://login.example.net/realms/staff',
  client_id: 'sublet',
  client_secret: 'very secret indeed',
  default_role: 'member',
}

async function newCompany() {
  const tenant = await world.tenant()
  const { cookie: owner } = await world.person(tenant, 'owner')
  const path = `/portal/companies/${tenant}/sso`
  const call = (method: string, more = '', payload?: object) =>
    world.call(method, path + more, { headers: owner, ...(payload ? { payload } : {}) })
  return { tenant, owner, path, call }
}

describe('the provider', () => {
  it('is for owners: portalShowSignOn, portalConfigureSignOn, portalSwitchSignOn, portalRemoveSignOn', async () => {
    const office = await openOffice(world)
    const path = `/portal/companies/${office.tenant}/sso`
    const closed = { nobody: noSession, stranger: notTheirs, viewer: notTheirRole, member: notTheirRole }
    expect(await outcomesFor(office, (headers) => world.call('GET', path, { headers }))).toMatchObject(closed)
    const put = (headers: Record<string, string>) => world.call('PUT', path, { headers, payload: honest })
    expect(await outcomesFor(office, put)).toMatchObject({ ...closed, owner: 200 })
  })

  it('is shown without its secret, which is kept sealed', async () => {
    const { call, tenant } = await newCompany()
    expect((await call('GET')).body.data).toEqual({
      callback_url: `${world.house.config.publicUrl}/portal/sso/callback`,
      provider: null,
      domains: [],
    })
    const put = await call('PUT', '', honest)
    const { client_secret: _secret, ...rest } = honest
    const off = { trusts_email: false, enabled: false, required: false, tested_at: null }
    expect(put.body.data.provider).toEqual({ ...rest, ...off })
    expect((await call('GET')).text + put.text).not.toContain('very secret')
    const { rows } = await world.house.pool.query('select secret_sealed from sso_connection where tenant_uuid = $1', [
      tenant,
    ])
    expect(world.house.box.open(rows[0].secret_sealed)).toBe(honest.client_secret)
  })

  it('keeps its secret when only the role changes, and wants one with another issuer or client', async () => {
    const { call } = await newCompany()
    const { client_secret: _secret, ...without } = honest
    expect((await call('PUT', '', without)).body.code).toBe('sso_secret_missing')
    await call('PUT', '', honest)
    expect((await call('PUT', '', { ...without, default_role: 'viewer' })).body.data.provider.default_role).toBe(
      'viewer',
    )
    expect((await call('PUT', '', { ...without, client_id: 'other' })).body.code).toBe('sso_secret_missing')
    expect((await call('PUT', '', { ...honest, default_role: 'owner' })).body.code).toBe('invalid_fields')
  })

  it.each([
    ['no address', 'is no web address'],
    ['http://login.example.net', 'must begin with https://'],
    ['https://me:pass@login.example.net', 'must not have a name'],
    ['https://login.example.net/?tenant=1', 'must not have a question mark'],
    ['https://10.0.0.7/', 'leads to 10.0.0.7'],
    ['https://[::1]/', 'leads to ::1'],
    ['https://localhost/', 'leads to this machine'],
  ])('is none at %s', async (issuer, why) => {
    const { call } = await newCompany()
    const { status, body } = await call('PUT', '', { ...honest, issuer })
    expect([status, body.code]).toEqual([422, 'sso_issuer_refused'])
    expect(body.errors.issuer[0]).toContain(why)
    expect((await call('GET')).body.data.provider).toBeNull()
  })

  it('is switched on once it is tested and a domain is proven', async () => {
    const { call, tenant, path, owner } = await newCompany()
    for (const answer of [
      await call('PATCH', '', { enabled: true }),
      await call('DELETE'),
      await call('POST', '/test'),
    ])
      expect(answer.body.code).toBe('sso_not_configured')
    await call('PUT', '', honest)
    expect((await call('PATCH', '', { enabled: true })).body.code).toBe('sso_untested')
    expect((await call('PATCH', '', { required: true })).body.errors).toHaveProperty('required')
    await world.house.pool.query('update sso_connection set tested_at = now() where tenant_uuid = $1', [tenant])
    expect((await call('PATCH', '', { enabled: true })).body.code).toBe('sso_no_domain')
    await prove(world, dns, { path, owner }, 'switched.example')
    const on = await call('PATCH', '', { enabled: true, required: true })
    expect(on.body.data.provider).toMatchObject({ enabled: true, required: true })
    expect((await call('PATCH', '', { enabled: false })).body.data.provider).toMatchObject({
      enabled: false,
      required: false,
    })
    expect((await call('DELETE')).status).toBe(204)
  })
})

describe('portalAddSignOnDomain, portalProveSignOnDomain, portalRemoveSignOnDomain', () => {
  it.each([
    ['gmail.com', 'sso_domain_public'],
    ['@Outlook.com', 'sso_domain_public'],
    ['com', 'sso_domain_invalid'],
    ['exa mple.net', 'sso_domain_invalid'],
    ['https://example.net', 'sso_domain_invalid'],
    ['192.0.2.1', 'sso_domain_invalid'],
    ['-x.example', 'sso_domain_invalid'],
    ['a@example.net', 'sso_domain_invalid'],
  ])('%s: %s', async (domain, code) => {
    const { call } = await newCompany()
    expect((await call('POST', '/domains', { domain })).body.code).toBe(code)
  })

  it('names a domain as the DNS has it, once', async () => {
    const { call } = await newCompany()
    const added = await call('POST', '/domains', { domain: ' @BÜCHER.example. ' })
    expect(added.body.data).toMatchObject({ domain: 'xn--bcher-kva.example', proven_at: null })
    expect((await call('POST', '/domains', { domain: 'bücher.example' })).body.data.uuid).toBe(added.body.data.uuid)
  })

  it('says what is wrong with the record', async () => {
    const { call } = await newCompany()
    const { uuid, record } = (await call('POST', '/domains', { domain: 'slow.example' })).body.data
    const why = async () => (await call('POST', `/domains/${uuid}/prove`)).body
    expect(await why()).toMatchObject({
      code: 'sso_domain_unproven',
      message: expect.stringContaining('No name servers'),
    })
    dns.delegate('slow.example')
    expect((await why()).message).toContain(`no TXT record at ${record.name}`)
    dns.say(record.name, 'TXT', 'sublet-sign-on=another')
    expect((await why()).message).toContain('says something else')
    dns.beLame('slow.example', true)
    expect((await why()).message).toContain('answered for it')
  })

  it('belongs to the first company that proves it; the others are refused, before and after', async () => {
    const [first, second, third] = [await newCompany(), await newCompany(), await newCompany()]
    const claimed = (await second.call('POST', '/domains', { domain: 'wanted.example' })).body.data
    await prove(world, dns, first, 'wanted.example')
    dns.say(claimed.record.name, 'TXT', claimed.record.text)
    expect((await second.call('POST', `/domains/${claimed.uuid}/prove`)).body.code).toBe('sso_domain_taken')
    expect((await third.call('POST', '/domains', { domain: 'wanted.example' })).body.code).toBe('sso_domain_taken')
    const { rows } = await world.house.pool.query(
      `select tenant_uuid from sso_domain where domain = 'wanted.example' and proven_at is not null`,
    )
    expect(rows).toEqual([{ tenant_uuid: first.tenant }])
    const mine = (await first.call('GET')).body.data.domains[0]
    expect((await second.call('DELETE', `/domains/${mine.uuid}`)).status).toBe(404)
    expect((await first.call('DELETE', `/domains/${mine.uuid}`)).status).toBe(204)
    expect((await second.call('POST', `/domains/${claimed.uuid}/prove`)).status).toBe(200)
  })

  it('is one of two who prove it at the same moment', async () => {
    const both = [await newCompany(), await newCompany()]
    dns.delegate('raced.example')
    const claims = await Promise.all(
      both.map(async ({ call }) => (await call('POST', '/domains', { domain: 'raced.example' })).body.data),
    )
    dns.say('_sublet-sign-on.raced.example', 'TXT', ...claims.map(({ record }) => String(record.text)))
    const answers = await Promise.all(both.map(({ call }, i) => call('POST', `/domains/${claims[i].uuid}/prove`)))
    expect(answers.map(({ status, body }) => (status === 200 ? 'proven' : String(body.code))).toSorted()).toEqual([
      'proven',
      'sso_domain_taken',
    ])
  })

  it('are twenty at most', async () => {
    const { call } = await newCompany()
    for (let i = 0; i < 20; i++) expect((await call('POST', '/domains', { domain: `d${i}.example` })).status).toBe(201)
    expect((await call('POST', '/domains', { domain: 'd20.example' })).body.code).toBe('sso_too_many_domains')
  })
})

it('a domain is proven at somebody’s real name server', async () => {
  const zone = await openZoneServer(['real.example'])
  const beside = await openWorld({ env: { ...zone.env, ...signOnEnv }, beside: world })
  try {
    const { tenant, owner } = await newCompany()
    const path = `/portal/companies/${tenant}/sso/domains`
    const added = await beside.call('POST', path, { headers: owner, payload: { domain: 'mail.real.example' } })
    const { uuid, record } = added.body.data
    await zone.publish('real.example', record.name, record.text)
    const proven = await beside.call('POST', `${path}/${uuid}/prove`, { headers: owner })
    expect([proven.status, proven.body.data?.proven_at]).toEqual([200, expect.any(Number)])
  } finally {
    await beside.close()
    await zone.close()
  }
})

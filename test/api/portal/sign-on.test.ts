import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember } from '../../../src/identity/index.ts'
import { openNameServer, type NameServer } from '../../support/server/name-server.ts'
import { openRealProvider, type RealProvider } from '../../support/sign-on/real-provider.ts'
import {
  comeBack,
  companyWith,
  cookieIn,
  prove,
  refusalIn,
  signOnEnv,
  switchOn,
  wayIn,
  type SignOnCompany,
} from '../../support/sign-on/stage.ts'
import { openWorld, password, type Answered, type World } from '../../support/world.ts'

/** The whole way with a real identity provider: portalLookForSignOn, portalBeginSignOn, portalEndSignOn, portalTestSignOn. */

let world: World
let dns: NameServer
let provider: RealProvider
beforeAll(async () => {
  dns = await openNameServer()
  world = await openWorld({ env: { ...dns.env, ...signOnEnv } })
  provider = await openRealProvider(`${world.house.config.publicUrl}/portal/sso/callback`)
})
afterAll(async () => {
  await provider.close()
  await world.close()
  await dns.close()
})

let company: SignOnCompany
let companies = 0
beforeEach(async () => {
  company = await companyWith(world, dns, provider, `corp${++companies}.example`)
  await tested(company)
  await switchOn(world, company)
})

async function tested({ path, owner, domain }: SignOnCompany): Promise<void> {
  provider.accounts.set('tester', { email: `tester@${domain}`, email_verified: true })
  const way = wayIn(await world.call('POST', `${path}/test`, { headers: owner }))
  const back = await comeBack(world, await provider.signIn(way.address.href, 'tester'), way.cookie)
  expect(back.headers['location']).toMatch(/^\/c\/\d+\/sign-on\?tested=1$/)
  expect(back.headers['set-cookie']).toBeUndefined()
}

const start = (email: string, more: object = {}, headers = {}) =>
  world.call('POST', '/portal/sso/start', { payload: { email, ...more }, headers })

const addressOf = (login: string) => `${login}@${company.domain}`

/** As whoever has this login there; their address is in the company's domain unless said otherwise. */
async function signOn(login: string, email = addressOf(login), to?: string): Promise<Answered> {
  provider.accounts.set(login, { email, email_verified: true, name: `The ${login}` })
  const way = wayIn(await start(addressOf(login), to === undefined ? {} : { to }))
  return comeBack(world, await provider.signIn(way.address.href, login), way.cookie)
}

async function entered(login: string, email?: string) {
  const answer = await signOn(login, email)
  expect(refusalIn(answer)).toBeNull()
  return { cookie: cookieIn(answer), origin: new URL(world.house.config.publicUrl).origin }
}

const me = async (headers: Readonly<Record<string, string>>) =>
  (await world.call('GET', '/portal/me', { headers })).body

describe('coming in', () => {
  it('sends the browser with PKCE, state and nonce, and keeps none of them', async () => {
    const { address, cookie } = wayIn(await start(addressOf('ann')))
    const asked = Object.fromEntries(address.searchParams)
    expect(address.origin).toBe(provider.issuer)
    expect(asked).toMatchObject({
      client_id: 'sublet',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${world.house.config.publicUrl}/portal/sso/callback`,
      login_hint: addressOf('ann'),
    })
    expect(cookie).toMatch(/^__Host-sublet_sign_on=[\w-]{43}$/)
    const { rows } = await world.house.pool.query('select * from sso_attempt')
    const kept = JSON.stringify(rows.map((row) => Object.values(row).map(String)))
    for (const secret of [asked['state'], asked['nonce'], asked['code_challenge'], cookie.split('=')[1]])
      expect(kept).not.toContain(secret)
  })

  it('makes somebody new a member with the default role, and leads to where they wanted to go', async () => {
    const answer = await signOn('ann', undefined, '/c/1/leases?page=2')
    expect(answer.headers['location']).toBe('/sign-in?entered=1&to=%2Fc%2F1%2Fleases%3Fpage%3D2')
    expect(answer.headers['set-cookie']).toMatch(/^__Host-sublet_session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax$/)
    const { data } = await me({ cookie: cookieIn(answer) })
    expect(data).toMatchObject({
      person: { email: addressOf('ann'), name: 'The ann', operator: false },
      bounded: true,
      companies: [{ uuid: company.tenant, role: 'viewer' }],
    })
    const members = await world.call('GET', `/portal/companies/${company.tenant}/members`, { headers: company.owner })
    expect(members.body.data).toContainEqual(expect.objectContaining({ email: addressOf('ann'), invited: false }))
  })

  it('never leads away from here', async () => {
    for (const [i, to] of ['https://evil.example/', '//evil.example', '/\\evil.example'].entries())
      expect((await signOn(`eve${i}`, undefined, to)).headers['location']).toBe('/sign-in?entered=1&to=%2Fhome')
  })

  it('knows people again by their subject, whatever their address is now', async () => {
    const { data } = await me(await entered('ben'))
    const again = await me(await entered('ben', addressOf('ben.married')))
    expect(again.data.person).toEqual(data.person)
  })

  it('links the account of the address, which keeps its role', async () => {
    const known = await world.person(company.tenant, 'owner', addressOf('cleo'))
    const { data } = await me(await entered('cleo'))
    expect([data.person.uuid, data.companies[0].role]).toEqual([known.uuid, 'owner'])
  })

  // portalListSignOnPeople, portalUnlinkSignOnPerson
  it('does not give the account of an address to another subject; an owner unlinks it first', async () => {
    await entered('dora')
    expect(refusalIn(await signOn('dora2', addressOf('dora')))).toBe('sso_subject_changed')
    const { headers, path } = { headers: company.owner, path: `${company.path}/people` }
    const { data } = (await world.call('GET', path, { headers })).body
    const dora = data.find((one: { email: string }) => one.email === addressOf('dora'))
    expect(dora).toMatchObject({ member: true })
    expect((await world.call('DELETE', `${path}/${dora.uuid}`, { headers })).status).toBe(204)
    expect((await world.call('DELETE', `${path}/${dora.uuid}`, { headers })).status).toBe(404)
    expect(refusalIn(await signOn('dora2', addressOf('dora')))).toBeNull()
  })

  it('works in two tabs of one browser', async () => {
    provider.accounts.set('emil', { email: addressOf('emil'), email_verified: true })
    const first = wayIn(await start(addressOf('emil')))
    const second = wayIn(await start(addressOf('emil'), {}, { cookie: first.cookie }))
    expect(second.cookie).toBe(first.cookie)
    for (const way of [first, second]) {
      const back = await comeBack(world, await provider.signIn(way.address.href, 'emil'), second.cookie)
      expect(refusalIn(back)).toBeNull()
    }
  })

  it('makes one person of two who come at once', async () => {
    provider.accounts.set('twin', { email: addressOf('twin'), email_verified: true })
    const ways = await Promise.all([start(addressOf('twin')), start(addressOf('twin'))])
    const returns = await Promise.all(
      ways.map(async (answer) => {
        const way = wayIn(answer)
        return { cookie: way.cookie, url: await provider.signIn(way.address.href, 'twin') }
      }),
    )
    const answers = await Promise.all(returns.map(({ url, cookie }) => comeBack(world, url, cookie)))
    expect(answers.map(refusalIn)).toEqual([null, null])
  })

  it('is offered by domain, in any case, and only where it is switched on', async () => {
    const offered = async (email: string) =>
      (await world.call('POST', '/portal/sso/look-up', { payload: { email } })).body.data.sign_on
    expect(await offered(addressOf('nobody-at-all').toUpperCase())).toBe(true)
    expect(await offered(`ann@sub.${company.domain}`)).toBe(false)
    await world.call('PATCH', company.path, { headers: company.owner, payload: { enabled: false } })
    expect(await offered(addressOf('ann'))).toBe(false)
    expect((await start(addressOf('ann'))).body.code).toBe('sso_not_offered')
  })

  it('is begun fifty times at most from one address without anybody coming in', async () => {
    const codes = []
    for (let i = 0; i < 51; i++) {
      const payload = { email: 'x@nowhere.example' }
      const answer = await world.call('POST', '/portal/sso/start', { payload, remoteAddress: '198.51.100.77' })
      codes.push(answer.body.code)
    }
    expect(new Set(codes.slice(0, 50))).toEqual(new Set(['sso_not_offered']))
    expect(codes[50]).toBe('sign_in_throttled')
  })
})

describe('a session by sign-on', () => {
  it('sees only the company that has vouched, whatever else the person belongs to', async () => {
    const elsewhere = await world.tenant('Elsewhere')
    await world.person(elsewhere, 'owner', addressOf('fay'))
    const byPassword = await world.signIn(addressOf('fay'))
    const bySignOn = await entered('fay')
    expect((await me(bySignOn)).data.companies.map((one: { uuid: string }) => one.uuid)).toEqual([company.tenant])
    const here = (tenant: string, headers: Readonly<Record<string, string>>) =>
      world.call('GET', `/billing/v1/${tenant}`, { headers })
    expect((await here(company.tenant, bySignOn)).status).toBe(200)
    expect((await here(elsewhere, bySignOn)).body.code).toBe('tenant_mismatch')
    expect((await here(elsewhere, byPassword)).status).toBe(200)
    const { data } = (await world.call('GET', '/portal/me/sessions', { headers: bySignOn })).body
    expect(data).toMatchObject([{ current: true }])
    const other = (await world.call('GET', '/portal/me/sessions', { headers: byPassword })).body.data
    const end = other.find((one: { current: boolean }) => one.current).uuid
    expect((await world.call('DELETE', `/portal/me/sessions/${end}`, { headers: bySignOn })).status).toBe(404)
  })

  it('is an operator’s only where the operators’ own provider has vouched', async () => {
    const operators = await companyWith(world, dns, provider, `operators${companies}.example`, 'operator')
    await world.change((ctx) =>
      createMember(ctx, operators.tenant, { email: addressOf('gus'), name: 'Gus', role: 'owner' }, password),
    )
    expect((await me(await world.signIn(addressOf('gus')))).data.person.operator).toBe(true)
    expect((await me(await entered('gus'))).data.person.operator).toBe(false)
    const [before] = [company]
    company = operators
    await tested(operators)
    await switchOn(world, operators)
    expect((await me(await entered('hal'))).data.person.operator).toBe(true)
    company = before
  })

  it('ends when sign-on is switched off, removed or turned to another provider', async () => {
    const change = (payload: object) => world.call('PATCH', company.path, { headers: company.owner, payload })
    const first = await entered('ivy')
    await change({ enabled: false })
    expect((await me(first)).code).toBe('session_missing')
    await change({ enabled: true })
    const second = await entered('ivy')
    const turned = await world.call('PUT', company.path, {
      headers: company.owner,
      payload: { issuer: provider.issuer, client_id: 'another', client_secret: 'x', default_role: 'member' },
    })
    expect(turned.body.data.provider).toMatchObject({ enabled: false, tested_at: null, default_role: 'member' })
    expect((await me(second)).code).toBe('session_missing')
    expect((await world.call('GET', `${company.path}/people`, { headers: company.owner })).body.meta.total).toBe(0)
  })

  it('ends when the provider is removed, and when the domain is that it came by, and no other', async () => {
    await prove(world, dns, company, `other-${company.domain}`)
    const [kept, gone] = [await entered('jan'), await entered('kim', `kim@other-${company.domain}`)]
    const { data } = (await world.call('GET', company.path, { headers: company.owner })).body
    const other = data.domains.find(({ domain }: { domain: string }) => domain.startsWith('other-'))
    const removed = await world.call('DELETE', `${company.path}/domains/${other.uuid}`, { headers: company.owner })
    expect(removed.status).toBe(204)
    expect([(await me(kept)).data !== undefined, (await me(gone)).code]).toEqual([true, 'session_missing'])
    expect((await world.call('DELETE', company.path, { headers: company.owner })).status).toBe(204)
    expect((await me(kept)).code).toBe('session_missing')
  })

  it('ends with the membership, and who was removed does not come back alone', async () => {
    const lia = await entered('lia')
    const { uuid } = (await me(lia)).data.person
    const path = `/portal/companies/${company.tenant}/members/${uuid}`
    expect((await world.call('DELETE', path, { headers: company.owner })).status).toBe(204)
    expect((await me(lia)).code).toBe('session_missing')
    expect(refusalIn(await signOn('lia'))).toBe('sso_member_removed')
  })
})

describe('a company that requires its sign-on', () => {
  const required = () => switchOn(world, company, { required: true })

  it('lets members of its domains in by it only; other companies are as before', async () => {
    const elsewhere = await world.tenant('Elsewhere')
    for (const tenant of [company.tenant, elsewhere])
      await world.change((ctx) =>
        createMember(ctx, tenant, { email: addressOf('mia'), name: 'Mia', role: 'member' }, password),
      )
    const outsider = await world.person(company.tenant, 'member', `mia@guest${companies}.example`)
    const byPassword = await world.signIn(addressOf('mia'))
    const look = (tenant: string, headers: Readonly<Record<string, string>>) =>
      world.call('GET', `/portal/companies/${tenant}/members`, { headers })
    expect((await look(company.tenant, byPassword)).status).toBe(200)
    await required()
    expect((await look(company.tenant, byPassword)).body.code).toBe('sign_on_required')
    expect((await look(elsewhere, byPassword)).status).toBe(200)
    expect((await look(company.tenant, outsider.cookie)).status).toBe(200)
    const listed = (await me(byPassword)).data.companies as { uuid: string; sign_on_required: boolean }[]
    expect(new Map(listed.map((one) => [one.uuid, one.sign_on_required]))).toEqual(
      new Map([
        [company.tenant, true],
        [elsewhere, false],
      ]),
    )
    expect((await look(company.tenant, await entered('mia'))).status).toBe(200)
  })

  it('lets its owners in by password, so that nobody is locked out', async () => {
    await world.person(company.tenant, 'owner', addressOf('noa'))
    await required()
    const { status } = await world.call('GET', company.path, { headers: await world.signIn(addressOf('noa')) })
    expect(status).toBe(200)
  })
})

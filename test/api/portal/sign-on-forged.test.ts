import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signOnRefusal } from '../../../src/identity/sso/sign-on.problems.ts'
import { openNameServer, type NameServer } from '../../support/server/name-server.ts'
import { openForgingProvider, type Forgery, type ForgingProvider } from '../../support/sign-on/forging-provider.ts'
import {
  comeBack,
  companyWith,
  refusalIn,
  signOnEnv,
  switchOn,
  wayIn,
  type SignOnCompany,
} from '../../support/sign-on/stage.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

/** What a provider that lies, or is broken, gets; and a browser that is not the one that went. */

let world: World
let dns: NameServer
let provider: ForgingProvider
const met = new Set<string>()

beforeAll(async () => {
  dns = await openNameServer()
  world = await openWorld({ env: { ...dns.env, ...signOnEnv } })
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

let company: SignOnCompany
let companies = 0
beforeEach(async () => {
  await world.house.pool.query('delete from sign_in_failures')
  provider = await openForgingProvider()
  company = await companyWith(world, dns, provider, `victim${++companies}.example`)
  await world.house.pool.query('update sso_connection set tested_at = now() where tenant_uuid = $1', [company.tenant])
  await switchOn(world, company)
  return () => provider.close()
})

const seconds = () => Math.floor(Date.now() / 1_000)

const start = (headers = {}) =>
  world.call('POST', '/portal/sso/start', { payload: { email: `ann@${company.domain}` }, headers })

/** The whole way: the provider says what it says, once it was asked. */
async function forged(forgery: Forgery, more: Record<string, string> = {}): Promise<Answered> {
  const { address, cookie } = wayIn(await start())
  const { state = '', nonce } = Object.fromEntries(address.searchParams)
  provider.forge({ ...forgery, claims: { nonce, email: `ann@${company.domain}`, ...forgery.claims } })
  const back = new URL('/portal/sso/callback', world.house.config.publicUrl)
  back.search = new URLSearchParams({ code: 'any', state, ...more }).toString()
  const answer = await comeBack(world, back, cookie)
  const refused = refusalIn(answer)
  if (refused !== null) met.add(refused)
  expect(answer.headers['set-cookie'] === undefined).toBe(refused !== null)
  return answer
}

const begun = async (discovery: Forgery) => {
  provider.forge(discovery)
  const answer = await start()
  met.add(answer.body.code)
  return [answer.status, answer.body.code]
}

async function nobodyCameIn(): Promise<void> {
  const { rows } = await world.house.pool.query('select from person where email like $1', [`%@${company.domain}`])
  expect(rows).toHaveLength(0)
}

describe('the ID token', () => {
  it.each<[string, () => Forgery, string]>([
    ['of another issuer', () => ({ claims: { iss: 'https://elsewhere.example' } }), 'sso_issuer_wrong'],
    ['with another nonce', () => ({ claims: { nonce: 'another' } }), 'sso_nonce_wrong'],
    ['without a nonce', () => ({ claims: { nonce: undefined } }), 'sso_nonce_wrong'],
    ['for another service', () => ({ claims: { aud: 'another' } }), 'sso_audience_wrong'],
    ['for two, by another', () => ({ claims: { aud: ['sublet', 'other'], azp: 'other' } }), 'sso_audience_wrong'],
    ['without a signature, alg none', () => ({ signed: 'none' }), 'sso_signature_wrong'],
    ['signed by HS256 with the public key', () => ({ signed: 'with the public key' }), 'sso_signature_wrong'],
    ['signed by a stranger', () => ({ signed: 'by a stranger' }), 'sso_signature_wrong'],
    ['that has expired', () => ({ claims: { exp: seconds() - 61 } }), 'sso_token_expired'],
    ['of a clock that is two minutes ahead', () => ({ claims: { iat: seconds() + 120 } }), 'sso_clock_wrong'],
    ['that counts only later', () => ({ claims: { nbf: seconds() + 120 } }), 'sso_clock_wrong'],
    ['without an e-mail address', () => ({ claims: { email: undefined } }), 'sso_email_missing'],
    ['with an address that is none', () => ({ claims: { email: 'ann' } }), 'sso_email_missing'],
    ['with an address not verified', () => ({ claims: { email_verified: false } }), 'sso_email_unverified'],
    ['that does not say whether it is', () => ({ claims: { email_verified: undefined } }), 'sso_email_unverified'],
    ['with an address elsewhere', () => ({ claims: { email: 'ceo@elsewhere.example' } }), 'sso_email_foreign'],
    ['without a subject', () => ({ claims: { sub: '' } }), 'sso_provider_unusable'],
  ])('%s', async (_what, forgery, code) => {
    expect(refusalIn(await forged(forgery()))).toBe(code)
    await nobodyCameIn()
  })

  it('is taken within a minute, either way; the forger knows how to be honest', async () => {
    expect(refusalIn(await forged({ claims: { exp: seconds() - 30, iat: seconds() + 30, sub: 'ann' } }))).toBeNull()
  })

  it('with an address that another company’s sign-on claims, too', async () => {
    const other = await companyWith(world, dns, provider, `rival${companies}.example`)
    expect(refusalIn(await forged({ claims: { email: `ann@${other.domain}` } }))).toBe('sso_email_foreign')
  })
})

describe('the way back', () => {
  const back = (search: Record<string, string>) => {
    const url = new URL('/portal/sso/callback', world.house.config.publicUrl)
    url.search = new URLSearchParams(search).toString()
    return url
  }

  it('works once, and only with a state that was given', async () => {
    const { address, cookie } = wayIn(await start())
    const { state = '', nonce } = Object.fromEntries(address.searchParams)
    provider.forge({ claims: { nonce, email: 'ceo@elsewhere.example' } })
    const codes = []
    for (const given of [{ code: 'x' }, { code: 'x', state: 'none' }, { code: 'x', state }, { code: 'x', state }])
      codes.push(refusalIn(await comeBack(world, back(given), cookie)))
    expect(codes).toEqual(['sso_state_invalid', 'sso_state_invalid', 'sso_email_foreign', 'sso_state_invalid'])
    met.add('sso_state_invalid')
  })

  it('works only in the browser that went, and in time', async () => {
    const { address, cookie } = wayIn(await start())
    const given = back({ code: 'x', state: address.searchParams.get('state') ?? '' })
    const other = wayIn(await start()).cookie
    for (const wrong of [null, other]) expect(refusalIn(await comeBack(world, given, wrong))).toBe('sso_other_browser')
    met.add('sso_other_browser')
    await world.house.pool.query(`update sso_attempt set expires_at = now() - interval '1 second'`)
    expect(refusalIn(await comeBack(world, given, cookie))).toBe('sso_state_invalid')
  })

  it('says what the provider refused', async () => {
    expect(refusalIn(await forged({}, { error: 'access_denied' }))).toBe('sso_refused_by_provider')
    expect(refusalIn(await forged({}, { iss: 'https://elsewhere.example' }))).toBe('sso_issuer_wrong')
    const saying = (status: number, body: object) => ({
      instead: {
        '/token': (_request: unknown, response: ServerResponse) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        },
      },
    })
    expect(refusalIn(await forged(saying(400, { error: 'invalid_grant' })))).toBe('sso_code_refused')
    expect(refusalIn(await forged(saying(401, { error: 'invalid_client' })))).toBe('sso_client_refused')
    expect(refusalIn(await forged(saying(200, { surprise: true })))).toBe('sso_provider_unusable')
    expect(refusalIn(await forged(saying(500, {})))).toBe('sso_provider_unusable')
    await nobodyCameIn()
  })

  it('does not come in where sign-on was switched off meanwhile', async () => {
    const { address, cookie } = wayIn(await start())
    const given = back({ code: 'x', state: address.searchParams.get('state') ?? '' })
    await world.house.pool.query('update sso_connection set enabled = false, required = false where tenant_uuid = $1', [
      company.tenant,
    ])
    expect(refusalIn(await comeBack(world, given, cookie))).toBe('sso_switched_off')
    met.add('sso_switched_off')
  })

  it('says who is somebody else by now, or was removed', async () => {
    expect(refusalIn(await forged({ claims: { sub: 'one' } }))).toBeNull()
    expect(refusalIn(await forged({ claims: { sub: 'two' } }))).toBe('sso_subject_changed')
    await world.house.pool.query(
      `delete from membership where person_uuid = (select uuid from person where email = $1)`,
      [`ann@${company.domain}`],
    )
    expect(refusalIn(await forged({ claims: { sub: 'one' } }))).toBe('sso_member_removed')
  })
})

describe('discovery', () => {
  it.each<[string, Forgery, string]>([
    ['of another issuer', { discovery: { issuer: 'https://elsewhere.example' } }, 'sso_issuer_wrong'],
    ['of everybody’s issuer', { discovery: { issuer: 'http://127.0.0.1/{tenantid}/' } }, 'sso_issuer_wrong'],
    [
      'to a page that is a script',
      { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
      'sso_provider_unusable',
    ],
    ['without where to go', { discovery: { authorization_endpoint: undefined } }, 'sso_provider_unusable'],
    [
      'that redirects inward',
      { instead: { [wellKnown()]: (_q, r) => void r.writeHead(302, { location: 'http://10.0.0.1/' }).end() } },
      'sso_provider_unusable',
    ],
    [
      'that is a page',
      { instead: { [wellKnown()]: (_q, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<p>') } },
      'sso_provider_unusable',
    ],
    [
      'of ten megabytes',
      {
        instead: {
          [wellKnown()]: (_q, r) =>
            void r.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(1e7, 32)),
        },
      },
      'sso_provider_unreachable',
    ],
    ['of who hangs up', { instead: { [wellKnown()]: (q) => void q.socket.destroy() } }, 'sso_provider_unreachable'],
  ])('%s', async (_what, forgery, code) => {
    expect(await begun(forgery)).toEqual([422, code])
    const { path, owner } = company
    expect((await world.call('POST', `${path}/test`, { headers: owner })).body.code).toBe(code)
  })

  it('that leads inward is not followed', async () => {
    const inward = { discovery: { token_endpoint: 'http://10.0.0.1/token', jwks_uri: 'http://192.168.0.1/keys' } }
    provider.forge(inward)
    expect(refusalIn(await forged(inward))).toBe('sso_provider_unreachable')
  })

  it('is asked once for many, and remembered', async () => {
    provider.forge({})
    await Promise.all(Array.from({ length: 5 }, () => start()))
    await start()
    expect(provider.asked).toEqual([wellKnown()])
  })

  it('that hangs costs nobody else anything: a few wait, the others are told at once', async () => {
    provider.forge({ instead: { [wellKnown()]: () => undefined } })
    const order: string[] = []
    const waiting = Array.from({ length: 12 }, () => start().then(({ body }) => void order.push(body.code)))
    const offered = { payload: { email: 'ann@elsewhere.example' } }
    await world.call('POST', '/portal/sso/look-up', offered).then(() => order.push('somebody else'))
    await Promise.all(waiting)
    // Four above the eight that may wait are refused before those have given up.
    expect(order.indexOf('somebody else')).toBeLessThan(8)
    expect(order.filter((one) => one === 'sso_provider_unreachable')).toHaveLength(12)
  })
})

function wellKnown(): string {
  return '/.well-known/openid-configuration'
}

it('each refusal there is was met', async () => {
  met.add('sso_not_offered')
  const answer = await world.call('POST', '/portal/sso/start', { payload: { email: 'ann@elsewhere.example' } })
  expect(answer.body.code).toBe('sso_not_offered')
  expect([...met].toSorted()).toEqual(signOnRefusal.all.map(({ code }) => code).toSorted())
})

import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { revokeByClientId } from '../../src/identity/index.ts'
import { keyring } from '../../src/identity/token/keyring.memory.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { isSafe, methodOf, roles, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { admitted, bearerOf, operatorOf, personOf, scopesWithout, type Caller } from '../support/callers.ts'
import { anonymous, expectRefusal } from '../support/refusals.ts'
import { objectParams, pathFor, sampleBody, sending } from '../support/sample.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/** Who comes in: 401, 403 and 404 of every endpoint, from its declaration alone. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Row = readonly [id: string, endpoint: Endpoint]
const rows = (wanted: (endpoint: Endpoint) => boolean): Row[] => routes.filter(wanted).map((e) => [e.id, e] as const)

function send(
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const sent = sending(endpoint, sampleBody(endpoint))
  return world.call(methodOf(endpoint), pathFor(endpoint, params), {
    ...sent,
    headers: { ...sent.headers, ...headers },
  })
}

/** The company in the path, under whichever name the route gives it. */
function company(endpoint: Endpoint, tenant: string): Record<string, string> {
  const name = tenantParam(endpoint)
  return name === null ? {} : { [name]: tenant }
}

describe('access tokens', () => {
  const bad: Record<string, string | undefined> = {}
  let tenant: string
  beforeAll(async () => {
    tenant = await world.tenant()
    const key = await world.key(tenant)
    const token = await world.token(key)
    const now = Math.floor(Date.now() / 1_000)
    const { publicUrl: iss } = world.house.config
    const claims = { iss, aud: iss, sub: key.clientId, client_id: key.clientId, tenant, scope: 'billing', iat: now }
    const own = keyring(world).signer(new Date())
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const sign = async (signer: typeof foreign, kid: string, exp: number, more = {}) => {
      const token = new SignJWT({ ...claims, exp, jti: newUuid(), ...more })
      return `Bearer ${await token.setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(signer)}`
    }
    const [head = '', payload = ''] = token.split('.')
    const revoked = await world.key(tenant)
    const revokedToken = await world.token(revoked)
    await world.change((ctx) => revokeByClientId(ctx, revoked.clientId))
    await world.house.pulse.look()
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    Object.assign(bad, {
      'no header': undefined,
      'another scheme': `Basic ${token}`,
      'no token': 'Bearer ',
      'no JWT': 'Bearer nonsense',
      'no signature': `Bearer ${head}.${payload}.`,
      'algorithm none': `Bearer ${none}.${payload}.`,
      'a changed signature': `Bearer ${head}.${payload}.${'A'.repeat(86)}`,
      'an unknown key': await sign(foreign, 'unknown', now + 600),
      'another key under our name': await sign(foreign, own.kid, now + 600),
      'another issuer': await sign(own.privateKey, own.kid, now + 600, { iss: 'https://elsewhere.example' }),
      'another audience': await sign(own.privateKey, own.kid, now + 600, { aud: 'https://elsewhere.example' }),
      'past its time': await sign(own.privateKey, own.kid, now - 1),
      revoked: `Bearer ${revokedToken}`,
    })
  })

  const codes: Record<string, string> = {
    'no header': 'token_missing',
    'past its time': 'token_expired',
    revoked: 'token_revoked',
  }

  it('would be taken, were they not bad: the forger knows how', async () => {
    const { kid, privateKey } = keyring(world).signer(new Date())
    const { publicUrl: iss } = world.house.config
    const token = await new SignJWT({ client_id: 'sk_forged', tenant, scope: 'billing', jti: newUuid() })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(iss)
      .setAudience(iss)
      .setSubject('sk_forged')
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(privateKey)
    const answer = await world.call('GET', `/billing/v1/${tenant}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
  })

  it.each(rows(({ access }) => access.by === 'token'))('%s: 401 for every bad one', async (_id, endpoint) => {
    expect(Object.keys(bad)).toHaveLength(13)
    for (const [what, authorization] of Object.entries(bad)) {
      const answer = await send(
        endpoint,
        authorization === undefined ? {} : { authorization },
        company(endpoint, tenant),
      )
      expectRefusal(answer, endpoint, [401, codes[what] ?? 'token_invalid'])
      expect(answer.headers['www-authenticate']).toMatch(
        what === 'no header' ? /^Bearer realm="[^"]+"$/ : /^Bearer realm="[^"]+", error="invalid_token"$/,
      )
    }
  })

  /** One key for each set of scopes: a company has only so many. */
  const bearers = new Map<string, ReturnType<typeof bearerOf>>()
  const bearerWith = (scopes: readonly string[]) => {
    const known = bearers.get(scopes.join(' ')) ?? bearerOf(world, tenant, scopes)
    bearers.set(scopes.join(' '), known)
    return known
  }

  it.each(rows(({ access }) => access.by === 'token'))('%s: 403 without its scope', async (_id, endpoint) => {
    const { access } = endpoint
    const scope = access.by === 'token' ? access.scope : ''
    const { headers } = await bearerWith(scopesWithout(scope))
    const answer = await send(endpoint, headers, company(endpoint, tenant))
    expectRefusal(answer, endpoint, [403, 'scope_missing'])
    expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`)
    if (isSafe(endpoint)) return
    const reader = await bearerWith([`${scope}:read`])
    expectRefusal(await send(endpoint, reader.headers, company(endpoint, tenant)), endpoint, [403, 'read_only_scope'])
  })
})

describe('companies in the path', () => {
  const named = rows((e) => tenantParam(e) !== null && (e.access.by === 'token' || e.access.by === 'member'))

  it.each(named)('%s: 403 for any other company, known or not; 404 for what is no company', async (_id, endpoint) => {
    const { headers, tenant } = await admitted(world, endpoint)
    const other = await world.tenant('Another company')
    const answers = await Promise.all(
      [other, newUuid()].map((uuid) => send(endpoint, headers, company(endpoint, uuid))),
    )
    for (const answer of answers) expectRefusal(answer, endpoint, [403, 'tenant_mismatch'])
    expect(new Set(answers.map(anonymous)).size).toBe(1)
    for (const malformed of ['no-company', `${tenant}0`, '\0', "' or 1=1", '-1'])
      expectRefusal(await send(endpoint, headers, company(endpoint, malformed)), endpoint, [404, 'not_found'])
  })

  it.each(rows((e) => tenantParam(e) === 'user_id' && e.access.by === 'token'))(
    '%s: takes the customer number, only the own one',
    async (_id, endpoint) => {
      const { headers, tenant } = await admitted(world, endpoint)
      const { rows: found } = await world.house.pool.query<{ customer_number: number }>(
        'select customer_number from tenant where uuid = $1',
        [tenant],
      )
      const number = Number(found[0]?.customer_number)
      expect((await send(endpoint, headers, { user_id: String(number) })).status).not.toBe(403)
      expectRefusal(await send(endpoint, headers, { user_id: String(number + 1) }), endpoint, [403, 'tenant_mismatch'])
    },
  )

  it.each(rows((e) => tenantParam(e) !== null && e.access.by === 'member'))(
    '%s: 404 for an operator in a company that does not exist',
    async (_id, endpoint) => {
      const { headers } = await operatorOf(world)
      const answer = await send(endpoint, headers)
      expectRefusal(answer, endpoint, [404, 'not_found'])
    },
  )
})

describe('people', () => {
  const forPeople = rows(({ access }) => access.by !== 'token' && access.by !== 'anyone')

  it.each(forPeople)('%s: 401 without a live session', async (_id, endpoint) => {
    const { headers, tenant } = await admitted(world, endpoint)
    const ended = await admitted(world, endpoint)
    await world.house.pool.query(
      `update portal_session set expires_at = now() - interval '1 second' where person_uuid in
       (select person_uuid from membership where tenant_uuid = $1)`,
      [ended.tenant],
    )
    const name = headers['cookie']?.split('=')[0] ?? ''
    const token = (await world.client()).bearer
    for (const tried of [
      {},
      { ...headers, cookie: `${name}=` },
      { ...headers, cookie: `${name}=nonsense` },
      { ...headers, cookie: 'x' },
      ended.headers,
      token,
    ])
      expectRefusal(await send(endpoint, tried, company(endpoint, tenant)), endpoint, [401, 'session_missing'])
  })

  it.each(rows((e) => e.access.by === 'operator' || (e.access.by === 'member' && e.access.role !== 'viewer')))(
    '%s: 403 with too low a role',
    async (_id, endpoint) => {
      const tenant = await world.tenant()
      const { access } = endpoint
      const lower = access.by === 'member' ? roles.slice(0, roles.indexOf(access.role)) : roles
      for (const role of lower) {
        const { headers } = await personOf(world, tenant, role)
        expectRefusal(await send(endpoint, headers, company(endpoint, tenant)), endpoint, [403, 'role_missing'])
      }
    },
  )

  it.each(forPeople.filter(([, endpoint]) => !isSafe(endpoint)))('%s: 403 from another site', async (_id, endpoint) => {
    const { headers, tenant } = await admitted(world, endpoint)
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ]
    for (const origin of elsewhere)
      expectRefusal(await send(endpoint, { ...headers, ...origin }, company(endpoint, tenant)), endpoint, [
        403,
        'cross_site',
      ])
  })
})

describe('a fresh proof', () => {
  const weighty = rows(({ freshProof }) => freshProof === true)

  it('is wanted before what moves money or gives access', () => {
    const ids = weighty.map(([id]) => id)
    for (const id of ['portalCreateAppKey', 'portalRotateAppKey', 'requestPayoutAccount', 'operatorMarkPayoutPaid'])
      expect(ids).toContain(id)
    expect(weighty.filter(([, endpoint]) => isSafe(endpoint))).toEqual([])
  })

  it.each(weighty)('%s: 403 ten minutes after the last one', async (_id, endpoint) => {
    const { headers, tenant } = await admitted(world, endpoint)
    const age = (minutes: number) =>
      world.house.pool.query(
        `update portal_session set proven_at = now() - $2 * interval '1 minute' where person_uuid in
         (select person_uuid from membership where tenant_uuid = $1)`,
        [tenant, minutes],
      )
    await age(11)
    expectRefusal(await send(endpoint, headers, company(endpoint, tenant)), endpoint, [403, 'proof_needed'])
    await age(9)
    expect((await send(endpoint, headers, company(endpoint, tenant))).body?.code).not.toBe('proof_needed')
  })
})

describe('people in the APIs that programs use', () => {
  const forPrograms = rows(({ access }) => access.by === 'token')
  const ofCompanies = forPrograms.filter(([, endpoint]) => tenantParam(endpoint) !== null)
  const changes = ofCompanies.filter(([, endpoint]) => !isSafe(endpoint))

  it.each(forPrograms)('%s: 401 for a cookie that is no session, and a bad token stays bad', async (_id, endpoint) => {
    const { headers, tenant } = await personOf(world, await world.tenant(), 'owner')
    const cookie = `${headers['cookie']}0`
    expectRefusal(await send(endpoint, { ...headers, cookie }, company(endpoint, tenant)), endpoint, [
      401,
      'session_missing',
    ])
    const both = { ...headers, authorization: 'Bearer nonsense' }
    expectRefusal(await send(endpoint, both, company(endpoint, tenant)), endpoint, [401, 'token_invalid'])
  })

  it.each(ofCompanies)('%s: by role, in the own company alone', async (_id, endpoint) => {
    const tenant = await world.tenant()
    const { headers } = await personOf(world, tenant, isSafe(endpoint) ? 'viewer' : 'member')
    const answer = await send(endpoint, headers, company(endpoint, tenant))
    expect([401, ...(answer.body?.code === 'company_not_active' ? [] : [403])]).not.toContain(answer.status)
    const other = await world.tenant('Another company')
    for (const uuid of [other, newUuid()])
      expectRefusal(await send(endpoint, headers, company(endpoint, uuid)), endpoint, [403, 'tenant_mismatch'])
    expectRefusal(await send(endpoint, headers, company(endpoint, 'no-company')), endpoint, [404, 'not_found'])
  })

  it.each(ofCompanies.filter(([, endpoint]) => isSafe(endpoint)))('%s: operators may look', async (_id, endpoint) => {
    const { headers } = await operatorOf(world)
    const answer = await send(endpoint, headers, company(endpoint, await world.tenant()))
    expect([401, 403]).not.toContain(answer.status)
  })

  it.each(changes)('%s: operators may not act for others', async (_id, endpoint) => {
    const { headers } = await operatorOf(world)
    const answer = await send(endpoint, headers, company(endpoint, await world.tenant()))
    expectRefusal(answer, endpoint, [403, 'tenant_mismatch'])
  })

  it.each(ofCompanies.filter(([, endpoint]) => tenantParam(endpoint) === 'user_id'))(
    '%s: takes the customer number, only of the own company',
    async (_id, endpoint) => {
      const tenant = await world.tenant()
      const { headers } = await personOf(world, tenant, 'member')
      const { rows: found } = await world.house.pool.query<{ customer_number: number }>(
        'select customer_number from tenant where uuid = $1',
        [tenant],
      )
      const number = Number(found[0]?.customer_number)
      expect([401, 403]).not.toContain((await send(endpoint, headers, { user_id: String(number) })).status)
      for (const others of [number - 1, number + 1, 99_999_999_999])
        expectRefusal(await send(endpoint, headers, { user_id: String(others) }), endpoint, [403, 'tenant_mismatch'])
    },
  )

  it.each(changes)('%s: 403 for who may only look', async (_id, endpoint) => {
    const tenant = await world.tenant()
    const viewer = await personOf(world, tenant, 'viewer')
    expectRefusal(await send(endpoint, viewer.headers, company(endpoint, tenant)), endpoint, [403, 'role_missing'])
    const { headers } = await personOf(world, tenant, 'owner')
    for (const origin of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }])
      expectRefusal(await send(endpoint, { ...headers, ...origin }, company(endpoint, tenant)), endpoint, [
        403,
        'cross_site',
      ])
    await world.house.pool.query("update tenant set status = 'suspended' where uuid = $1", [tenant])
    expectRefusal(await send(endpoint, headers, company(endpoint, tenant)), endpoint, [403, 'company_closed'])
  })
})

describe('objects in the path', () => {
  it.each(rows((e) => objectParams(e).length > 0))(
    '%s: 404, alike for unknown and impossible ids',
    async (_id, endpoint) => {
      const caller: Caller = await admitted(world, endpoint)
      const own = company(endpoint, caller.tenant)
      const tries = [
        'unknown',
        'no-such-thing',
        '%00',
        "'--",
        'ffffffff-ffff-ffff-ffff-fffffffffffg',
        '1e999',
        '\u{1f600}',
      ]
      const answers: Answered[] = []
      for (const name of objectParams(endpoint))
        for (const id of tries)
          answers.push(await send(endpoint, caller.headers, id === 'unknown' ? own : { ...own, [name]: id }))
      for (const answer of answers) expectRefusal(answer, endpoint, [404, 'not_found'])
      expect(new Set(answers.map(anonymous)).size).toBe(1)
    },
  )
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { newTicket, ticketDigest } from '../../src/identity/person/person.rules.ts'
import { sessionCookie } from '../../src/identity/person/session.rules.ts'
import { methodOf, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { anonymous, expectRefusal } from '../support/refusals.ts'
import { pathFor, sampleBody, sending } from '../support/sample.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * A session by a company's sign-on is for that company only, at every endpoint: whoever runs the provider of one company
 * comes into no other, however much belongs to the person they vouch for (ADR 103).
 */

let world: World
let vouching: string
let other: string
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  world = await openWorld()
  vouching = await world.tenant('Vouching')
  other = await world.tenant('Other')
  const operators = await world.tenant('Operators', 'operator')
  headers = await bounded(vouching, [vouching, other, operators])
})
afterAll(() => world.close())

/** An owner of all these companies, signed in by the sign-on of the first. */
async function bounded(tenant: string, companies: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { pool } = world.house
  const [person, connection, domain, ticket] = [newUuid(), newUuid(), newUuid(), newTicket()]
  const name = `${randomBytes(6).toString('hex')}.example`
  await pool.query(`insert into person (uuid, email, name, created_at) values ($1, $2, 'Someone', now())`, [
    person,
    `someone@${name}`,
  ])
  for (const one of companies)
    await pool.query(
      `insert into membership (tenant_uuid, person_uuid, role, created_at) values ($1, $2, 'owner', now())`,
      [one, person],
    )
  await pool.query(
    `insert into sso_connection (uuid, tenant_uuid, issuer, client_id, secret_sealed, default_role, trusts_email,
       enabled, required, tested_at, created_at)
     values ($1, $2, 'https://login.example', 'x', '', 'viewer', false, true, false, now(), now())`,
    [connection, tenant],
  )
  await pool.query(
    `insert into sso_domain (uuid, tenant_uuid, domain, token, proven_at, created_at) values ($1, $2, $3, 'x', now(), now())`,
    [domain, tenant, name],
  )
  await pool.query(
    `insert into portal_session (digest, uuid, person_uuid, created_at, expires_at, sso_connection_uuid, sso_domain_uuid)
     values ($1, $2, $3, now(), now() + interval '1 hour', $4, $5)`,
    [ticketDigest(ticket), newUuid(), person, connection, domain],
  )
  return { cookie: `${sessionCookie}=${ticket}`, origin: new URL(world.house.config.publicUrl).origin }
}

type Row = readonly [id: string, endpoint: Endpoint]
const rows = (wanted: (endpoint: Endpoint) => boolean): Row[] => routes.filter(wanted).map((e) => [e.id, e] as const)

function send(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}) {
  const sent = sending(endpoint, sampleBody(endpoint))
  return world.call(methodOf(endpoint), pathFor(endpoint, params), {
    ...sent,
    headers: { ...sent.headers, ...headers },
  })
}

describe('in a session by sign-on', () => {
  it.each(rows((e) => tenantParam(e) !== null && (e.access.by === 'token' || e.access.by === 'member')))(
    '%s: another of their companies is as unknown as any',
    async (_id, endpoint) => {
      const name = tenantParam(endpoint) ?? ''
      const answers = [await send(endpoint, { [name]: other }), await send(endpoint, { [name]: newUuid() })]
      for (const answer of answers) expectRefusal(answer, endpoint, [403, 'tenant_mismatch'])
      expect(new Set(answers.map(anonymous)).size).toBe(1)
    },
  )

  it.each(rows(({ access }) => access.by === 'operator'))('%s: nobody is an operator', async (_id, endpoint) => {
    expectRefusal(await send(endpoint), endpoint, [403, 'role_missing'])
  })

  it.each(rows(({ access }) => access.by === 'person' && !access.vouched))(
    '%s: what belongs to the person as a whole is not theirs',
    async (_id, endpoint) => {
      expectRefusal(await send(endpoint), endpoint, [403, 'session_bounded'])
    },
  )

  it('of what belongs to the person, only this is there: each tells of the one company', async () => {
    const open = rows(({ access }) => access.by === 'person' && access.vouched === true).map(([id]) => id)
    expect(open.toSorted()).toEqual([
      'portalAcceptTerms',
      'portalAskPasskeyAsProof',
      'portalCountNotifications',
      'portalEndOtherSessions',
      'portalEndSession',
      'portalListNotifications',
      'portalListSessions',
      'portalMarkNotification',
      'portalProofState',
      'portalProve',
      'portalReadNotifications',
      'portalSignOut',
      'portalWhoAmI',
    ])
    const { data } = (await world.call('GET', '/portal/me', { headers })).body
    expect([data.person.operator, data.companies.map((one: { uuid: string }) => one.uuid)]).toEqual([false, [vouching]])
  })

  it('notifications of other companies are neither listed, counted nor marked', async () => {
    const { pool } = world.house
    const { uuid: person } = (await world.call('GET', '/portal/me', { headers })).body.data.person
    const alerts = new Map<string, string>()
    for (const tenant of [vouching, other]) {
      const uuid = newUuid()
      alerts.set(tenant, uuid)
      await pool.query(
        `insert into alert (uuid, tenant_uuid, kind, cause, severity, subject, body, count, happenings, raised_at, began_at)
         values ($1, $2, 'routing', 'x', 'info', 'S', 'B', 1, '[]', now(), now())`,
        [uuid, tenant],
      )
      await pool.query(
        `insert into alert_entry (alert_uuid, person_uuid, tenant_uuid, kind, raised_at)
         values ($1, $2, $3, 'routing', now())`,
        [uuid, person, tenant],
      )
    }
    const path = '/portal/me/notifications'
    expect((await world.call('GET', path, { headers })).body.data).toMatchObject([{ company: { uuid: vouching } }])
    expect((await world.call('GET', `${path}/unread`, { headers })).body.data.unread).toBe(1)
    const mark = (tenant: string) =>
      world.call('PATCH', `${path}/${alerts.get(tenant)}`, { headers, payload: { read: true } })
    expect([(await mark(other)).status, (await mark(vouching)).status]).toEqual([404, 200])
    await world.call('POST', `${path}/read`, { headers, payload: {} })
    const { rows: left } = await pool.query('select tenant_uuid from alert_entry where read_at is null')
    expect(left).toEqual([{ tenant_uuid: other }])
  })

  it('a token of the explorer is for the one company, and ends with the session', async () => {
    const issue = (tenant: string) =>
      world.call('POST', `/portal/companies/${tenant}/explorer-tokens`, {
        headers,
        payload: { scopes: ['billing:read'] },
      })
    expect((await issue(other)).body.code).toBe('tenant_mismatch')
    const { access_token } = (await issue(vouching)).body.data
    const look = (tenant: string) =>
      world.call('GET', `/billing/v1/${tenant}`, { headers: { authorization: `Bearer ${access_token}` } })
    expect([(await look(vouching)).status, (await look(other)).status]).toEqual([200, 403])
    expect((await world.call('POST', '/portal/sign-out', { headers })).status).toBe(204)
    expect((await look(vouching)).status).toBe(401)
  })
})

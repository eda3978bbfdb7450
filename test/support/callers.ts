import { randomBytes } from 'node:crypto'
import { knownScopes } from '../../src/identity/index.ts'
import { newTicket, ticketDigest } from '../../src/identity/person/person.rules.ts'
import { sessionCookie } from '../../src/identity/person/session.rules.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import type { Endpoint, Role } from '../../src/kernel/endpoint.ts'
import type { World } from './world.ts'

/** Callers as an endpoint's declaration wants them, or just short of that. */

export interface Caller {
  readonly tenant: string
  readonly headers: Readonly<Record<string, string>>
}

export async function bearerOf(world: World, tenant: string, scopes: readonly string[]): Promise<Caller> {
  const token = await world.token(await world.key(tenant, scopes))
  return { tenant, headers: { authorization: `Bearer ${token}` } }
}

/** Everything but one API. */
export function scopesWithout(scope: string): string[] {
  return knownScopes.filter((name) => name !== scope && name !== `${scope}:read`)
}

/** A signed-in person without the price of a password. */
export async function personOf(world: World, tenant: string, role: Role): Promise<Caller> {
  const { pool } = world.house
  const person = newUuid()
  const ticket = newTicket()
  const email = `${randomBytes(6).toString('hex')}@example.net`
  await pool.query("insert into person (uuid, email, name, created_at) values ($1, $2, 'Someone', now())", [
    person,
    email,
  ])
  await pool.query('insert into membership (tenant_uuid, person_uuid, role, created_at) values ($1, $2, $3, now())', [
    tenant,
    person,
    role,
  ])
  await pool.query(
    `insert into portal_session (digest, uuid, person_uuid, created_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '1 hour')`,
    [ticketDigest(ticket), newUuid(), person],
  )
  return {
    tenant,
    headers: { cookie: `${sessionCookie}=${ticket}`, origin: new URL(world.house.config.publicUrl).origin },
  }
}

export async function operatorOf(world: World): Promise<Caller> {
  return personOf(world, await world.tenant('The operators', 'operator'), 'owner')
}

/** Someone the endpoint lets in, and no more than that. */
export async function admitted(world: World, { access }: Pick<Endpoint, 'access'>): Promise<Caller> {
  if (access.by === 'operator') return operatorOf(world)
  const tenant = await world.tenant()
  if (access.by === 'token') return bearerOf(world, tenant, [access.scope])
  if (access.by === 'anyone') return { tenant, headers: {} }
  return personOf(world, tenant, access.by === 'member' ? access.role : 'viewer')
}

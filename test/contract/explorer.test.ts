import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { knownScopes } from '../../src/identity/index.ts'
import { isSafe, methodOf, tenantParam, type Endpoint, type Role } from '../../src/kernel/endpoint.ts'
import { newUuid } from '../../src/kernel/uuid.ts'
import { personOf } from '../support/callers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { pathFor, sampleBody, sending } from '../support/sample.ts'
import { openWorld, type Answered, type World } from '../support/world.ts'

/** What people may do with a token of the explorer, at every endpoint: never more than by their session. */

interface Explorer {
  readonly tenant: string
  readonly session: Readonly<Record<string, string>>
  readonly token: Readonly<Record<string, string>>
}

let world: World
let viewer: Explorer
let member: Explorer
let operator: Explorer
beforeAll(async () => {
  world = await openWorld()
  viewer = await explorerOf(await world.tenant(), 'viewer')
  member = await explorerOf(await world.tenant(), 'member')
  operator = await explorerOf(await world.tenant('Operators', 'operator'), 'owner')
})
afterAll(() => world.close())

const rows = (wanted: (endpoint: Endpoint) => boolean) => routes.filter(wanted).map((one) => [one.id, one] as const)
const forPrograms = rows(({ access }) => access.by === 'token')
const ofCompanies = forPrograms.filter(([, endpoint]) => tenantParam(endpoint) !== null)
const changes = forPrograms.filter(([, endpoint]) => !isSafe(endpoint))

function send(endpoint: Endpoint, headers: Readonly<Record<string, string>>, tenant: string): Promise<Answered> {
  const sent = sending(endpoint, sampleBody(endpoint))
  const name = tenantParam(endpoint)
  return world.call(methodOf(endpoint), pathFor(endpoint, name === null ? {} : { [name]: tenant }), {
    ...sent,
    headers: { ...sent.headers, ...headers },
  })
}

/** With all that the role gives. */
async function explorerOf(tenant: string, role: Role): Promise<Explorer> {
  const { headers: session } = await personOf(world, tenant, role)
  const scopes = knownScopes.filter((scope) => role !== 'viewer' || scope.endsWith(':read'))
  const { body } = await world.call('POST', `/portal/companies/${tenant}/explorer-tokens`, {
    headers: session,
    payload: { scopes },
  })
  return { tenant, session, token: { authorization: `Bearer ${body.data.access_token}` } }
}

const mayCome = ({ status, body }: Answered): boolean =>
  status !== 401 && (status !== 403 || body?.code === 'company_not_active')

describe('a token of the explorer', () => {
  it.each(forPrograms)('%s: comes where the session comes', async (_id, endpoint) => {
    const { tenant, token, session } = isSafe(endpoint) ? viewer : member
    expect(mayCome(await send(endpoint, session, tenant))).toBe(true)
    expect(mayCome(await send(endpoint, token, tenant))).toBe(true)
  })

  it.each(changes)('%s: changes nothing for a viewer', async (_id, endpoint) => {
    expectRefusal(await send(endpoint, viewer.token, viewer.tenant), endpoint, [403, 'read_only_scope'])
  })

  it.each(ofCompanies)('%s: is of no other company', async (_id, endpoint) => {
    for (const other of [viewer.tenant, newUuid()])
      expectRefusal(await send(endpoint, member.token, other), endpoint, [403, 'tenant_mismatch'])
  })

  it.each(rows(({ access }) => access.by !== 'token' && access.by !== 'anyone'))(
    '%s: is no session',
    async (_id, endpoint) => {
      expectRefusal(await send(endpoint, operator.token, operator.tenant), endpoint, [401, 'session_missing'])
    },
  )
})

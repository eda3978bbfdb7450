import type { Answered, World } from './world.ts'

/** A company with one person in each role, one stranger and one operator: whom every portal endpoint must tell apart. */
export interface Office {
  readonly tenant: string
  readonly owner: { readonly cookie: string; readonly origin: string }
  readonly member: { readonly cookie: string; readonly origin: string }
  readonly viewer: { readonly cookie: string; readonly origin: string }
  readonly stranger: { readonly cookie: string; readonly origin: string }
  readonly operator: { readonly cookie: string; readonly origin: string }
}

export async function openOffice(world: World): Promise<Office> {
  const tenant = await world.tenant()
  const [elsewhere, operators] = [await world.tenant('Elsewhere'), await world.tenant('Operators', 'operator')]
  return {
    tenant,
    owner: (await world.person(tenant, 'owner')).cookie,
    member: (await world.person(tenant, 'member')).cookie,
    viewer: (await world.person(tenant, 'viewer')).cookie,
    stranger: (await world.person(elsewhere, 'owner')).cookie,
    operator: (await world.person(operators, 'owner')).cookie,
  }
}

export const outcomeOf = ({ status, body }: Answered) => (status < 400 ? status : `${status} ${String(body.code)}`)

/** What each kind of person hears from one request. */
export async function outcomesFor(
  office: Office,
  request: (headers: Record<string, string>) => Promise<Answered>,
): Promise<Record<string, number | string>> {
  const { owner, member, viewer, stranger, operator } = office
  const outcomes: Record<string, number | string> = {}
  for (const [who, headers] of Object.entries({ nobody: {}, stranger, viewer, member, owner, operator }))
    outcomes[who] = outcomeOf(await request(headers))
  return outcomes
}

export const noSession = '401 session_missing'
export const notTheirs = '403 tenant_mismatch'
export const notTheirRole = '403 role_missing'

/** What everybody gets who asks for what the company may read. */
export const anyMember = {
  nobody: noSession,
  stranger: notTheirs,
  viewer: 200,
  member: 200,
  owner: 200,
  operator: 200,
} as const

/** What everybody gets who asks for what operators may read. */
export const onlyOperators = {
  nobody: noSession,
  stranger: notTheirRole,
  viewer: notTheirRole,
  member: notTheirRole,
  owner: notTheirRole,
  operator: 200,
} as const

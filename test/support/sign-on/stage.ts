import { expect } from 'vitest'
import type { NameServer } from '../server/name-server.ts'
import type { Answered, World } from '../world.ts'

/** A company with a sign-on of its own, set up as its owner would. */

/** With what was answered instead. */
function expectStatus({ status, text }: Answered, wanted: number): void {
  expect({ status, text }).toEqual({ status: wanted, text })
}

type Headers = Readonly<Record<string, string>>

/** Settings of a world that may speak to providers and name servers of this machine. */
export const signOnEnv = { SUBLET_SANDBOX: '1', SUBLET_SSO_PRIVATE_HOSTS: '127.0.0.1,ns.test' } as const

interface AnyProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
}

export interface SignOnCompany {
  readonly tenant: string
  readonly owner: Headers
  readonly path: string
  readonly domain: string
  readonly domainUuid: string
}

export async function companyWith(
  world: World,
  dns: Pick<NameServer, 'delegate' | 'say'>,
  provider: AnyProvider,
  domain: string,
  role: 'lessee' | 'operator' = 'lessee',
): Promise<SignOnCompany> {
  const tenant = await world.tenant(`Company of ${domain}`, role)
  const owner = (await world.person(tenant, 'owner')).cookie
  const path = `/portal/companies/${tenant}/sso`
  const put = await world.call('PUT', path, {
    headers: owner,
    payload: {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret ?? 'whatever',
      default_role: 'viewer',
    },
  })
  expectStatus(put, 200)
  return { tenant, owner, path, domain, domainUuid: await prove(world, dns, { path, owner }, domain) }
}

export async function prove(
  world: World,
  dns: Pick<NameServer, 'delegate' | 'say'>,
  { path, owner }: Pick<SignOnCompany, 'path' | 'owner'>,
  domain: string,
): Promise<string> {
  const added = await world.call('POST', `${path}/domains`, { headers: owner, payload: { domain } })
  expectStatus(added, 201)
  const { uuid, record } = added.body.data
  dns.delegate(domain)
  dns.say(record.name, 'TXT', record.text)
  const proven = await world.call('POST', `${path}/domains/${uuid}/prove`, { headers: owner })
  expectStatus(proven, 200)
  return uuid
}

export const switchOn = async (world: World, { path, owner }: SignOnCompany, more: object = {}): Promise<void> => {
  const answer = await world.call('PATCH', path, { headers: owner, payload: { enabled: true, ...more } })
  expectStatus(answer, 200)
}

/** The first of the cookies that an answer sets. */
export const cookieIn = ({ headers }: Answered): string => String(headers['set-cookie']).split(';')[0] ?? ''

interface Way {
  readonly address: URL
  readonly cookie: string
}

export function wayIn(answer: Answered): Way {
  expectStatus(answer, 200)
  return { address: new URL(answer.body.data.url), cookie: cookieIn(answer) }
}

/** Back from the provider, with the cookie of the browser that went. */
export async function comeBack(world: World, returned: URL, cookie: string | null): Promise<Answered> {
  const answer = await world.call('GET', returned.pathname + returned.search, {
    headers: cookie === null ? {} : { cookie },
  })
  expectStatus(answer, 303)
  return answer
}

/** The code that is shown on the page we are led to; null: none. */
export const refusalIn = ({ headers }: Answered): string | null =>
  new URL(String(headers['location']), 'http://any').searchParams.get('refused')

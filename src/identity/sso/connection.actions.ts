import { isIP } from 'node:net'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { hostOf, inwardOf } from '../../kernel/outside/reach.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import {
  deleteConnection,
  endAllBy,
  findConnection,
  insertConnection,
  lockConnection,
  updateConnection,
  type Connection,
} from './connection.store.ts'
import { anyProven, listDomains, type Domain } from './domain.store.ts'
import { deleteLinks } from './link.store.ts'
import { signOnProblem } from './sign-on.problems.ts'

/** What an owner says of the company's identity provider. */

export interface SignOn {
  readonly connection: Connection | null
  readonly domains: readonly Domain[]
}

export async function showSignOn(ctx: Context, tenant: string): Promise<SignOn> {
  return { connection: (await findConnection(ctx, tenant)) ?? null, domains: await listDomains(ctx, tenant) }
}

interface ProviderWish {
  readonly issuer: string
  readonly client_id: string
  /** Absent: the one that is kept. */
  readonly client_secret?: string
  readonly default_role: Connection['default_role']
  readonly trusts_email: boolean
}

/** Another provider is not the one that was tested, and knows other people: whoever came by the old one is out. */
export async function configureProvider(ctx: Context, tenant: string, wish: ProviderWish): Promise<SignOn> {
  refuseAddress(ctx, wish.issuer)
  const before = await lockConnection(ctx, tenant)
  const { issuer, client_id, client_secret, default_role, trusts_email } = wish
  const isOther = before?.issuer !== issuer || before.client_id !== client_id
  if (client_secret === undefined && (!before || isOther)) throw signOnProblem('sso_secret_missing')
  const secret_sealed =
    client_secret === undefined && before ? before.secret_sealed : await seal(ctx, client_secret ?? '')
  const said = { issuer, client_id, secret_sealed, default_role, trusts_email }
  const off = { enabled: false, required: false, tested_at: null }
  if (!before) {
    const fresh = { uuid: newUuid(), tenant_uuid: tenant, created_at: ctx.realNow, ...said, ...off }
    if (!(await insertConnection(ctx, fresh))) throw kernelProblem('state_conflict')
    await record(ctx, fresh, 'configured')
    return showSignOn(ctx, tenant)
  }
  await updateConnection(ctx, before.uuid, { ...before, ...said, ...(isOther && off) })
  if (isOther) {
    await endAllBy(ctx, before.uuid)
    await deleteLinks(ctx, before.uuid, null)
  }
  await record(ctx, { ...before, ...said }, 'changed', { new_secret: client_secret !== undefined })
  return showSignOn(ctx, tenant)
}

/** What can be said of an address without asking anybody; whom its name leads to is looked at whenever it is spoken to. */
function refuseAddress(ctx: Context, issuer: string): void {
  const url = URL.parse(issuer)
  const fault = url === null ? 'is no web address' : addressFault(ctx, url)
  if (fault !== null) throw signOnProblem('sso_issuer_refused', { fields: { issuer: [fault] } })
}

function addressFault(ctx: Context, url: URL): string | null {
  const { sandbox, ssoPrivateHosts } = ctx.house.config
  const host = hostOf(url)
  const isNamed = ssoPrivateHosts.includes(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && sandbox && isNamed)) return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not have a name or a password in it'
  if (url.search !== '' || url.hash !== '') return 'must not have a question mark or a hash in it'
  if (isNamed) return null
  if (host === 'localhost' || host.endsWith('.localhost'))
    return 'leads to this machine; only public hosts are spoken to'
  const inward = isIP(host) === 0 ? null : inwardOf([{ address: host, family: isIP(host) }])
  return inward && `leads to ${inward.address} (${inward.use}); only public hosts are spoken to`
}

interface Switches {
  readonly enabled?: boolean
  readonly required?: boolean
}

/** Off ends what came by it, and is no longer required either. */
export async function switchSignOn(ctx: Context, tenant: string, wish: Switches): Promise<SignOn> {
  const before = await locked(ctx, tenant)
  const { enabled = before.enabled } = wish
  const required = wish.required ?? (enabled && before.required)
  if (enabled && before.tested_at === null) throw signOnProblem('sso_untested')
  if (enabled && !(await anyProven(ctx, tenant))) throw signOnProblem('sso_no_domain')
  if (required && !enabled)
    throw kernelProblem('invalid_fields', { fields: { required: ['is possible only where it is switched on'] } })
  await updateConnection(ctx, before.uuid, { ...before, enabled, required })
  if (before.enabled && !enabled) await endAllBy(ctx, before.uuid)
  if (before.enabled !== enabled) await record(ctx, before, enabled ? 'enabled' : 'disabled')
  if (before.required !== required) await record(ctx, before, required ? 'required' : 'not_required')
  return showSignOn(ctx, tenant)
}

export async function removeProvider(ctx: Context, tenant: string): Promise<void> {
  const connection = await locked(ctx, tenant)
  await deleteConnection(ctx, connection.uuid)
  await record(ctx, connection, 'removed')
}

async function locked(ctx: Context, tenant: string): Promise<Connection> {
  const connection = await lockConnection(ctx, tenant)
  if (!connection) throw signOnProblem('sso_not_configured')
  return connection
}

type Verb = 'configured' | 'changed' | 'enabled' | 'disabled' | 'required' | 'not_required' | 'removed' | 'tested'

export function record(
  ctx: Context,
  { uuid, tenant_uuid: tenant, issuer }: Pick<Connection, 'uuid' | 'tenant_uuid' | 'issuer'>,
  verb: Verb,
  data: Record<string, unknown> = {},
): Promise<void> {
  return audit(ctx, {
    action: identityAudit(`sign_on.${verb}`),
    subject: { kind: 'sign_on', uuid },
    tenant,
    data: { issuer, ...data },
  })
}

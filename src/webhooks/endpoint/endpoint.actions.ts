import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { dropWaiting, hurryWaiting } from '../delivery/queue.store.ts'
import { wakeEndpoint } from '../delivery/send.actions.ts'
import { newWebhookSecret } from '../delivery/signature.rules.ts'
import { webhooksAudit } from '../webhooks.events.ts'
import { webhooksProblem } from '../webhooks.problems.ts'
import { webhookEndpointStates } from './endpoint.states.ts'
import {
  changeEndpoint as writeChange,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockAndCountEndpoints,
  lockEndpoint,
  type WebhookEndpoint,
} from './endpoint.store.ts'
import { hostIn } from './host.rules.ts'
import { endSecret, insertSecret, secretsOf, type WebhookSecret } from './secret.store.ts'
import { acceptable, type EndpointWish } from './wish.actions.ts'

const mostEndpoints = 20

export interface EndpointView extends WebhookEndpoint {
  /** The live ones, oldest first. */
  readonly secrets: readonly WebhookSecret[]
}

/** The only moment at which a secret is known outside. */
export interface EndpointWithSecret extends EndpointView {
  readonly secret: string
}

export async function createEndpoint(ctx: Context, tenant: string, wish: EndpointWish): Promise<EndpointWithSecret> {
  const { url, events } = acceptable(ctx, wish)
  if ((await lockAndCountEndpoints(ctx, tenant)) >= mostEndpoints) throw webhooksProblem('too_many_webhook_endpoints')
  const endpoint = await insertEndpoint(ctx, {
    uuid: newUuid(),
    tenant_uuid: tenant,
    url,
    events,
    status: webhookEndpointStates.initial,
    created_at: ctx.realNow,
  })
  const secret = await addSecret(ctx, endpoint)
  await record(ctx, endpoint, 'created', { events })
  return { ...(await viewOf(ctx, endpoint)), secret }
}

/** What is absent stays as it is. */
interface EndpointChange extends Partial<EndpointWish> {
  readonly status?: 'active' | 'paused'
}

export async function changeEndpoint(
  ctx: Context,
  tenant: string,
  uuid: string,
  change: EndpointChange,
): Promise<EndpointView> {
  const before = await locked(ctx, tenant, uuid)
  const wish = acceptable(ctx, { url: change.url ?? before.url, events: change.events ?? before.events })
  const isElsewhere = wish.url !== before.url
  if (isElsewhere || wish.events.join() !== before.events.join()) {
    await writeChange(ctx, uuid, { ...wish, ...(isElsewhere && anew) })
    await record(ctx, { ...before, ...wish }, 'changed', { events: wish.events })
  }
  const { status = before.status } = change
  if (status !== before.status) await moveTo(ctx, { ...before, ...wish }, status)
  if (status === 'active' && (isElsewhere || status !== before.status)) await hurry(ctx, uuid)
  return showEndpoint(ctx, tenant, uuid)
}

/** Nothing is known of how it answers. */
const anew = { failures: 0, rests_until: null, lags: true }

/** Somebody has mended it: what waits for the next try is not to wait for hours. */
async function hurry(ctx: Context, uuid: string): Promise<void> {
  await hurryWaiting(ctx, uuid)
  await wakeEndpoint(ctx, { uuid, ...anew })
}

async function moveTo(
  ctx: Context,
  { uuid, tenant_uuid: tenant, status: from, url }: WebhookEndpoint,
  to: WebhookEndpoint['status'],
): Promise<void> {
  const trigger = to === 'active' ? 'activate' : 'pause'
  // Who was switched off gets nothing already.
  if (!webhookEndpointStates.can(from, trigger)) throw webhooksProblem('webhook_endpoint_inactive')
  const set = to === 'active' ? { ...anew, off_reason: null } : {}
  const row = { uuid, tenant, from, data: { host: hostIn(url) }, set }
  await moveAll(ctx, webhookEndpointStates, 'webhook_endpoint', trigger, [row])
}

export async function removeEndpoint(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const { status: from, url } = await locked(ctx, tenant, uuid)
  const row = { uuid, tenant, from, data: { host: hostIn(url) }, set: { off_reason: null } }
  await moveAll(ctx, webhookEndpointStates, 'webhook_endpoint', 'remove', [row])
  await dropWaiting(ctx, uuid)
  for (const secret of await secretsOf(ctx, [uuid])) await endSecret(ctx, secret.uuid)
}

/** A second one; deliveries are signed with both until the first is ended. */
export async function rotateSecret(ctx: Context, tenant: string, uuid: string): Promise<EndpointWithSecret> {
  const endpoint = await locked(ctx, tenant, uuid)
  if ((await secretsOf(ctx, [uuid])).length >= 2) throw webhooksProblem('two_webhook_secrets_live')
  const secret = await addSecret(ctx, endpoint)
  await record(ctx, endpoint, 'secret_added')
  return { ...(await viewOf(ctx, endpoint)), secret }
}

export async function endOldSecret(ctx: Context, tenant: string, uuid: string, secretUuid: string): Promise<void> {
  const endpoint = await locked(ctx, tenant, uuid)
  const secrets = await secretsOf(ctx, [uuid])
  if (!secrets.some((secret) => secret.uuid === secretUuid)) throw kernelProblem('not_found')
  if (secrets.length === 1) throw webhooksProblem('last_webhook_secret')
  await endSecret(ctx, secretUuid)
  await record(ctx, endpoint, 'secret_ended', { secret: secretUuid })
}

export async function showEndpoint(ctx: Context, tenant: string, uuid: string): Promise<EndpointView> {
  const endpoint = await findEndpoint(ctx, tenant, uuid)
  if (!endpoint) throw kernelProblem('not_found')
  return viewOf(ctx, endpoint)
}

export async function showEndpoints(
  ctx: Context,
  wish: Parameters<typeof listEndpoints>[1],
): Promise<{ rows: EndpointView[]; total: number }> {
  const { rows, total } = await listEndpoints(ctx, wish)
  const live = await secretsOf(
    ctx,
    rows.map(({ uuid }) => uuid),
  )
  const withSecrets = rows.map((row) => ({
    ...row,
    secrets: live.filter((secret) => secret.endpoint_uuid === row.uuid),
  }))
  return { rows: withSecrets, total }
}

const viewOf = async (ctx: Context, endpoint: WebhookEndpoint): Promise<EndpointView> => ({
  ...endpoint,
  secrets: await secretsOf(ctx, [endpoint.uuid]),
})

async function locked(ctx: Context, tenant: string, uuid: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(ctx, tenant, uuid)
  if (!endpoint) throw kernelProblem('not_found')
  return endpoint
}

async function addSecret(ctx: Context, { uuid }: WebhookEndpoint): Promise<string> {
  const secret = newWebhookSecret()
  const sealed = await seal(ctx, secret)
  await insertSecret(ctx, { uuid: newUuid(), endpoint_uuid: uuid, sealed, created_at: ctx.realNow })
  return secret
}

const record = (
  ctx: Context,
  { uuid, tenant_uuid: tenant, url }: WebhookEndpoint,
  verb: 'created' | 'changed' | 'secret_added' | 'secret_ended',
  data: Record<string, unknown> = {},
): Promise<void> =>
  audit(ctx, {
    action: webhooksAudit(`webhook_endpoint.${verb}`),
    subject: { kind: 'webhook_endpoint', uuid },
    tenant,
    data: { host: hostIn(url), ...data },
  })

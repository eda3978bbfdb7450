import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { bump } from '../../kernel/pulse.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { readAllowList, shortForm } from './allow-list.rules.ts'
import { digestOf, mostLiveKeys, newClientId, newSecret } from './app-key.rules.ts'
import {
  countLiveKeys,
  endSecret,
  findAppKeyByClientId,
  insertAppKey,
  insertSecret,
  listAppKeys,
  lockAppKey,
  lockEndingKeys,
  markRevoked,
  markWarned,
  secretsOf,
  setAllowed,
  type AppKey,
  type AppKeyQuery,
  type AppKeySecret,
} from './app-key.store.ts'
import { warningDays, warningDue } from './expiry.rules.ts'
import { identityAudit, identityEvents } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { lockTenant } from '../company/tenant.store.ts'

interface NewAppKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt?: Date | null
  /** From where it may be used, as somebody has written it; from anywhere unless said. */
  readonly allowed?: readonly string[]
}

/** The only moment at which a secret is known outside its owner. */
export interface AppKeyWithSecret {
  readonly key: AppKey
  readonly clientSecret: string
}

export async function createAppKey(ctx: Context, tenant: string, wanted: NewAppKey): Promise<AppKeyWithSecret> {
  if (wanted.expiresAt && wanted.expiresAt <= ctx.realNow) throw identityProblem('key_expiry_past')
  const allowed = readAllowed(wanted.allowed ?? [])
  if (!(await lockTenant(ctx, tenant))) throw kernelProblem('not_found')
  if ((await countLiveKeys(ctx, tenant)) >= mostLiveKeys) throw identityProblem('too_many_keys')
  const key = await insertAppKey(ctx, {
    uuid: newUuid(),
    tenant_uuid: tenant,
    client_id: newClientId(),
    name: wanted.name,
    scopes: [...new Set(wanted.scopes)],
    allowed,
    created_at: ctx.realNow,
    expires_at: wanted.expiresAt ?? null,
  })
  const clientSecret = await addSecret(ctx, key)
  if (allowed.length > 0) await bump(ctx.db, 'revocations')
  await record(ctx, key, 'created', {
    name: key.name,
    scopes: key.scopes,
    ...(allowed.length > 0 && { allowed_addresses: allowed }),
  })
  await emit(ctx, identityEvents('app_key.created', tenant, { uuid: key.uuid, name: key.name, scopes: key.scopes }))
  return { key, clientSecret }
}

export interface AppKeyWithSecrets extends AppKey {
  /** The live ones, oldest first. */
  readonly secrets: readonly AppKeySecret[]
}

export async function showAppKeys(
  ctx: Context,
  query: AppKeyQuery,
): Promise<{ rows: AppKeyWithSecrets[]; total: number }> {
  const { rows, total } = await listAppKeys(ctx, query)
  const live = await secretsOf(
    ctx,
    rows.filter((key) => !key.revoked_at).map((key) => key.uuid),
  )
  return {
    rows: rows.map((key) => ({ ...key, secrets: live.filter((secret) => secret.app_key_uuid === key.uuid) })),
    total,
  }
}

/** Adds a second secret; the first goes on working until it is ended. */
export async function rotateAppKey(ctx: Context, tenant: string, uuid: string): Promise<AppKeyWithSecret> {
  const key = await liveKey(ctx, tenant, uuid)
  if ((await secretsOf(ctx, [uuid])).length >= 2) throw identityProblem('two_secrets_live')
  const clientSecret = await addSecret(ctx, key)
  await bump(ctx.db, 'revocations')
  await record(ctx, key, 'rotated')
  return { key, clientSecret }
}

export async function endAppKeySecret(ctx: Context, tenant: string, uuid: string, secretUuid: string): Promise<void> {
  const key = await liveKey(ctx, tenant, uuid)
  const secrets = await secretsOf(ctx, [uuid])
  if (!secrets.some((secret) => secret.uuid === secretUuid)) throw kernelProblem('not_found')
  if (secrets.length === 1) throw identityProblem('last_secret')
  await endSecret(ctx, secretUuid)
  await bump(ctx.db, 'revocations')
  await record(ctx, key, 'secret_ended', { secret: secretUuid })
}

/** From where the key and its tokens may be used from now on, on every node; from anywhere where nothing is named. */
export async function restrictAppKey(
  ctx: Context,
  tenant: string,
  uuid: string,
  given: readonly string[],
): Promise<AppKeyWithSecrets> {
  const allowed = readAllowed(given)
  const key = await liveKey(ctx, tenant, uuid)
  await setAllowed(ctx, uuid, allowed)
  await bump(ctx.db, 'revocations')
  await record(ctx, key, 'restricted', { name: key.name, allowed_addresses: allowed })
  await emit(
    ctx,
    identityEvents('app_key.restricted', tenant, { uuid, name: key.name, allowed_addresses: allowed.map(shortForm) }),
  )
  return { ...key, allowed, secrets: await secretsOf(ctx, [uuid]) }
}

function readAllowed(given: readonly string[]): string[] {
  const read = readAllowList(given)
  if ('faults' in read) throw kernelProblem('invalid_fields', { fields: read.faults })
  return [...read.allowed]
}

/** Owners are told 30 days, 7 days and a day before a key ends, once each. */
export async function warnOfEndingKeys(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const key of await lockEndingKeys(tx, warningDays[0])) {
      const days = warningDue(key, tx.realNow)
      if (days === null) continue
      await markWarned(tx, key.uuid, days)
      const news = { uuid: key.uuid, name: key.name, expires_at: toRfc3339(key.expires_at), days }
      await emit(tx, identityEvents('app_key.expiring', key.tenant_uuid, news))
    }
  })
}

/** Ends the key and its tokens on every node. Revoking twice changes nothing. */
export async function revokeAppKey(ctx: Context, tenant: string, uuid: string): Promise<AppKey> {
  const key = await lockAppKey(ctx, tenant, uuid)
  if (!key) throw kernelProblem('not_found')
  if (key.revoked_at) return key
  const revoked_at = await markRevoked(ctx, uuid)
  await bump(ctx.db, 'revocations')
  await record(ctx, key, 'revoked')
  await emit(ctx, identityEvents('app_key.revoked', tenant, { uuid, name: key.name }))
  return { ...key, revoked_at }
}

export async function revokeByClientId(ctx: Context, clientId: string): Promise<AppKey> {
  const key = await keyNamed(ctx, clientId)
  return revokeAppKey(ctx, key.tenant_uuid, key.uuid)
}

export async function rotateByClientId(ctx: Context, clientId: string): Promise<AppKeyWithSecret> {
  const key = await keyNamed(ctx, clientId)
  return rotateAppKey(ctx, key.tenant_uuid, key.uuid)
}

export async function restrictByClientId(
  ctx: Context,
  clientId: string,
  given: readonly string[],
): Promise<AppKeyWithSecrets> {
  const key = await keyNamed(ctx, clientId)
  return restrictAppKey(ctx, key.tenant_uuid, key.uuid, given)
}

async function keyNamed(ctx: Context, clientId: string): Promise<AppKey> {
  const key = await findAppKeyByClientId(ctx, clientId)
  if (!key) throw kernelProblem('not_found', { message: `There is no app key with the client_id ${clientId}.` })
  return key
}

async function liveKey(ctx: Context, tenant: string, uuid: string): Promise<AppKey> {
  const key = await lockAppKey(ctx, tenant, uuid)
  if (!key) throw kernelProblem('not_found')
  if (key.revoked_at) throw identityProblem('key_revoked')
  return key
}

async function addSecret(ctx: Context, key: AppKey): Promise<string> {
  const secret = newSecret()
  await insertSecret(ctx, {
    uuid: newUuid(),
    tenant_uuid: key.tenant_uuid,
    app_key_uuid: key.uuid,
    digest: digestOf(secret),
    created_at: ctx.realNow,
  })
  return secret
}

function record(
  ctx: Context,
  key: AppKey,
  verb: 'created' | 'rotated' | 'restricted' | 'secret_ended' | 'revoked',
  data: Record<string, unknown> = {},
): Promise<void> {
  return audit(ctx, {
    action: identityAudit(`app_key.${verb}`),
    subject: { kind: 'app_key', uuid: key.uuid },
    tenant: key.tenant_uuid,
    data: { client_id: key.client_id, ...data },
  })
}

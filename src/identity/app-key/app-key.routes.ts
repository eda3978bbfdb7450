import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import {
  Answer,
  Body,
  DataOf,
  Int,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import {
  createAppKey,
  endAppKeySecret,
  restrictAppKey,
  revokeAppKey,
  rotateAppKey,
  showAppKeys,
  type AppKeyWithSecret,
  type AppKeyWithSecrets,
} from './app-key.actions.ts'
import { mostAllowed, shortForm } from './allow-list.rules.ts'
import { knownScopes } from '../scope.rules.ts'
import { identityProblem } from '../identity.problems.ts'

/** The portal's integrations page: app keys (decisions 2, App keys). */

const AppKeyAnswer = named('AppKey', {
  uuid: Uuid,
  client_id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  created_at: UnixTime,
  expires_at: Nullable(UnixTime),
  last_used_at: Nullable(UnixTime),
  last_used_from: Nullable(Type.String({ description: 'The address.', examples: ['203.0.113.7'] })),
  allowed_addresses: Type.Array(Type.String(), {
    description: 'From where it and its tokens may be used; none: from anywhere.',
    examples: [['203.0.113.0/24', '2001:db8::1']],
  }),
  revoked_at: Nullable(UnixTime),
  secrets: Type.Array(Answer({ uuid: Uuid, created_at: UnixTime }), { description: 'The live secrets, oldest first.' }),
})

const AppKeySecretAnswer = named('AppKeySecret', {
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Shown only this once.' }),
  scopes: Type.Array(Type.String()),
  uuid: Uuid,
})

const AllowedAddresses = Type.Array(Text(64), {
  maxItems: mostAllowed,
  description: 'IPv4 and IPv6 addresses and prefixes; none: from anywhere.',
})

const NewAppKeyBody = Body('NewAppKey', {
  name: Text(100),
  scopes: Type.Array(OneOf(knownScopes), { minItems: 1, maxItems: knownScopes.length }),
  expires_at: Type.Optional(Nullable(Int(0, 253_402_300_799, { description: 'Unix seconds.' }))),
  allowed_addresses: Type.Optional(AllowedAddresses),
})

const sortable = ['name', 'created_at', 'last_used_at'] as const

const AppKeyQuery = pageQuery({
  perPage: 25,
  sortable,
  filters: {
    status: Type.Optional(ListOf(OneOf(['live', 'revoked']), 2)),
    search: Type.Optional(
      Text(100, { description: 'Part of the name, or how the client id or the UUID (six digits or more) begins.' }),
    ),
  },
})

const KeyPath = Type.Object({ keyUUID: Uuid })
const SecretPath = Type.Object({ keyUUID: Uuid, secretUUID: Uuid })

function keyAnswer(key: AppKeyWithSecrets) {
  const { uuid, client_id, name, scopes } = key
  return {
    uuid,
    client_id,
    name,
    scopes,
    created_at: toUnix(key.created_at) ?? 0,
    expires_at: toUnix(key.expires_at),
    last_used_at: toUnix(key.last_used_at),
    last_used_from: key.last_used_from,
    allowed_addresses: key.allowed.map(shortForm),
    revoked_at: toUnix(key.revoked_at),
    secrets: key.secrets.map((secret) => ({ uuid: secret.uuid, created_at: toUnix(secret.created_at) ?? 0 })),
  }
}

function secretAnswer({ key, clientSecret }: AppKeyWithSecret): { data: Static<typeof AppKeySecretAnswer> } {
  return { data: { client_id: key.client_id, client_secret: clientSecret, scopes: key.scopes, uuid: key.uuid } }
}

export const appKeyRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalListAppKeys',
    route: 'GET /portal/companies/:tenantUUID/app-keys',
    tag: 'Portal',
    summary: 'List app keys',
    access: { by: 'member', role: 'viewer' },
    query: AppKeyQuery,
    answer: PageOf(AppKeyAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const sort = sortKeys(query.sort, sortable, '-created_at')
      const { rows, total } = await showAppKeys(ctx, {
        tenant: tenantOf(ctx),
        status: query.filter?.status ?? [],
        search: query.filter?.search ?? null,
        sort,
        ...page,
      })
      return { data: rows.map(keyAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'portalCreateAppKey',
    route: 'POST /portal/companies/:tenantUUID/app-keys',
    tag: 'Portal',
    summary: 'Create an app key',
    description: 'The secret is in this answer and nowhere else.',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    status: 201,
    body: NewAppKeyBody,
    answer: DataOf(AppKeySecretAnswer),
    examples: { body: { name: 'Billing export', scopes: ['billing:read'] } },
    refuses: identityProblem.rows('too_many_keys', 'key_expiry_past'),
    handle: async (ctx, { body }) => {
      const expiresAt = typeof body.expires_at === 'number' ? new Date(body.expires_at * 1_000) : null
      const { name, scopes, allowed_addresses: allowed = [] } = body
      return secretAnswer(await createAppKey(ctx, tenantOf(ctx), { name, scopes, expiresAt, allowed }))
    },
  }),
  endpoint({
    id: 'portalRestrictAppKey',
    route: 'PATCH /portal/companies/:tenantUUID/app-keys/:keyUUID',
    tag: 'Portal',
    summary: 'Say from where an app key may be used',
    description: 'Counts for the key and for its tokens, on every node within a second.',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    params: KeyPath,
    body: Body('AppKeyChange', { allowed_addresses: AllowedAddresses }),
    answer: DataOf(AppKeyAnswer),
    examples: { body: { allowed_addresses: ['203.0.113.0/24', '2001:db8::1'] } },
    refuses: identityProblem.rows('key_revoked'),
    handle: async (ctx, { params, body }) => ({
      data: keyAnswer(await restrictAppKey(ctx, tenantOf(ctx), params.keyUUID, body.allowed_addresses)),
    }),
  }),
  endpoint({
    id: 'portalRotateAppKey',
    route: 'POST /portal/companies/:tenantUUID/app-keys/:keyUUID/rotate',
    tag: 'Portal',
    summary: 'Give an app key a second secret',
    description: 'Both secrets work until the old one is ended, so that programs can change over without a pause.',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    status: 201,
    params: KeyPath,
    answer: DataOf(AppKeySecretAnswer),
    refuses: identityProblem.rows('two_secrets_live', 'key_revoked'),
    handle: async (ctx, { params }) => secretAnswer(await rotateAppKey(ctx, tenantOf(ctx), params.keyUUID)),
  }),
  endpoint({
    id: 'portalEndAppKeySecret',
    route: 'DELETE /portal/companies/:tenantUUID/app-keys/:keyUUID/secrets/:secretUUID',
    tag: 'Portal',
    summary: 'End one of two secrets',
    access: { by: 'member', role: 'owner' },
    status: 204,
    params: SecretPath,
    refuses: identityProblem.rows('last_secret', 'key_revoked'),
    handle: (ctx, { params }) => endAppKeySecret(ctx, tenantOf(ctx), params.keyUUID, params.secretUUID),
  }),
  endpoint({
    id: 'portalRevokeAppKey',
    route: 'DELETE /portal/companies/:tenantUUID/app-keys/:keyUUID',
    tag: 'Portal',
    summary: 'Revoke an app key',
    description: 'Its tokens end on every node within a second. Revoking twice is no error.',
    access: { by: 'member', role: 'owner' },
    params: KeyPath,
    answer: DataOf(AppKeyAnswer),
    handle: async (ctx, { params }) => ({
      data: keyAnswer({ ...(await revokeAppKey(ctx, tenantOf(ctx), params.keyUUID)), secrets: [] }),
    }),
  }),
]

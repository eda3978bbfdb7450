import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { RateLimit, takeOne } from '../../kernel/http/limits.ts'
import { Problem } from '../../kernel/problems.ts'
import { bump } from '../../kernel/pulse.ts'
import { slot } from '../../kernel/slot.ts'
import { allows, plainAddress } from '../app-key/allow-list.rules.ts'
import { appKeys } from '../app-key/app-key.memory.ts'
import { chooseScopes, digestOf, indexOfSecret } from '../app-key/app-key.rules.ts'
import { findCredentials, type Credentials } from '../app-key/app-key.store.ts'
import { oauthProblem } from '../identity.problems.ts'
import { keyring } from './keyring.memory.ts'
import { signJwt } from './jwt.rules.ts'
import { insertRevokedToken } from './revocation.store.ts'
import { tokenSeconds } from './signing-key.rules.ts'
import { tokens, type TokenFacts } from './token.memory.ts'

export interface ClientProof {
  readonly clientId: string
  readonly clientSecret: string
  readonly address: string
  /** Only a client that used the header is challenged to use it (RFC 6749 §5.2). */
  readonly byHeader: boolean
}

interface IssuedToken {
  readonly token: Token
  /** How many more this key may have. */
  readonly limits: Readonly<Record<string, string>>
}

export interface Token {
  readonly access_token: string
  readonly expires_in: number
  readonly scope: string
  readonly token_type: 'bearer'
}

const tokenLimit = slot((house) => new RateLimit(house.config.tokenRateLimit))

export async function issueToken(ctx: Context, proof: ClientProof, wanted: string | undefined): Promise<IssuedToken> {
  await ctx.house.pulse.fresh()
  // Per address first, so that nobody can use up another's share; then per key, wherever its requests come from.
  takeOne(tokenLimit(ctx), `${proof.clientId} ${proof.address}`)
  const { secret, ...client } = await authenticateClient(ctx, proof)
  const limits = takeOne(tokenLimit(ctx), client.client_id)
  const choice = chooseScopes(wanted, client.scopes)
  if ('refused' in choice)
    throw oauthProblem('invalid_scope', {
      message: `The scope ${JSON.stringify(choice.refused.slice(0, 64))} does not exist or this app key does not have it.`,
    })
  const lifetime = Math.min(tokenSeconds, secondsLeft(client, ctx.realNow))
  const scope = choice.granted.join(' ')
  const { client_id, tenant_uuid: tenant } = client
  const claims = { sub: client_id, client_id, tenant, secret_uuid: secret, scope, jti: newUuid() }
  const access_token = await signToken(ctx, claims, lifetime)
  return { token: { access_token, expires_in: lifetime, scope, token_type: 'bearer' }, limits }
}

function secondsLeft({ expires_at }: Credentials, now: Date): number {
  return expires_at ? Math.floor((expires_at.getTime() - now.getTime()) / 1_000) : tokenSeconds
}

/** What a token says of whom it is for (RFC 9068). */
interface Claims {
  readonly sub: string
  readonly client_id: string
  readonly tenant: string
  readonly scope: string
  readonly jti: string
  /** By which secret of an app key it was made, or in whose session. */
  readonly secret_uuid?: string
  readonly session_uuid?: string
}

export async function signToken(ctx: Context, claims: Claims, lifetime: number): Promise<string> {
  const { header, privateKey } = keyring(ctx).signer(ctx.realNow)
  const issuer = ctx.house.config.publicUrl
  const issuedAt = Math.floor(ctx.realNow.getTime() / 1_000)
  return signJwt(privateKey, header, { iss: issuer, aud: issuer, ...claims, iat: issuedAt, exp: issuedAt + lifetime })
}

/**
 * A known key with the right secret costs no database read. Every failure costs exactly one, whether the key is unknown,
 * known or remembered, so that failures cannot be told apart by time.
 */
async function authenticateClient(ctx: Context, proof: ClientProof): Promise<Credentials & { secret: string }> {
  const digest = digestOf(proof.clientSecret)
  const memory = appKeys(ctx)
  const remembered = memory.get(proof.clientId)
  const matches = indexOfSecret(digest, remembered?.digests ?? []) >= 0
  const client = remembered && matches ? remembered : await findCredentials(ctx, proof.clientId)
  const secret = client?.secrets[indexOfSecret(digest, client.digests)]
  if (!client || secret === undefined || !isLive(client, ctx.realNow)) throw clientRefused(proof.byHeader)
  if (!allows(client.allowed.map(knownPrefix), proof.address)) throw clientElsewhere(proof.address)
  memory.keep(client)
  memory.touch(client.client_id, { ip: proof.address })
  return { ...client, secret }
}

function isLive(client: Credentials, now: Date): boolean {
  if (client.revoked_at || client.tenant_status === 'suspended' || client.tenant_status === 'closed') return false
  return !client.expires_at || client.expires_at > now
}

/** Said only to who has the secret, and exactly: its owner looks for the reason. */
const clientElsewhere = (address: string): Problem =>
  oauthProblem('unauthorized_client', {
    message: `This app key may not be used from ${plainAddress(address) ?? 'this address'}; an owner says from where in the portal.`,
  })

function clientRefused(byHeader: boolean): Problem {
  return oauthProblem('invalid_client', byHeader ? { headers: { 'www-authenticate': 'Basic realm="sublet"' } } : {})
}

/** RFC 7662; a client learns only about tokens of its own company. */
export async function introspectToken(
  ctx: Context,
  proof: ClientProof,
  token: string,
): Promise<Record<string, unknown>> {
  await ctx.house.pulse.fresh()
  const client = await authenticateClient(ctx, proof)
  const facts = await liveToken(ctx, token)
  if (!facts || facts.tenant !== client.tenant_uuid) return { active: false }
  return {
    active: true,
    scope: facts.scope,
    client_id: facts.clientId,
    tenant: facts.tenant,
    token_type: 'bearer',
    iss: ctx.house.config.publicUrl,
    aud: ctx.house.config.publicUrl,
    sub: facts.caller.actor.id,
    iat: facts.issuedAt,
    exp: facts.expiresAt,
    jti: facts.jti,
  }
}

/** RFC 7009: revokes the client's own token; anything else is as good as revoked, so it is no error. */
export async function revokeToken(ctx: Context, proof: ClientProof, token: string): Promise<void> {
  await ctx.house.pulse.fresh()
  const client = await authenticateClient(ctx, proof)
  const facts = await liveToken(ctx, token)
  if (!facts || facts.clientId !== client.client_id) return
  await inTransaction(ctx, async (tx) => {
    await insertRevokedToken(tx.db, facts.jti, new Date(facts.expiresAt * 1_000))
    await bump(tx.db, 'revocations')
  })
}

async function liveToken(ctx: Context, token: string): Promise<TokenFacts | null> {
  try {
    return await tokens(ctx).check(token)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The public keys, once every change of another node has been heard. */
export async function publishedKeys(ctx: Context): Promise<object[]> {
  await ctx.house.pulse.fresh()
  return keyring(ctx).published()
}

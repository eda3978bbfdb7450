import { endpoint, Reply, type Endpoint, type RequestFacts } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { Body, KeySet, named, Type } from '../../kernel/http/schema.ts'
import { knownScopes, scopes } from '../scope.rules.ts'
import { oauthProblem } from '../identity.problems.ts'
import { TokenAnswer } from './token.wire.ts'
import { introspectToken, issueToken, publishedKeys, revokeToken, type ClientProof } from './token.actions.ts'

/** OAuth 2.0: client credentials (RFC 6749), revocation (7009), introspection (7662), metadata (8414). */

const Credential = Type.Optional(Type.String({ maxLength: 255 }))

const TokenForm = Body('TokenRequest', {
  grant_type: Type.Optional(
    Type.String({ maxLength: 255, description: 'client_credentials', examples: ['client_credentials'] }),
  ),
  client_id: Credential,
  client_secret: Credential,
  scope: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Scopes separated by spaces; all of the key when absent.' }),
  ),
})

const HintedToken = Body('HintedToken', {
  token: Type.Optional(Type.String({ maxLength: 8_192 })),
  token_type_hint: Type.Optional(Type.String({ maxLength: 64 })),
  client_id: Credential,
  client_secret: Credential,
})

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

interface ClientFields {
  readonly client_id?: string
  readonly client_secret?: string
}

/** client_secret_post or client_secret_basic, never both (RFC 6749 §2.3). */
function proofFrom({ client_id, client_secret }: ClientFields, { ip, headers }: RequestFacts): ClientProof {
  const header = headers['authorization']
  if (header === undefined) {
    if (!client_id || !client_secret)
      throw oauthProblem('invalid_request', { message: 'Send client_id and client_secret.' })
    return { clientId: client_id, clientSecret: client_secret, address: ip, byHeader: false }
  }
  if (client_secret !== undefined)
    throw oauthProblem('invalid_request', { message: 'Authenticate by the header or by the form, not by both.' })
  const proof = basicProof(header, ip)
  if (client_id !== undefined && client_id !== proof.clientId)
    throw oauthProblem('invalid_request', { message: 'client_id differs from the one in the header.' })
  return proof
}

function basicProof(header: string, address: string): ClientProof {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  const clientId = formDecoded(text.slice(0, Math.max(cut, 0)))
  const clientSecret = formDecoded(text.slice(cut + 1))
  if (cut < 1 || clientId === null || clientSecret === null)
    throw oauthProblem('invalid_client', { headers: { 'www-authenticate': 'Basic realm="sublet"' } })
  return { clientId, clientSecret, address, byHeader: true }
}

function formDecoded(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\0') || decoded.length > 255 ? null : decoded
  } catch {
    return null
  }
}

function neededToken(token: string | undefined): string {
  if (!token) throw oauthProblem('invalid_request', { message: 'Send the token in the field "token".' })
  return token
}

export const tokenRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'issueToken',
    route: 'POST /oauth2/token',
    tag: 'OAuth',
    summary: 'Get an access token',
    description:
      'The client-credentials flow with client_secret_post or client_secret_basic. Fields not named here are ignored.',
    access: { by: 'anyone' },
    body: TokenForm,
    form: true,
    ownTransactions: true,
    answer: TokenAnswer,
    examples: {
      answer: { access_token: 'eyJhbGciOi…', expires_in: 86_399, scope: 'billing ecommerce', token_type: 'bearer' },
    },
    refuses: [
      ...oauthProblem.rows(
        'invalid_request',
        'invalid_client',
        'unauthorized_client',
        'invalid_scope',
        'unsupported_grant_type',
      ),
      ...kernelProblem.rows('rate_limited'),
    ],
    handle: async (ctx, { body, request }) => {
      if (body.grant_type === undefined)
        throw oauthProblem('invalid_request', { message: 'Send grant_type=client_credentials.' })
      if (body.grant_type !== 'client_credentials') throw oauthProblem('unsupported_grant_type')
      const { token, limits } = await issueToken(ctx, proofFrom(body, request), body.scope)
      return new Reply(token, { ...noStore, ...limits })
    },
  }),
  endpoint({
    id: 'revokeToken',
    route: 'POST /oauth2/revoke',
    tag: 'OAuth',
    summary: 'Revoke an access token',
    description: 'RFC 7009. A client revokes its own tokens; an unknown token is no error.',
    access: { by: 'anyone' },
    body: HintedToken,
    form: true,
    ownTransactions: true,
    answer: named('Revocation', {}),
    refuses: oauthProblem.rows('invalid_request', 'invalid_client', 'unauthorized_client'),
    handle: async (ctx, { body, request }) => {
      await revokeToken(ctx, proofFrom(body, request), neededToken(body.token))
      return {}
    },
  }),
  endpoint({
    id: 'introspectToken',
    route: 'POST /oauth2/introspect',
    tag: 'OAuth',
    summary: 'Ask whether an access token is in force',
    description: 'RFC 7662. A client learns about tokens of its own company.',
    access: { by: 'anyone' },
    body: HintedToken,
    form: true,
    ownTransactions: true,
    answer: Type.Named('Introspection', Type.Object({ active: Type.Boolean() }, { additionalProperties: true })),
    refuses: oauthProblem.rows('invalid_request', 'invalid_client', 'unauthorized_client'),
    handle: async (ctx, { body, request }) =>
      (await introspectToken(ctx, proofFrom(body, request), neededToken(body.token))) as { active: boolean },
  }),
  endpoint({
    id: 'publishedKeys',
    route: 'GET /.well-known/jwks.json',
    tag: 'OAuth',
    summary: 'The public keys that access tokens are signed with',
    access: { by: 'anyone' },
    tagged: true,
    answer: KeySet,
    handle: async (ctx) => new Reply({ keys: await publishedKeys(ctx) }, { 'cache-control': 'public, max-age=300' }),
  }),
  endpoint({
    id: 'authorizationServer',
    route: 'GET /.well-known/oauth-authorization-server',
    tag: 'OAuth',
    summary: 'What this authorization server can do',
    description: 'RFC 8414.',
    access: { by: 'anyone' },
    tagged: true,
    answer: Type.Named('AuthorizationServer', Type.Object({ issuer: Type.String() }, { additionalProperties: true })),
    handle: ({ house }) =>
      new Reply(serverMetadata(house.config.publicUrl), { 'cache-control': 'public, max-age=300' }),
  }),
]

function serverMetadata(issuer: string) {
  const methods = ['client_secret_post', 'client_secret_basic']
  return {
    issuer,
    token_endpoint: `${issuer}/oauth2/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: knownScopes,
    service_documentation: `${issuer}/docs`,
    protected_resources: scopes.map((scope) => `${issuer}/${scope}`),
  }
}

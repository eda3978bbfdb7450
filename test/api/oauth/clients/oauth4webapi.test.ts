import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integrationIn, type Integration } from '../../../support/integration.ts'
import { openReachableWorld } from '../../../support/server/socket.ts'
import type { World } from '../../../support/world.ts'

let world: World
let url: string
let app: Integration
let server: oauth.AuthorizationServer
const overHttp = { [oauth.allowInsecureRequests]: true }
beforeAll(async () => {
  ;({ world, url } = await openReachableWorld())
  app = await integrationIn(world)
  const issuer = new URL(url)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...overHttp })
  server = await oauth.processDiscoveryResponse(issuer, found)
})
afterAll(() => world.close())

const ways = { client_secret_post: oauth.ClientSecretPost, client_secret_basic: oauth.ClientSecretBasic }
const self = (): oauth.Client => ({ client_id: app.clientId })

async function grant(auth: oauth.ClientAuth, parameters: Record<string, string> = {}) {
  const answer = await oauth.clientCredentialsGrantRequest(server, self(), auth, parameters, overHttp)
  return oauth.processClientCredentialsResponse(server, self(), answer)
}

function read(token: string, headers = new Headers()) {
  return oauth.protectedResourceRequest(token, 'GET', new URL(app.companyUrl), headers, null, overHttp)
}

describe('oauth4webapi', () => {
  describe.each(['client_secret_post', 'client_secret_basic'] as const)('by %s', (way) => {
    const proof = () => ways[way](app.clientSecret)

    it('gets a token and uses it', async () => {
      const { access_token, token_type, scope, expires_in } = await grant(proof())
      expect({ token_type, scope, expires_in }).toEqual({
        token_type: 'bearer',
        scope: 'billing ecommerce',
        expires_in: 86_399,
      })
      expect((await read(access_token)).status).toBe(200)
    })

    it('has a token introspected, then revokes it', async () => {
      const { access_token } = await grant(proof(), { scope: 'billing:read' })
      const introspect = async () => {
        const answer = await oauth.introspectionRequest(server, self(), proof(), access_token, overHttp)
        return oauth.processIntrospectionResponse(server, self(), answer)
      }
      expect(await introspect()).toMatchObject({ active: true, scope: 'billing:read', client_id: app.clientId })
      const answer = await oauth.revocationRequest(server, self(), proof(), access_token, overHttp)
      await oauth.processRevocationResponse(answer)
      await expect.poll(async () => (await introspect()).active).toBe(false)
    })

    it('reads invalid_scope', async () => {
      await expect(grant(proof(), { scope: 'credits' })).rejects.toMatchObject({ error: 'invalid_scope', status: 400 })
    })

    it('reads unsupported_grant_type', async () => {
      const answer = await oauth.genericTokenEndpointRequest(server, self(), proof(), 'urn:x:y', {}, overHttp)
      const processed = oauth.processGenericTokenEndpointResponse(server, self(), answer)
      await expect(processed).rejects.toMatchObject({ error: 'unsupported_grant_type', status: 400 })
    })
  })

  it('checks the token as a resource server would (RFC 9068)', async () => {
    const { access_token } = await grant(oauth.ClientSecretPost(app.clientSecret))
    const request = new Request(app.companyUrl, { headers: { authorization: `Bearer ${access_token}` } })
    const claims = await oauth.validateJwtAccessToken(server, request, url, overHttp)
    expect(claims).toMatchObject({ iss: url, aud: url, client_id: app.clientId, sub: app.clientId })
  })

  it('reads invalid_client, and by the header its challenge', async () => {
    const byForm = grant(oauth.ClientSecretPost('wrong'))
    await expect(byForm).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
    const byHeader = grant(oauth.ClientSecretBasic('wrong'))
    await expect(byHeader).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
  })

  it('reads invalid_request', async () => {
    const twice: oauth.ClientAuth = (_server, _client, body, headers) => {
      body.set('client_id', app.clientId)
      body.set('client_secret', app.clientSecret)
      headers.set('authorization', `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`)
    }
    await expect(grant(twice)).rejects.toMatchObject({ error: 'invalid_request', status: 400 })
  })

  it('reads the challenge of RFC 6750 when the token is refused', async () => {
    const refused = read('not-a-token').catch((error: unknown) => error)
    expect(await refused).toMatchObject({
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { realm: 'sublet', error: 'invalid_token' } }],
    })
  })
})

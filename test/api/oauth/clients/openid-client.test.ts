import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integrationIn, type Integration } from '../../../support/integration.ts'
import { openReachableWorld } from '../../../support/server/socket.ts'
import type { World } from '../../../support/world.ts'

let world: World
let url: string
let app: Integration
beforeAll(async () => {
  ;({ world, url } = await openReachableWorld())
  app = await integrationIn(world)
})
afterAll(() => world.close())

const ways = {
  client_secret_post: client.ClientSecretPost,
  client_secret_basic: client.ClientSecretBasic,
}

function discover(way: keyof typeof ways, { clientId, clientSecret }: Omit<Integration, 'companyUrl'> = app) {
  return client.discovery(new URL(url), clientId, clientSecret, ways[way](clientSecret), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })
}

async function failureOf(work: Promise<unknown>): Promise<object> {
  return work.then(
    () => expect.fail('was not refused'),
    (error: unknown) => error as object,
  )
}

describe('openid-client', () => {
  it('discovers the server', async () => {
    const metadata = (await discover('client_secret_post')).serverMetadata()
    expect(metadata.issuer).toBe(url)
    expect(metadata.token_endpoint).toBe(`${url}/oauth2/token`)
  })

  describe.each(['client_secret_post', 'client_secret_basic'] as const)('by %s', (way) => {
    it('gets a token, uses it, has it introspected and revokes it', async () => {
      const config = await discover(way)
      const { access_token, token_type, scope, expires_in } = await client.clientCredentialsGrant(config, {
        scope: 'billing',
      })
      expect({ token_type, scope, expires_in }).toEqual({ token_type: 'bearer', scope: 'billing', expires_in: 86_399 })
      const read = () => client.fetchProtectedResource(config, access_token, new URL(app.companyUrl), 'GET')
      expect((await read()).status).toBe(200)
      expect(await client.tokenIntrospection(config, access_token)).toMatchObject({ active: true, scope: 'billing' })
      await client.tokenRevocation(config, access_token)
      await expect
        .poll(() =>
          read().then(
            (answer) => answer.status,
            () => 401,
          ),
        )
        .toBe(401)
      expect((await client.tokenIntrospection(config, access_token)).active).toBe(false)
    })

    it('reads invalid_scope', async () => {
      const config = await discover(way)
      const failure = await failureOf(client.clientCredentialsGrant(config, { scope: 'credits' }))
      expect(failure).toBeInstanceOf(client.ResponseBodyError)
      expect(failure).toMatchObject({ error: 'invalid_scope', status: 400 })
    })

    it('reads unsupported_grant_type', async () => {
      const config = await discover(way)
      const failure = await failureOf(client.genericGrantRequest(config, 'password', { username: 'a', password: 'b' }))
      expect(failure).toMatchObject({ error: 'unsupported_grant_type', status: 400 })
    })
  })

  it('reads invalid_client', async () => {
    const config = await discover('client_secret_post', { ...app, clientSecret: 'wrong' })
    expect(await failureOf(client.clientCredentialsGrant(config))).toMatchObject({
      error: 'invalid_client',
      status: 401,
    })
  })

  it('reads the challenge that goes with invalid_client by the header', async () => {
    const config = await discover('client_secret_basic', { ...app, clientSecret: 'wrong' })
    const failure = await failureOf(client.clientCredentialsGrant(config))
    expect(failure).toBeInstanceOf(client.WWWAuthenticateChallengeError)
    expect(failure).toMatchObject({ status: 401, cause: [{ scheme: 'basic', parameters: { realm: 'sublet' } }] })
    const { response } = failure as { response: Response }
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  it('reads invalid_request', async () => {
    const config = await discover('client_secret_post')
    const failure = await failureOf(client.clientCredentialsGrant(config, { scope: 'x'.repeat(1_001) }))
    expect(failure).toMatchObject({ error: 'invalid_request', status: 400 })
  })
})

import { ClientCredentials, ResourceOwnerPassword, type AccessToken } from 'simple-oauth2'
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

function optionsWith(options: object, secret = app.clientSecret) {
  return {
    client: { id: app.clientId, secret },
    auth: { tokenHost: url, tokenPath: '/oauth2/token', revokePath: '/oauth2/revoke' },
    options,
  }
}

async function read(token: AccessToken): Promise<number> {
  const headers = { authorization: `Bearer ${String(token.token['access_token'])}` }
  return (await fetch(app.companyUrl, { headers })).status
}

const refusal = (status: number, error: string) => ({
  output: { statusCode: status },
  data: { payload: { error, error_description: expect.any(String) } },
})

describe('simple-oauth2', () => {
  describe.each([
    ['client_secret_basic', { authorizationMethod: 'header' }],
    [
      'client_secret_basic without percent-encoding',
      {
        authorizationMethod: 'header',
        credentialsEncodingMode: 'loose',
      },
    ],
    ['client_secret_post', { authorizationMethod: 'body' }],
  ])('by %s', (_way, options) => {
    it('gets a token, uses it and revokes it', async () => {
      const token = await new ClientCredentials(optionsWith(options)).getToken({ scope: ['billing', 'ecommerce'] })
      expect(token.token).toMatchObject({ token_type: 'bearer', expires_in: 86_399, scope: 'billing ecommerce' })
      expect(token.expired()).toBe(false)
      expect(await read(token)).toBe(200)
      await token.revoke('access_token')
      await expect.poll(() => read(token)).toBe(401)
    })

    it('reads invalid_client', async () => {
      const grant = new ClientCredentials(optionsWith(options, 'wrong'))
      await expect(grant.getToken({})).rejects.toMatchObject(refusal(401, 'invalid_client'))
    })

    it('reads invalid_scope', async () => {
      const grant = new ClientCredentials(optionsWith(options))
      await expect(grant.getToken({ scope: 'credits' })).rejects.toMatchObject(refusal(400, 'invalid_scope'))
    })

    it('reads unsupported_grant_type', async () => {
      const grant = new ResourceOwnerPassword(optionsWith(options))
      const asked = grant.getToken({ username: 'a', password: 'b' })
      await expect(asked).rejects.toMatchObject(refusal(400, 'unsupported_grant_type'))
    })
  })

  it('reads invalid_request when it sends JSON', async () => {
    const grant = new ClientCredentials(optionsWith({ bodyFormat: 'json' }))
    await expect(grant.getToken({})).rejects.toMatchObject(refusal(400, 'invalid_request'))
  })
})

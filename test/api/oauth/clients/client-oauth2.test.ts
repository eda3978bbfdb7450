import ClientOAuth2 from 'client-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integrationIn, type Integration } from '../../../support/integration.ts'
import { openReachableWorld } from '../../../support/server/socket.ts'
import type { World } from '../../../support/world.ts'

/** This library authenticates by the Basic header alone. */

let world: World
let url: string
let app: Integration
beforeAll(async () => {
  ;({ world, url } = await openReachableWorld())
  app = await integrationIn(world)
})
afterAll(() => world.close())

function clientWith(options: ClientOAuth2.Options = {}): ClientOAuth2 {
  const { clientId, clientSecret } = app
  return new ClientOAuth2({ clientId, clientSecret, accessTokenUri: `${url}/oauth2/token`, ...options })
}

const refusal = (error: string) => ({
  code: 'EAUTH',
  body: { error, error_description: expect.any(String) },
})

describe('client-oauth2', () => {
  it('gets a token by client_secret_basic and signs a request with it', async () => {
    const token = await clientWith({ scopes: ['billing'] }).credentials.getToken()
    expect(token.tokenType).toBe('bearer')
    expect(token.data).toMatchObject({ scope: 'billing', expires_in: 86_399 })
    expect(token.expired()).toBe(false)
    const signed = token.sign({ url: app.companyUrl, headers: {} })
    const answer = await fetch(signed.url, { headers: signed.headers as Record<string, string> })
    expect(answer.status).toBe(200)
  })

  it('gets all scopes when it names none', async () => {
    const token = await clientWith().credentials.getToken()
    expect(token.data['scope']).toBe('billing ecommerce')
  })

  it('reads invalid_client', async () => {
    const asked = clientWith({ clientSecret: 'wrong' }).credentials.getToken()
    await expect(asked).rejects.toMatchObject(refusal('invalid_client'))
  })

  it('reads invalid_scope', async () => {
    const asked = clientWith({ scopes: ['billing', 'credits'] }).credentials.getToken()
    await expect(asked).rejects.toMatchObject(refusal('invalid_scope'))
  })

  it('reads invalid_request when the secret is in the form as well', async () => {
    const { clientId, clientSecret } = app
    const asked = clientWith({ body: { client_id: clientId, client_secret: clientSecret } }).credentials.getToken()
    await expect(asked).rejects.toMatchObject(refusal('invalid_request'))
  })

  it('reads unsupported_grant_type', async () => {
    const asked = clientWith().owner.getToken('someone', 'password')
    await expect(asked).rejects.toMatchObject(refusal('unsupported_grant_type'))
  })
})

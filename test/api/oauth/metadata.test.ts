import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

const issuer = 'https://sublet.example'
let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: `${issuer}/` } })
})
afterAll(() => world.close())

describe('GET /.well-known/oauth-authorization-server', () => {
  it('describes the server as RFC 8414 wants it', async () => {
    const { status, headers, body } = await world.call('GET', '/.well-known/oauth-authorization-server')
    const methods = ['client_secret_post', 'client_secret_basic']
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(body).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/oauth2/token`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      introspection_endpoint: `${issuer}/oauth2/introspect`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_methods_supported: methods,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
    })
    expect(body.scopes_supported).toEqual(
      expect.arrayContaining(['billing', 'billing:read', 'ecommerce', 'credits', 'nethub-data', 'dns']),
    )
  })

  it('names addresses that answer', async () => {
    const { body } = await world.call('GET', '/.well-known/oauth-authorization-server')
    const pathIn = (address: string) => new URL(address).pathname
    for (const address of [body.token_endpoint, body.revocation_endpoint, body.introspection_endpoint])
      expect((await world.call('POST', pathIn(address))).body.error).toBe('invalid_request')
    expect((await world.call('GET', pathIn(body.jwks_uri))).status).toBe(200)
  })
})

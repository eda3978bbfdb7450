import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { freePort } from '../server/free-port.ts'

/** An identity provider made with jose, which says whatever a test wants it to say. */

type Said = Record<string, unknown>

export interface Forgery {
  /** In place of what an honest one would claim. */
  readonly claims?: Said
  /** How the ID token is signed; honestly unless said otherwise. */
  readonly signed?: 'none' | 'with the public key' | 'by a stranger'
  /** In place of what the document of discovery says. */
  readonly discovery?: Said
  /** What it answers at a path instead. */
  readonly instead?: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>
}

export interface ForgingProvider {
  readonly issuer: string
  readonly clientId: string
  forge(forgery: Forgery): void
  /** Paths it was asked for. */
  readonly asked: string[]
  close(): Promise<void>
}

export async function openForgingProvider(): Promise<ForgingProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const clientId = 'sublet'
  const own = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256')
  const asked: string[] = []
  let forgery: Forgery = {}

  const tokenOf = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const honest = { iss: issuer, aud: clientId, sub: 'someone', iat: now, exp: now + 300, email_verified: true }
    const claims = { ...honest, ...forgery.claims }
    if (forgery.signed === 'none') return new UnsecuredJWT(claims).encode()
    const header = { alg: 'RS256', kid: 'one' }
    if (forgery.signed === 'with the public key') {
      const secret = new TextEncoder().encode(await exportSPKI(own.publicKey))
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret)
    }
    const signer = forgery.signed === 'by a stranger' ? stranger : own
    return new SignJWT(claims).setProtectedHeader(header).sign(signer.privateKey)
  }

  const answers: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...forgery.discovery,
    }),
    '/keys': async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': async () => ({ access_token: 'any', token_type: 'Bearer', expires_in: 300, id_token: await tokenOf() }),
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname
    asked.push(path)
    const instead = forgery.instead?.[path]
    if (instead) return instead(request, response)
    const answer = answers[path]
    void (async () => {
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify((await answer?.()) ?? {}))
    })()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    clientId,
    asked,
    forge: (next) => void (forgery = next),
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

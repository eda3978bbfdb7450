import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { freePort } from '../server/free-port.ts'

/** `oidc-provider` on loopback: somebody's real identity provider, with its own pages for signing in and for consent. */

interface Account {
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
}

export interface RealProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in with this login; the login is the subject. */
  readonly accounts: Map<string, Account>
  /** By its own pages, as a browser would: from the address it is asked at to the one it sends back to. */
  signIn(address: string, login: string): Promise<URL>
  close(): Promise<void>
}

export async function openRealProvider(redirectUri: string): Promise<RealProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [clientId, clientSecret] = ['sublet', 'a secret that the provider has made']
  const accounts = new Map<string, Account>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for tests only'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    signIn: (address, login) => walk(address, login, redirectUri),
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Fills its forms in until it sends the browser back. */
async function walk(address: string, login: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: URLSearchParams } = { url: address }
  for (let steps = 0; steps < 12; steps++) {
    if (next.url.startsWith(redirectUri)) return new URL(next.url)
    const answer = await fetch(next.url, {
      method: next.form ? 'POST' : 'GET',
      ...(next.form ? { body: next.form } : {}),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      next = { url: new URL(location, next.url).href }
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined)
      throw new Error(`the provider stopped at ${next.url}: ${answer.status} ${page.slice(0, 600)}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
    next = { url: new URL(action, next.url).href, form: new URLSearchParams({ prompt, login, password: 'any' }) }
  }
  throw new Error('the provider goes in a circle')
}

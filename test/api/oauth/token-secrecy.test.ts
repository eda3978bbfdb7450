import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moveTenant, revokeByClientId } from '../../../src/identity/index.ts'
import { basic, fieldsOf, grantOf, postForm, refusalOf, refused } from '../../support/oauth.ts'
import { openWorld, password, type Answered, type KeyOf, type World } from '../../support/world.ts'
import { writtenLog } from '../../support/server/written-log.ts'

const { log, written } = writtenLog()

let world: World
let key: KeyOf
beforeAll(async () => {
  world = await openWorld({ log })
  key = await world.key(await world.tenant(), ['billing'])
})
afterAll(() => world.close())

const unknown = (): KeyOf => ({ ...key, clientId: 'sk_nobody_has_this_key' })
const wrong = (): KeyOf => ({ ...key, clientSecret: 'A'.repeat(43) })

function bytesOf({ status, text, headers }: Answered) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { status, text, headers: rest }
}

describe('an unknown client and a wrong secret', () => {
  it('are answered with the same bytes', async () => {
    expect(bytesOf(await world.tokenRequest(grantOf(unknown())))).toEqual(
      bytesOf(await world.tokenRequest(grantOf(wrong()))),
    )
    const byHeader = (k: KeyOf) =>
      world.tokenRequest({ grant_type: 'client_credentials' }, basic(k.clientId, k.clientSecret))
    expect(bytesOf(await byHeader(unknown()))).toEqual(bytesOf(await byHeader(wrong())))
  })

  it('cost the same database reads, also when the key is remembered, revoked or suspended', async () => {
    const revoked = await world.key(key.tenant)
    await world.change((ctx) => revokeByClientId(ctx, revoked.clientId))
    const suspended = await world.key(await world.tenant())
    await world.change((ctx) => moveTenant(ctx, suspended.tenant, 'suspend'))
    const untouched = await world.key(key.tenant)
    await world.token(key)
    const read = vi.spyOn(world.house.readers, 'query')
    const connect = vi.spyOn(world.house.pool, 'connect')
    const costs: string[][] = []
    for (const one of [unknown(), wrong(), { ...untouched, clientSecret: 'no' }, revoked, suspended]) {
      await world.hear()
      for (const spy of [read, connect]) spy.mockClear()
      expect((await world.tokenRequest(grantOf(one))).status).toBe(401)
      expect(connect).not.toHaveBeenCalled()
      costs.push(read.mock.calls.map(([{ text }]) => text).filter((text) => !text.includes('from pulse')))
    }
    for (const spy of [read, connect]) spy.mockRestore()
    const [cost = []] = costs
    expect(cost).toEqual([expect.stringContaining('from app_key_secret')])
    expect(costs).toEqual(costs.map(() => cost))
  })
})

describe('what is logged', () => {
  it('holds neither secrets nor tokens nor passwords', async () => {
    const token = await world.token(key)
    const bearer = { authorization: `Bearer ${token}` }
    const person = await world.person(key.tenant)
    const form = { ...fieldsOf(key), token }
    await world.tokenRequest({ ...grantOf(key), scope: 'nothing' })
    await world.tokenRequest({ grant_type: 'client_credentials' }, basic(key.clientId, key.clientSecret))
    await world.tokenRequest({ ...grantOf(wrong()) })
    await postForm(world, '/oauth2/token', `${key.clientSecret}=1&${key.clientSecret}=2`)
    await world.call('POST', `/oauth2/token?client_secret=${key.clientSecret}`)
    await world.call('GET', `/billing/v1/${key.tenant}?access_token=${token}`, { headers: bearer })
    await world.call('GET', '/portal/me', { headers: person.cookie })
    await world.call('POST', '/portal/sign-in', { payload: { email: person.email, password: `${password}!` } })
    const made = await world.call('POST', `/portal/companies/${key.tenant}/app-keys`, {
      headers: person.cookie,
      payload: { name: 'logged', scopes: ['billing'] },
    })
    await postForm(world, '/oauth2/introspect', form)
    await postForm(world, '/oauth2/revoke', form)
    await world.runJobs()
    const log = written.join('')
    expect(log).toContain('"/oauth2/token"')
    const session = person.cookie.cookie.split('=')[1] ?? ''
    for (const secret of [key.clientSecret, 'A'.repeat(43), token, made.body.data.client_secret, session, password]) {
      expect(String(secret).length).toBeGreaterThan(10)
      expect(log).not.toContain(secret)
    }
    expect(log).not.toContain(token.split('.')[2])
  })
})

describe('too many token requests', () => {
  it('are refused for that key alone, with the time to wait', async () => {
    const busy = await openWorld({ beside: world, env: { SUBLET_TOKEN_RATE_LIMIT: '3' } })
    const other = await world.key(key.tenant)
    for (let i = 0; i < 3; i++) expect((await busy.tokenRequest(grantOf(key))).status).toBe(200)
    const answer = await busy.tokenRequest(grantOf(key))
    expect(refusalOf(answer)).toEqual(refused(429, 'temporarily_unavailable'))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await busy.tokenRequest(grantOf(other))).status).toBe(200)
    await busy.close()
  })
})

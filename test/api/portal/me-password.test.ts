import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, password, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const next = 'a rather different one'

const change = (headers: Record<string, string>, current_password: string, wanted = next) =>
  world.call('POST', '/portal/me/password', { headers, payload: { current_password, password: wanted } })

const signIn = (email: string, secret: string) =>
  world.call('POST', '/portal/sign-in', { payload: { email, password: secret } })

describe('POST /portal/me/password', () => {
  it('changes the password, keeps this session and ends the others', async () => {
    const { cookie, email } = await world.person(await world.tenant())
    const elsewhere = await world.signIn(email)
    expect((await change(cookie, password)).status).toBe(204)
    expect((await world.call('GET', '/portal/me', { headers: cookie })).status).toBe(200)
    expect((await world.call('GET', '/portal/me', { headers: elsewhere })).status).toBe(401)
    expect((await signIn(email, password)).body.code).toBe('sign_in_failed')
    expect((await signIn(email, next)).status).toBe(200)
  })

  it('takes neither a wrong present password nor a weak new one', async () => {
    const { cookie, email } = await world.person(await world.tenant())
    const wrong = await change(cookie, 'something else')
    expect([wrong.status, wrong.body.code]).toEqual([422, 'password_wrong'])
    for (const weak of ['short', email.toUpperCase()])
      expect((await change(cookie, password, weak)).body.code).toBe('password_weak')
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('makes a guesser wait after ten', async () => {
    const { cookie } = await world.person(await world.tenant())
    const codes: string[] = []
    for (let i = 0; i < 11; i++) codes.push((await change(cookie, `guess number ${i}`)).body.code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'password_wrong'), 'sign_in_throttled'])
    expect((await change(cookie, password)).body.code).toBe('sign_in_throttled')
  })
})

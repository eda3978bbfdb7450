import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const meWith = (headers: { cookie: string }) => world.call('GET', '/portal/me', { headers })

describe('POST /portal/sign-out', () => {
  it('ends this session and no other, and clears the cookie', async () => {
    const person = await world.person(await world.tenant())
    const elsewhere = await world.signIn(person.email)
    const answer = await world.call('POST', '/portal/sign-out', { headers: person.cookie })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['set-cookie']).toBe(
      '__Host-sublet_session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    )
    expect((await meWith(person.cookie)).status).toBe(401)
    expect((await meWith(elsewhere)).status).toBe(200)
  })

  it('refuses who is not signed in, and who comes from another site', async () => {
    const person = await world.person(await world.tenant())
    const nobody = await world.call('POST', '/portal/sign-out')
    expect([nobody.status, nobody.body.code]).toEqual([401, 'session_missing'])
    const headers = { ...person.cookie, 'sec-fetch-site': 'cross-site' }
    const foreign = await world.call('POST', '/portal/sign-out', { headers })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'cross_site'])
    expect((await meWith(person.cookie)).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rename = (headers: Record<string, string>, name: string) =>
  world.call('PATCH', '/portal/me', { headers, payload: { name } })

describe('PATCH /portal/me', () => {
  it('changes the name, wherever it is shown', async () => {
    const { cookie, uuid, email } = await world.person(await world.tenant())
    const answer = await rename(cookie, 'Ann Renamed')
    expect([answer.status, answer.body]).toEqual([200, { data: { uuid, email, name: 'Ann Renamed' } }])
    const me = await world.call('GET', '/portal/me', { headers: cookie })
    expect(me.body.data.person.name).toBe('Ann Renamed')
  })

  it.each(['', 'x'.repeat(256)])('refuses a name of another length', async (name) => {
    const { cookie } = await world.person(await world.tenant())
    const answer = await rename(cookie, name)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']])
  })

  it('refuses a name of two lines', async () => {
    const { cookie } = await world.person(await world.tenant())
    const { status, body } = await rename(cookie, 'Ann\nBcc: everyone')
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'name_unacceptable', ['name']])
  })
})

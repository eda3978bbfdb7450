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

  it('changes the time zone and leaves the name', async () => {
    const { cookie } = await world.person(await world.tenant())
    const before = await world.call('GET', '/portal/me', { headers: cookie })
    expect(before.body.data.person.time_zone).toBe('UTC')
    const answer = await world.call('PATCH', '/portal/me', { headers: cookie, payload: { time_zone: 'Asia/Kolkata' } })
    expect(answer.status).toBe(200)
    const me = await world.call('GET', '/portal/me', { headers: cookie })
    expect(me.body.data.person).toEqual({ ...before.body.data.person, time_zone: 'Asia/Kolkata' })
  })

  it('refuses a time zone that nobody has', async () => {
    const { cookie } = await world.person(await world.tenant())
    const payload = { name: 'Not changed', time_zone: 'Mars/Olympus' }
    const { status, body } = await world.call('PATCH', '/portal/me', { headers: cookie, payload })
    expect([status, body.code]).toEqual([422, 'time_zone_unknown'])
    const me = await world.call('GET', '/portal/me', { headers: cookie })
    expect(me.body.data.person).toMatchObject({ time_zone: 'UTC' })
    expect(me.body.data.person.name).not.toBe('Not changed')
  })

  it('refuses a name of two lines', async () => {
    const { cookie } = await world.person(await world.tenant())
    const { status, body } = await rename(cookie, 'Ann\nBcc: everyone')
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'name_unacceptable', ['name']])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const end = (headers: Record<string, string>, uuid: string) =>
  world.call('DELETE', `/portal/me/sessions/${uuid}`, { headers })

const sessionsOf = async (headers: Record<string, string>): Promise<{ uuid: string; current: boolean }[]> =>
  (await world.call('GET', '/portal/me/sessions', { headers })).body.data

describe('DELETE /portal/me/sessions/{sessionUUID}', () => {
  it('ends that session and no other', async () => {
    const { cookie, email } = await world.person(await world.tenant())
    const elsewhere = await world.signIn(email)
    const other = (await sessionsOf(cookie)).find(({ current }) => !current)
    expect((await end(cookie, other?.uuid ?? '')).status).toBe(204)
    expect((await world.call('GET', '/portal/me', { headers: elsewhere })).status).toBe(401)
    expect(await sessionsOf(cookie)).toMatchObject([{ current: true }])
  })

  it("knows another's session as little as one that never was", async () => {
    const tenant = await world.tenant()
    const [mine, theirs] = [await world.person(tenant), await world.person(tenant)]
    const [session] = await sessionsOf(theirs.cookie)
    const answers = [await end(mine.cookie, session?.uuid ?? ''), await end(mine.cookie, newUuid())]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
    expect(new Set(answers.map(anonymous)).size).toBe(1)
    expect((await world.call('GET', '/portal/me', { headers: theirs.cookie })).status).toBe(200)
  })
})

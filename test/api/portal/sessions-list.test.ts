import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const list = (headers: Record<string, string>, query = '') =>
  world.call('GET', `/portal/me/sessions${query && `?${query}`}`, { headers })

describe('GET /portal/me/sessions', () => {
  it("shows one's own live sessions, newest first, and which one this is", async () => {
    const tenant = await world.tenant()
    const [{ cookie, email, uuid }] = [await world.person(tenant), await world.person(tenant)]
    const latest = await world.signIn(email)
    await world.signIn(email)
    await world.house.pool.query(
      `update portal_session set expires_at = now() where uuid =
        (select uuid from portal_session where person_uuid = $1 order by created_at desc limit 1)`,
      [uuid],
    )
    const answer = await list(cookie)
    expect(answer.body.data).toEqual([
      { uuid: expect.any(String), created_at: expect.any(Number), expires_at: expect.any(Number), current: false },
      { uuid: expect.any(String), created_at: expect.any(Number), expires_at: expect.any(Number), current: true },
    ])
    expect((await list(latest)).body.data.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
  })

  it('is paged', async () => {
    const { cookie, email } = await world.person(await world.tenant())
    for (let i = 0; i < 4; i++) await world.signIn(email)
    const all = (await list(cookie)).body.data
    expect(all).toHaveLength(5)
    expect(await walkPages((query) => list(cookie, query), 2)).toEqual(all)
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    const { cookie } = await world.person(await world.tenant())
    expect((await list(cookie, query)).status).toBe(422)
  })
})

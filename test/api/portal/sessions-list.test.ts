import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { openWorld, password, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const list = (headers: Record<string, string>, query = '') =>
  world.call('GET', `/portal/me/sessions${query && `?${query}`}`, { headers })

const session = {
  uuid: expect.any(String),
  created_at: expect.any(Number),
  expires_at: expect.any(Number),
  user_agent: expect.any(String),
  proven_at: expect.any(Number),
  proven_by: ['password'],
}

describe('GET /portal/me/sessions', () => {
  it("shows one's own live sessions, newest first, and which one this is", async () => {
    const tenant = await world.tenant()
    const [{ cookie, email, uuid }] = [await world.person(tenant), await world.person(tenant)]
    const latest = await world.signIn(email)
    await world.signIn(email)
    await world.house.pool.query(
      `update portal_session set expires_at = now() - interval '1 second' where uuid =
        (select uuid from portal_session where person_uuid = $1 order by created_at desc limit 1)`,
      [uuid],
    )
    const answer = await list(cookie)
    expect(answer.body.data).toEqual([
      { ...session, current: false },
      { ...session, current: true },
    ])
    expect((await list(latest)).body.data.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
  })

  it('shows what each browser said of itself, of one that talks much the beginning, of a silent one nothing', async () => {
    const { cookie, email } = await world.person(await world.tenant())
    const says = async (agent: string) => {
      const payload = { email, password }
      const headers = { 'user-agent': agent }
      expect((await world.call('POST', '/portal/sign-in', { payload, headers })).status).toBe(200)
    }
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await says(firefox)
    await says('x'.repeat(401))
    await says('')
    const { data } = (await list(cookie)).body
    expect(data.slice(0, 3).map(({ user_agent }: { user_agent: string | null }) => user_agent)).toEqual([
      null,
      'x'.repeat(400),
      firefox,
    ])
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

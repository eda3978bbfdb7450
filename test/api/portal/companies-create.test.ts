import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const found = (headers: Record<string, string>, title: string) =>
  world.call('POST', '/portal/companies', { headers, payload: { title, role: 'lessee' } })

describe('POST /portal/companies', () => {
  it('founds one more company, owned by who asked', async () => {
    const { cookie } = await world.person(await world.tenant('First'), 'viewer')
    const answer = await found(cookie, 'Second')
    expect([answer.status, answer.body.data]).toEqual([
      201,
      expect.objectContaining({ title: 'Second', role: 'lessee', status: 'active' }),
    ])
    const me = await world.call('GET', '/portal/me', { headers: cookie })
    expect(me.body.data.companies).toMatchObject([
      { title: 'First', role: 'viewer' },
      { title: 'Second', role: 'owner', uuid: answer.body.data.uuid },
    ])
  })

  it('stops at twenty, also at the same time', async () => {
    const { cookie } = await world.person(await world.tenant())
    const answers = await Promise.all(Array.from({ length: 21 }, (_, i) => found(cookie, `Company ${i}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '422 too_many_companies',
      '422 too_many_companies',
    ])
  })

  it('refuses a title with an address in it', async () => {
    const { cookie } = await world.person(await world.tenant())
    expect((await found(cookie, 'Write to a@example.net')).body).toMatchObject({
      code: 'name_unacceptable',
      errors: { title: [expect.any(String)] },
    })
  })

  it('refuses who is not signed in', async () => {
    expect((await found({}, 'Nobody')).body.code).toBe('session_missing')
  })
})

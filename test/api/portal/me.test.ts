import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../../src/identity/index.ts'
import { openWorld, password, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const me = (headers: Record<string, string> = {}) => world.call('GET', '/portal/me', { headers })

describe('GET /portal/me', () => {
  it('says who is signed in and in which companies, by title', async () => {
    const [zebra, alpha] = [await world.tenant('Zebra Networks'), await world.tenant('Alpha Networks')]
    const person = await world.person(zebra)
    const invitation = { email: person.email, name: 'Ignored', role: 'viewer' as const }
    await world.change((ctx) => createMember(ctx, alpha, invitation, password))
    const answer = await me(person.cookie)
    expect(answer.status).toBe(200)
    const usual = { customer_number: expect.any(Number) as number, status: 'active', lacks_second_factor: false }
    expect(answer.body.data).toEqual({
      person: {
        uuid: person.uuid,
        email: person.email,
        name: 'Test Person',
        operator: false,
        time_zone: 'UTC',
        second_factor: false,
        lacks_second_factor: false,
      },
      companies: [
        { uuid: alpha, title: 'Alpha Networks', role: 'viewer', sign_on_required: false, ...usual },
        { uuid: zebra, title: 'Zebra Networks', role: 'owner', sign_on_required: false, ...usual },
      ],
      terms_owed: null,
      bounded: false,
      now: expect.any(Number),
      sandbox: true,
      address: '127.0.0.1',
    })
  })

  it('knows operators: members of an active operator company', async () => {
    const office = await world.tenant('Office', 'operator')
    const person = await world.person(office, 'viewer')
    expect((await me(person.cookie)).body.data.person.operator).toBe(true)
    await world.house.pool.query(`update tenant set status = 'suspended' where uuid = $1`, [office])
    expect((await me(person.cookie)).body.data.person.operator).toBe(false)
  })

  it.each([
    ['no cookie', {}],
    ['an empty cookie', { cookie: '__Host-sublet_session=' }],
    ['a made-up cookie', { cookie: `__Host-sublet_session=${'A'.repeat(43)}` }],
    ['a cookie without the prefix', { cookie: 'sublet_session=abc' }],
    ['an access token', { authorization: 'Bearer abc' }],
  ])('refuses %s', async (_what, headers: Record<string, string>) => {
    const answer = await me(headers)
    expect([answer.status, answer.body.code]).toEqual([401, 'session_missing'])
  })

  it('refuses a session that has run out', async () => {
    const person = await world.person(await world.tenant())
    await world.house.pool.query(
      `update portal_session set expires_at = now() - interval '1 second' where person_uuid = $1`,
      [person.uuid],
    )
    expect((await me(person.cookie)).body.code).toBe('session_missing')
  })

  it('counts requests of a person as those of a key', async () => {
    const busy = await openWorld({ beside: world, env: { SUBLET_RATE_LIMIT: '2' } })
    const { cookie } = await world.person(await world.tenant())
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await busy.call('GET', '/portal/me', { headers: cookie }))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429])
    expect(answers[2]?.body.code).toBe('rate_limited')
    await busy.close()
  })
})

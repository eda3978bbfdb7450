import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticketFor } from '../../support/server/mailbox.ts'
import { openWorld, password, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const fresh = 'a new password for me'
const choose = (ticket: string, chosen = fresh) =>
  world.call('POST', '/portal/password', { payload: { ticket, password: chosen } })
const signInWith = async (email: string, secret: string) =>
  (await world.call('POST', '/portal/sign-in', { payload: { email, password: secret } })).status

async function personWithTicket() {
  const person = await world.person(await world.tenant())
  await world.call('POST', '/portal/password-reset', { payload: { email: person.email } })
  return { ...person, ticket: await ticketFor(world, person.email) }
}

describe('POST /portal/password', () => {
  it('replaces the password, ends every session and signs in', async () => {
    const person = await personWithTicket()
    const second = await world.signIn(person.email)
    const answer = await choose(person.ticket)
    expect(answer.body.data).toEqual({ uuid: person.uuid, email: person.email, name: 'Test Person' })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect((await world.call('GET', '/portal/me', { headers: { cookie } })).status).toBe(200)
    for (const headers of [person.cookie, second])
      expect((await world.call('GET', '/portal/me', { headers })).status).toBe(401)
    expect(await signInWith(person.email, password)).toBe(422)
    expect(await signInWith(person.email, fresh)).toBe(200)
  })

  it('works once, also when tried twice at the same time', async () => {
    const { ticket } = await personWithTicket()
    const answers = await Promise.all([choose(ticket), choose(ticket)])
    expect(answers.map((answer) => String(answer.status)).sort()).toEqual(['200', '422'])
    const again = await choose(ticket)
    expect([again.status, again.body.code]).toEqual([422, 'ticket_invalid'])
  })

  it.each(['elevenchars', '', ' '])('refuses the password "%s", and the ticket survives', async (weak) => {
    const { ticket, email } = await personWithTicket()
    const answer = await choose(ticket, weak)
    expect([answer.status, answer.body.code]).toEqual([422, 'password_weak'])
    expect((await choose(ticket, email)).body.code).toBe('password_weak')
    expect(await signInWith(email, password)).toBe(200)
    expect((await choose(ticket)).status).toBe(200)
  })

  it('ends older tickets too: whoever had one is out', async () => {
    const { ticket, email } = await personWithTicket()
    await world.call('POST', '/portal/password-reset', { payload: { email } })
    expect((await choose(await ticketFor(world, email))).status).toBe(200)
    expect((await choose(ticket, 'another password')).body.code).toBe('ticket_invalid')
    expect(await signInWith(email, fresh)).toBe(200)
  })

  it.each(['', 'made-up', 'A'.repeat(43)])('refuses the ticket "%s"', async (ticket) => {
    expect((await choose(ticket)).body.code).toBe(ticket === '' ? 'invalid_fields' : 'ticket_invalid')
  })

  it('refuses a ticket after 72 hours', async () => {
    const { ticket, uuid } = await personWithTicket()
    const { rows } = await world.house.pool.query(
      'select extract(epoch from expires_at - now()) / 3600 as hours from password_ticket where person_uuid = $1',
      [uuid],
    )
    expect(Number(rows[0].hours)).toBeCloseTo(72, 1)
    await world.house.pool.query(
      `update password_ticket set expires_at = now() - interval '1 second' where person_uuid = $1`,
      [uuid],
    )
    expect((await choose(ticket)).body.code).toBe('ticket_invalid')
  })

  it('lets someone who signed up choose a first password, and founds the company then', async () => {
    const email = 'first@example.net'
    const payload = { email, name: 'First', company: { title: 'First Networks', role: 'lessee' } }
    await world.call('POST', '/portal/sign-up', { payload })
    const ticket = await ticketFor(world, email)
    expect((await choose(ticket, 'weak')).body.code).toBe('password_weak')
    expect((await choose(ticket)).status).toBe(200)
    expect((await choose(ticket)).body.code).toBe('ticket_invalid')
    expect(await signInWith(email, fresh)).toBe(200)
  })
})

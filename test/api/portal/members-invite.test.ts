import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../../support/mailbox.ts'
import {
  noSession,
  notTheirRole,
  notTheirs,
  openOffice,
  outcomesFor,
  outcomeOf,
  type Office,
} from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let office: Office
beforeAll(async () => {
  world = await openWorld()
  office = await openOffice(world)
})
afterAll(() => world.close())

let invitations = 0
const someone = () => ({ email: `guest${++invitations}@example.org`, name: 'Guest', role: 'member' })
const invite = (payload: object, headers: Record<string, string> = office.owner, tenant = office.tenant) =>
  world.call('POST', `/portal/companies/${tenant}/members`, { headers, payload })
const invitationsTo = async (email: string) =>
  (await mailTo(world, email)).filter(({ subject }) => subject.startsWith('You are invited'))

describe('POST /portal/companies/{tenantUUID}/members', () => {
  it('mails someone new a link to choose a password', async () => {
    const guest = someone()
    const { status, body } = await invite(guest)
    expect([status, body.data]).toEqual([201, { uuid: expect.any(String), email: guest.email }])
    const letters = await invitationsTo(guest.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.subject).toBe('You are invited to Example Networks on Sublet')
    expect(letters[0]?.body).toMatch(/has invited you as member\.[\s\S]+\/password#[\w-]{43}/)
  })

  it('adds someone known without mail; they see one more company', async () => {
    const known = await world.person(await world.tenant('Theirs'))
    const { body } = await invite({ ...someone(), email: known.email.toUpperCase(), role: 'viewer' })
    expect(body.data).toEqual({ uuid: known.uuid, email: known.email })
    expect(await invitationsTo(known.email)).toEqual([])
    const me = await world.call('GET', '/portal/me', { headers: known.cookie })
    const companies = me.body.data.companies.map((company: { title: string; role: string }) => [
      company.title,
      company.role,
    ])
    expect(companies).toEqual([
      ['Example Networks', 'viewer'],
      ['Theirs', 'owner'],
    ])
    expect(me.body.data.person.name).toBe('Test Person')
  })

  it('refuses a member, however the address is spelt, also at the same time', async () => {
    const guest = someone()
    const spellings = [guest.email, guest.email.toUpperCase(), guest.email]
    const outcomes = await Promise.all(spellings.map(async (email) => outcomeOf(await invite({ ...guest, email }))))
    expect(outcomes.map(String).sort()).toEqual(['201', '422 already_member', '422 already_member'])
    expect(await invitationsTo(guest.email)).toHaveLength(1)
  })

  it.each([
    [{}, ['email', 'name', 'role']],
    [{ email: 'no address', name: 'x', role: 'owner' }, ['email']],
    [{ email: 'x@example.org', name: '', role: 'owner' }, ['name']],
    [{ email: 'x@example.org', name: 'x', role: 'operator' }, ['role']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await invite(payload)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
  })

  it('is for owners and operators', async () => {
    expect(await outcomesFor(office, (headers) => invite(someone(), headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 201,
      operator: 201,
    })
  })

  it('answers an operator 404 for a company that does not exist', async () => {
    const answer = await invite(someone(), office.operator, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect(outcomeOf(answer)).toBe('404 not_found')
  })
})

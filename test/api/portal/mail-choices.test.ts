import { describe, expect, it } from 'vitest'
import { topicNames, topics } from '../../../src/identity/mailbox/topic.rules.ts'
import { mailPeople } from '../../../src/identity/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

const choices = (headers: Record<string, string>) => world.call('GET', '/portal/me/mail', { headers })
const choose = (headers: Record<string, string>, topic: string, wanted: boolean) =>
  world.call('PATCH', '/portal/me/mail', { headers, payload: { topic, wanted } })
const leave = (ticket: string, payload = 'List-Unsubscribe=One-Click') =>
  world.call('POST', `/unsubscribe/${ticket}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

interface Choice {
  topic: string
  wanted: boolean
}

const mutedOf = ({ body }: { body: { data: Choice[] } }) =>
  body.data.filter(({ wanted }) => !wanted).map(({ topic }) => topic)

const notice = (topic: keyof typeof topics, subject: string) => ({ topic, subject, text: 'Something happened.\n' })

/** Who of the company got it. */
async function readersOf(topic: keyof typeof topics, subject: string, tenant: string): Promise<string[]> {
  await world.change((ctx) => mailPeople(ctx, tenant, notice(topic, subject)))
  const { rows } = await world.house.pool.query<{ recipient: string }>(
    'select recipient from mail where subject = $1 order by recipient',
    [subject],
  )
  return rows.map(({ recipient }) => recipient)
}

const ticketOf = async (email: string, subject: string) =>
  (
    await world.house.pool.query<{ ticket: string | null }>(
      'select ticket from mail where recipient = $1 and subject = $2',
      [email, subject],
    )
  ).rows[0]?.ticket

describe('GET /portal/me/mail', () => {
  it('lists every topic, all of them wanted to begin with', async () => {
    const { status, body } = await choices(office.viewer)
    expect(status).toBe(200)
    expect(body.data.map(({ topic }: Choice) => topic)).toEqual(topicNames)
    expect(body.data.every(({ wanted }: Choice) => wanted)).toBe(true)
    expect(body.data[0]).toEqual({ topic: 'access', ...topics.access, wanted: true })
  })

  it('is for who is signed in', async () => {
    expect(outcomeOf(await choices({}))).toBe('401 session_missing')
  })
})

describe('PATCH /portal/me/mail', () => {
  it('ends news for oneself alone, until they are wanted again', async () => {
    const tenant = await world.tenant('Three')
    const [owner, member, viewer] = [
      await world.person(tenant, 'owner'),
      await world.person(tenant, 'member'),
      await world.person(tenant, 'viewer'),
    ]
    const everybody = [owner.email, member.email].sort()
    expect(await readersOf('letters', 'One', tenant)).toEqual(everybody)
    expect(mutedOf(await choose(member.cookie, 'letters', false))).toEqual(['letters'])
    expect(mutedOf(await choose(member.cookie, 'letters', false))).toEqual(['letters'])
    expect(await readersOf('letters', 'Two', tenant)).toEqual([owner.email])
    expect(mutedOf(await choices(owner.cookie))).toEqual([])
    expect(mutedOf(await choose(member.cookie, 'letters', true))).toEqual([])
    expect(await readersOf('letters', 'Three', tenant)).toEqual(everybody)
    expect(await mailTo(world, viewer.email)).toEqual([])
  })

  it('leaves what is about access or money', async () => {
    expect(outcomeOf(await choose(office.owner, 'billing', false))).toBe('422 mail_is_duty')
    expect(outcomeOf(await choose(office.owner, 'weather', false))).toBe('422 invalid_fields')
    const tenant = await world.tenant('Two')
    const [owner] = [await world.person(tenant, 'owner'), await world.person(tenant, 'member')]
    expect(await readersOf('billing', 'To pay', tenant)).toEqual([owner.email])
    expect(await ticketOf(owner.email, 'To pay')).toBeNull()
  })
})

/** RFC 8058. */
describe('POST /unsubscribe/{ticket}', () => {
  it('mutes the topic of that mail for its reader, without signing in and as often as one likes', async () => {
    const tenant = await world.tenant('One')
    const person = await world.person(tenant, 'owner')
    await readersOf('listings', 'On the market', tenant)
    const ticket = (await ticketOf(person.email, 'On the market')) ?? ''
    for (const payload of ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click', '']) {
      const { status, body } = await leave(ticket, payload)
      expect([status, body.data.topic]).toEqual([200, 'listings'])
    }
    expect(mutedOf(await choices(person.cookie))).toEqual(['listings'])
    expect(await readersOf('listings', 'Off the market', tenant)).toEqual([])
    const { rows } = await world.house.pool.query(
      `select actor_kind, actor_id, data from audit_entry where action = 'person.mail_muted' and subject_uuid = $1`,
      [person.uuid],
    )
    expect(rows).toEqual([{ actor_kind: 'system', actor_id: 'unsubscribe', data: { topic: 'listings' } }])
  })

  it('is done by either kind of form that a mail program may send', async () => {
    const tenant = await world.tenant('Parts')
    const person = await world.person(tenant, 'owner')
    await readersOf('letters', 'A letter', tenant)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const sent = new Response(form)
    const { status } = await world.call('POST', `/unsubscribe/${await ticketOf(person.email, 'A letter')}`, {
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: await sent.text(),
    })
    expect([status, mutedOf(await choices(person.cookie))]).toEqual([200, ['letters']])
  })

  it('knows no other tickets', async () => {
    expect(outcomeOf(await leave('nobody'))).toBe('404 not_found')
    expect(outcomeOf(await leave('no%20ticket'))).toBe('404 not_found')
  })
})

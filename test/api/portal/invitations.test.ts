import { describe, expect, it } from 'vitest'
import { forgetExpired } from '../../../src/identity/index.ts'
import { mailTo, ticketFor } from '../../support/server/mailbox.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { anyMember, noSession, notTheirRole, notTheirs, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { statementsOf } from '../../support/statements.ts'
import { stageOffice } from '../../support/stages.ts'
import { password } from '../../support/world.ts'

/**
 * portalInviteMember, portalListInvitations, portalResendInvitation, portalWithdrawInvitation, and for the invited
 * portalOpenInvitation, portalAcceptInvitation, portalJoinByInvitation, portalDeclineInvitation.
 */

const { world, office } = await stageOffice()

let guests = 0
const newAddress = () => `guest${++guests}@example.org`
const path = (rest = '') => `/portal/companies/${office.tenant}/invitations${rest}`
const invite = (payload: object, headers: Record<string, string> = office.owner, tenant = office.tenant) =>
  world.call('POST', `/portal/companies/${tenant}/members`, { headers, payload })
const pending = async () =>
  (await world.call('GET', `${path()}?per_page=100`, { headers: office.owner })).body.data as {
    uuid: string
    email: string
  }[]
const ticketOf = (email: string) => ticketFor(world, email, 'invitation')
const open = (ticket: string) => world.call('POST', '/portal/invitation', { payload: { ticket } })
const accept = (ticket: string, headers: Record<string, string>) =>
  world.call('POST', '/portal/invitation/accept', { headers, payload: { ticket } })
const join = (ticket: string, more: object = {}) =>
  world.call('POST', '/portal/invitation/join', { payload: { ticket, name: 'Guest', password, ...more } })
const decline = (ticket: string) => world.call('POST', '/portal/invitation/decline', { payload: { ticket } })
const companiesOf = async (cookie: { cookie: string }) =>
  (await world.call('GET', '/portal/me', { headers: cookie })).body.data.companies.map(
    ({ title, role }: { title: string; role: string }) => `${title}: ${role}`,
  ) as string[]

/** Invited, with the ticket that was mailed. */
async function invited(email = newAddress(), role = 'member') {
  const { body } = await invite({ email, role })
  return { email, uuid: String(body.data.uuid), ticket: await ticketOf(email) }
}

describe('inviting', () => {
  it('says, does and mails the same whether or not the address has an account', async () => {
    const known = (await world.person(await world.tenant('Theirs'))).email
    const unknown = newAddress()
    await invite({ email: newAddress(), role: 'viewer' })
    const seen = async (email: string) => {
      const before = (await mailTo(world, email)).length
      let answer = ''
      const statements = await statementsOf(async () => {
        const { status, text } = await invite({
          email: email.toUpperCase(),
          name: 'As clients once sent',
          role: 'viewer',
        })
        answer = `${status} ${text}`
      })
      const letters = (await mailTo(world, email)).slice(before).map(({ subject, body }) => subject + body)
      const anonymous = (text: string) =>
        text
          .replaceAll(email, 'ADDRESS')
          .replaceAll(/[0-9a-f-]{36}|#[\w-]{43}/g, 'ID')
          .replaceAll(/\b1\d{9}\b/g, 'TIME')
      return { answer: anonymous(answer), letters: letters.map(anonymous), done: statements.map(({ text }) => text) }
    }
    const [ofKnown, ofUnknown] = [await seen(known), await seen(unknown)]
    expect(ofKnown).toEqual(ofUnknown)
    expect(ofKnown.letters).toHaveLength(1)
    expect(ofKnown.done.length).toBeGreaterThan(5)
  })

  it('makes nobody a member, and shows nothing but the address that was typed', async () => {
    const known = await world.person(await world.tenant('Theirs'))
    const { status, body } = await invite({ email: known.email, name: 'As clients once sent', role: 'viewer' })
    expect([status, body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        email: known.email,
        role: 'viewer',
        invited_by: 'Test Person',
        created_at: expect.any(Number),
        mailed_at: expect.any(Number),
        expires_at: expect.any(Number),
      },
    ])
    expect(body.data.uuid).not.toBe(known.uuid)
    expect(body.data.expires_at - body.data.created_at).toBe(72 * 3_600)
    expect(await companiesOf(known.cookie)).toEqual(['Theirs: owner'])
    const members = await world.call('GET', `/portal/companies/${office.tenant}/members?per_page=100`, {
      headers: office.owner,
    })
    expect(members.text).not.toContain(known.email)
    const role = { headers: office.owner, payload: { role: 'owner' } }
    const change = await world.call('PATCH', `/portal/companies/${office.tenant}/members/${known.uuid}`, role)
    expect(outcomeOf(change)).toBe('404 not_found')
  })

  it('mails nothing that the inviter has chosen', async () => {
    const tenant = await world.tenant('Chosen Words Ltd')
    const owner = await world.person(tenant)
    const email = newAddress()
    await invite({ email, role: 'viewer', name: 'Typed Name' }, owner.cookie, tenant)
    const [letter] = await mailTo(world, email)
    expect(letter?.subject).toBe('You are invited to a company on Sublet')
    expect(letter?.body).toMatch(/as viewer\.[\s\S]+\/invitation#[\w-]{43}/)
    expect(letter?.body).not.toMatch(/Chosen|Typed/)
  })

  it('refuses who is a member or invited already, however the address is spelt, also at the same time', async () => {
    const email = newAddress()
    const spellings = [email, email.toUpperCase(), email]
    const outcomes = await Promise.all(
      spellings.map(async (one) => outcomeOf(await invite({ email: one, role: 'member' }))),
    )
    expect(outcomes.map(String).sort()).toEqual(['201', '422 already_invited', '422 already_invited'])
    const { email: member } = await world.person(office.tenant, 'viewer')
    expect(outcomeOf(await invite({ email: member.toUpperCase(), role: 'owner' }))).toBe('422 already_member')
  })

  it('begins anew once an invitation has lapsed', async () => {
    const first = await invited()
    await world.house.pool.query(`update invitation set expires_at = now() - interval '1 second' where uuid = $1`, [
      first.uuid,
    ])
    expect((await invite({ email: first.email, role: 'viewer' })).status).toBe(201)
    expect(outcomeOf(await open(first.ticket))).toBe('422 invitation_invalid')
  })

  it.each([
    [{}, ['email', 'role']],
    [{ email: 'no address', role: 'owner' }, ['email']],
    [{ email: 'x@example.org', role: 'operator' }, ['role']],
  ])('refuses %j', async (payload, fields) => {
    const { status, body } = await invite(payload)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
  })

  it('is for owners and operators', async () => {
    expect(await outcomesFor(office, (headers) => invite({ email: newAddress(), role: 'member' }, headers))).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 201,
      operator: 201,
    })
    const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    const answer = await invite({ email: newAddress(), role: 'member' }, office.operator, nowhere)
    expect(outcomeOf(answer)).toBe('404 not_found')
  })
})

describe('how often one is mailed', () => {
  it('is five times a day for an address, whoever invites and however often', async () => {
    const email = newAddress()
    const outcomes: string[] = []
    for (let n = 0; n < 6; n++) {
      const tenant = await world.tenant()
      const owner = await world.person(tenant)
      outcomes.push(String(outcomeOf(await invite({ email, role: 'viewer' }, owner.cookie, tenant))))
    }
    expect(outcomes).toEqual(['201', '201', '201', '201', '201', '429 invitation_throttled'])
    expect(await mailTo(world, email)).toHaveLength(5)
  })

  it('is counted when it is mailed again, or withdrawn and invited anew', async () => {
    const { email, uuid, ticket } = await invited()
    const again = () => world.call('POST', path(`/${uuid}/resend`), { headers: office.owner })
    expect((await again()).status).toBe(200)
    expect(outcomeOf(await open(ticket))).toBe('422 invitation_invalid')
    expect((await open(await ticketOf(email))).status).toBe(200)
    for (let n = 0; n < 3; n++) expect((await again()).status).toBe(200)
    const sixth = await again()
    expect(outcomeOf(sixth)).toBe('429 invitation_throttled')
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await open(await ticketOf(email))).status).toBe(200)
    await world.call('DELETE', path(`/${uuid}`), { headers: office.owner })
    expect(outcomeOf(await invite({ email, role: 'viewer' }))).toBe('429 invitation_throttled')
  })

  it('is fifty times a day for a company', async () => {
    const tenant = await world.tenant()
    const owner = await world.person(tenant)
    await world.house.pool.query(`insert into sign_in_failures (subject, failures, since) values ($1, 49, now())`, [
      `invitation-by:${tenant}`,
    ])
    const last = await invite({ email: newAddress(), role: 'viewer' }, owner.cookie, tenant)
    const more = await invite({ email: newAddress(), role: 'viewer' }, owner.cookie, tenant)
    expect([last, more].map(outcomeOf)).toEqual([201, '429 invitation_throttled'])
  })
})

describe('invitations that wait', () => {
  it('are listed with who invited and until when, and withdrawn', async () => {
    const { uuid, email, ticket } = await invited()
    expect(await pending()).toContainEqual(
      expect.objectContaining({ uuid, email, role: 'member', invited_by: 'Test Person' }),
    )
    const withdraw = (headers: Record<string, string>) => world.call('DELETE', path(`/${uuid}`), { headers })
    expect(outcomeOf(await withdraw(office.owner))).toBe(204)
    expect(outcomeOf(await withdraw(office.owner))).toBe('404 not_found')
    expect((await pending()).map((one) => one.uuid)).not.toContain(uuid)
    for (const answer of [await open(ticket), await join(ticket), await decline(ticket)])
      expect(outcomeOf(answer)).toBe('422 invitation_invalid')
  })

  it('are walked page by page', async () => {
    const list = (query = '') => world.call('GET', `${path()}?${query}`, { headers: office.viewer })
    const total = (await pending()).length
    expect(new Set((await walkPages(list, 2)).map((row) => row.uuid)).size).toBe(total)
    for (const query of refusedPages) expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('are seen by members, tended by owners and operators, and are nobody else’s', async () => {
    const seen = await outcomesFor(office, (headers) => world.call('GET', path(), { headers }))
    expect(seen).toEqual(anyMember)
    const other = await world.tenant()
    const owner = await world.person(other)
    const { uuid } = await invited()
    const theirs = `/portal/companies/${other}/invitations/${uuid}`
    for (const [method, rest] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ] as const) {
      expect(outcomeOf(await world.call(method, theirs + rest, { headers: owner.cookie }))).toBe('404 not_found')
      const tended = await outcomesFor(office, async (headers) =>
        world.call(method, path(`/${(await invited()).uuid}${rest}`), { headers }),
      )
      const done = method === 'DELETE' ? 204 : 200
      expect(tended).toEqual({
        nobody: noSession,
        stranger: notTheirs,
        viewer: notTheirRole,
        member: notTheirRole,
        owner: done,
        operator: done,
      })
    }
  })

  it('are forgotten when their time is over', async () => {
    const { uuid } = await invited()
    await world.house.pool.query(`update invitation set expires_at = now() - interval '1 second' where uuid = $1`, [
      uuid,
    ])
    expect((await pending()).map((one) => one.uuid)).not.toContain(uuid)
    await forgetExpired.run(world.ctx, {})
    expect((await world.house.pool.query('select 1 from invitation where uuid = $1', [uuid])).rows).toEqual([])
  })
})

describe('the invited', () => {
  it('who has an account accepts signed in, once, and only with the address that was invited', async () => {
    const known = await world.person(await world.tenant('Theirs'))
    const { ticket } = await invited(known.email, 'viewer')
    const opened = await open(ticket)
    expect(opened.body.data).toEqual({
      email: known.email,
      company: 'Example Networks',
      role: 'viewer',
      invited_by: 'Test Person',
      expires_at: expect.any(Number),
      has_account: true,
    })
    expect(outcomeOf(await join(ticket))).toBe('422 account_exists')
    expect(outcomeOf(await accept(ticket, office.stranger))).toBe('422 invitation_for_another')
    expect(outcomeOf(await accept(ticket, {}))).toBe(noSession)
    const answers = await Promise.all([accept(ticket, known.cookie), accept(ticket, known.cookie)])
    expect(answers.map((answer) => String(outcomeOf(answer))).sort()).toEqual(['200', '422 invitation_invalid'])
    expect(answers.find(({ status }) => status === 200)?.body.data).toMatchObject({
      uuid: office.tenant,
      title: 'Example Networks',
    })
    expect(await companiesOf(known.cookie)).toEqual(['Example Networks: viewer', 'Theirs: owner'])
  })

  it('who has none chooses a name and a password', async () => {
    const { email, ticket } = await invited()
    expect((await open(ticket)).body.data.has_account).toBe(false)
    expect(outcomeOf(await join(ticket, { password: 'weak' }))).toBe('422 password_weak')
    expect(outcomeOf(await join(ticket, { name: 'See www.evil.example' }))).toBe('422 name_unacceptable')
    expect(outcomeOf(await join(ticket, { name: 'Noor Desk' }))).toBe(200)
    expect(outcomeOf(await join(ticket))).toBe('422 invitation_invalid')
    const cookie = await world.signIn(email)
    expect(await companiesOf(cookie)).toEqual(['Example Networks: member'])
    expect((await world.call('GET', '/portal/me', { headers: cookie })).body.data.person.name).toBe('Noor Desk')
  })

  it('declines, and is not one', async () => {
    const { email, ticket } = await invited()
    expect(outcomeOf(await decline(ticket))).toBe(204)
    expect(outcomeOf(await decline(ticket))).toBe('422 invitation_invalid')
    expect(outcomeOf(await join(ticket))).toBe('422 invitation_invalid')
    expect((await world.house.pool.query('select 1 from person where email = $1', [email])).rows).toEqual([])
  })

  it('belongs to twenty companies at most', async () => {
    const known = await world.person(await world.tenant())
    await world.house.pool.query(
      `with made as (insert into tenant (uuid, title, role, status, created_at)
         select gen_random_uuid(), 'One', 'lessee', 'active', now() from generate_series(1, 19) returning uuid)
       insert into membership (tenant_uuid, person_uuid, role, created_at) select uuid, $1, 'viewer', now() from made`,
      [known.uuid],
    )
    const { ticket } = await invited(known.email)
    expect(outcomeOf(await accept(ticket, known.cookie))).toBe('422 too_many_companies')
    await world.house.pool.query('update person set password_hash = null where uuid = $1', [known.uuid])
    expect(outcomeOf(await join(ticket))).toBe('422 too_many_companies')
    expect((await open(ticket)).status).toBe(200)
  })

  it('is in the log of the company by every step', async () => {
    const { uuid, email, ticket } = await invited()
    await world.call('POST', path(`/${uuid}/resend`), { headers: office.owner })
    await join(await ticketOf(email))
    const other = await invited()
    await decline(other.ticket)
    const { rows } = await world.house.pool.query<{ action: string }>(
      `select action from audit_entry where tenant_uuid = $1 and data ->> 'email' = any($2) order by happened_at, uuid`,
      [office.tenant, [email, other.email]],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'member.invited',
      'member.invited_again',
      'member.added',
      'member.invited',
      'member.invitation_declined',
    ])
    expect(outcomeOf(await open(ticket))).toBe('422 invitation_invalid')
  })
})

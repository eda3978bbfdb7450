import { describe, expect, it } from 'vitest'
import { kindNames } from '../../../src/alerts/kind.rules.ts'
import { hijacked, offMarket, quietCompany, tell, unpaid } from '../../support/alerts/alerts.ts'
import { anyMember, notTheirRole, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

type Headers = Record<string, string>
type Setting = { kind: string; mail: string | null; usual: string; duty: boolean }

const own = '/portal/me/notification-settings'
const ofCompany = (tenant: string) => `/portal/companies/${tenant}/notification-settings`
const show = (headers: Headers, path = own) => world.call('GET', path, { headers })
const choose = (headers: Headers, kind: string, mail: string | null, path = own) =>
  world.call('PATCH', path, { headers, payload: { kind, mail } })

const settingIn = ({ body }: { body: { data: Setting[] } }, kind: string) =>
  body.data.find((setting) => setting.kind === kind)

const subjectsTo = async (email: string) => (await mailTo(world, email)).map(({ subject }) => subject)

async function company() {
  const tenant = await quietCompany(world)
  const [owner, member, viewer] = [
    await world.person(tenant, 'owner'),
    await world.person(tenant, 'member'),
    await world.person(tenant, 'viewer'),
  ]
  return { tenant, owner, member, viewer }
}

describe('GET /portal/me/notification-settings', () => {
  it('lists every kind with what is usual for the role; only operators hear of data', async () => {
    const { body } = await show(office.viewer)
    expect(body.data.map(({ kind }: Setting) => kind)).toEqual(kindNames.filter((kind) => kind !== 'data'))
    expect(settingIn({ body }, 'routing')).toMatchObject({ mail: null, usual: 'never', duty: false, title: 'Routing' })
    expect(settingIn(await show(office.owner), 'payments')).toMatchObject({ usual: 'at_once', duty: true })
    expect(settingIn(await show(office.member), 'payments')).toMatchObject({ usual: 'never', duty: false })
    expect(settingIn(await show(office.operator), 'data')).toMatchObject({ usual: 'at_once' })
    expect(outcomeOf(await show({}))).toBe('401 session_missing')
  })
})

describe('PATCH /portal/me/notification-settings', () => {
  it('ends mail of a kind, for oneself alone; the inbox has it all the same', async () => {
    const { tenant, owner, member, viewer } = await company()
    expect(settingIn(await choose(member.cookie, 'routing', 'never'), 'routing')).toMatchObject({ mail: 'never' })
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    expect(await subjectsTo(owner.email)).toEqual(['45.8.1.0/24: routing is critical'])
    expect(await subjectsTo(member.email)).toEqual([])
    expect(await subjectsTo(viewer.email)).toEqual([])
    const inbox = await world.call('GET', '/portal/me/notifications', { headers: member.cookie })
    expect(inbox.body.meta.total).toBe(1)
    expect(settingIn(await choose(member.cookie, 'routing', null), 'routing')).toMatchObject({
      mail: null,
      usual: 'at_once',
    })
    expect(settingIn(await choose(viewer.cookie, 'routing', 'at_once'), 'routing')).toMatchObject({ mail: 'at_once' })
    await tell(world, hijacked(tenant, '45.8.2.0/24'))
    expect(await subjectsTo(member.email)).toEqual(['45.8.2.0/24: routing is critical'])
    expect(await subjectsTo(viewer.email)).toEqual(['45.8.2.0/24: routing is critical'])
    const { rows } = await world.house.pool.query(
      `select data from audit_entry where action = 'person.alert_mail_chosen' and subject_uuid = $1 order by happened_at`,
      [member.uuid],
    )
    expect(rows).toEqual([{ data: { kind: 'routing', mail: 'never' } }, { data: { kind: 'routing', mail: null } }])
  })

  it('leaves owners what they must know', async () => {
    const { tenant, owner, member } = await company()
    for (const mail of ['never', 'daily'])
      expect(outcomeOf(await choose(owner.cookie, 'payments', mail))).toBe('422 alert_is_duty')
    expect(outcomeOf(await choose(owner.cookie, 'payments', 'at_once'))).toBe(200)
    expect(outcomeOf(await choose(member.cookie, 'payments', 'at_once'))).toBe(200)
    await tell(world, unpaid(tenant, 3))
    expect(await subjectsTo(owner.email)).toEqual(['Payment failed for 45.0.3.0/24'])
    expect(await subjectsTo(member.email)).toEqual(['Payment failed for 45.0.3.0/24'])
    const isFixed = async (email: string) =>
      (await world.house.pool.query('select from mail where recipient = $1 and ticket is null', [email])).rowCount === 1
    expect([await isFixed(owner.email), await isFixed(member.email)]).toEqual([true, false])
  })

  it('refuses what it does not know', async () => {
    expect(outcomeOf(await choose(office.owner, 'weather', 'never'))).toBe('422 invalid_fields')
    expect(outcomeOf(await choose(office.owner, 'routing', 'hourly'))).toBe('422 invalid_fields')
    expect(outcomeOf(await choose({}, 'routing', 'never'))).toBe('401 session_missing')
  })
})

describe('GET /portal/companies/{tenantUUID}/notification-settings', () => {
  it('is for the company, as PATCH is for its owners', async () => {
    const path = ofCompany(office.tenant)
    expect(await outcomesFor(office, (headers) => show(headers, path))).toEqual(anyMember)
    expect(await outcomesFor(office, (headers) => choose(headers, 'offers', 'daily', path))).toEqual({
      ...anyMember,
      viewer: notTheirRole,
      member: notTheirRole,
    })
    expect(settingIn(await show(office.viewer, path), 'offers')).toMatchObject({ mail: 'daily', usual: 'at_once' })
    expect(settingIn(await show(office.member), 'offers')).toMatchObject({ mail: null, usual: 'daily' })
    const { rows } = await world.house.pool.query(
      `select tenant_uuid, data from audit_entry where action = 'tenant.alert_mail_chosen'`,
    )
    expect(rows).toEqual([{ tenant_uuid: office.tenant, data: { kind: 'offers', mail: 'daily' } }])
  })
})

describe('PATCH /portal/companies/{tenantUUID}/notification-settings', () => {
  it('counts for whoever has not chosen', async () => {
    const { tenant, owner, member } = await company()
    await choose(owner.cookie, 'offers', 'never', ofCompany(tenant))
    await choose(member.cookie, 'offers', 'at_once')
    await tell(world, offMarket(tenant, 1))
    expect([await subjectsTo(owner.email), await subjectsTo(member.email)]).toEqual([
      [],
      ['45.0.1.0/24 is off the market'],
    ])
    await choose(owner.cookie, 'offers', null, ofCompany(tenant))
    await tell(world, offMarket(tenant, 2))
    expect(await subjectsTo(owner.email)).toEqual(['45.0.2.0/24 is off the market'])
  })

  it('is not asked about leases and money', async () => {
    expect(outcomeOf(await choose(office.owner, 'leases', 'never', ofCompany(office.tenant)))).toBe('422 alert_is_duty')
    expect(settingIn(await show(office.owner, ofCompany(office.tenant)), 'leases')).toBeUndefined()
  })
})

describe('POST /unsubscribe/{ticket}', () => {
  const ticketTo = async (email: string) =>
    (
      await world.house.pool.query<{ ticket: string }>(
        'select ticket from mail where recipient = $1 and ticket is not null order by created_at desc, uuid desc limit 1',
        [email],
      )
    ).rows[0]?.ticket ?? ''

  const leave = (ticket: string) =>
    world.call('POST', `/unsubscribe/${ticket}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  it('of an alert ends mail of its kind, as often as one likes', async () => {
    const { tenant, member } = await company()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    const ticket = await ticketTo(member.email)
    for (let n = 0; n < 2; n++) {
      const { status, body } = await leave(ticket)
      expect([status, body.data.topic]).toEqual([200, 'routing'])
    }
    expect(settingIn(await show(member.cookie), 'routing')).toMatchObject({ mail: 'never' })
    const { rows } = await world.house.pool.query(
      `select actor_id from audit_entry where action = 'person.alert_mail_chosen' and subject_uuid = $1`,
      [member.uuid],
    )
    expect(rows).toEqual([{ actor_id: 'unsubscribe' }])
  })

  it('of a digest ends all that is mailed by the day', async () => {
    const { tenant, member } = await company()
    for (const kind of ['routing', 'offers']) await choose(member.cookie, kind, 'daily')
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.advance('1 day')
    const { body } = await leave(await ticketTo(member.email))
    expect(body.data).toEqual({ topic: 'digest', title: 'The day', says: 'All alerts of a day in one mail.' })
    const settings = await show(member.cookie)
    expect([settingIn(settings, 'routing')?.mail, settingIn(settings, 'offers')?.mail]).toEqual(['never', 'never'])
    expect(settingIn(settings, 'searches')?.mail).toBeNull()
  })
})

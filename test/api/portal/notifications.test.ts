import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { hijacked, offMarket, suspended, tell } from '../../support/alerts/alerts.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })

type Headers = Record<string, string>

const list = (headers: Headers, query = '') => world.call('GET', `/portal/me/notifications?${query}`, { headers })
const unread = async (headers: Headers): Promise<number> =>
  (await world.call('GET', '/portal/me/notifications/unread', { headers })).body.data?.unread
const mark = (headers: Headers, uuid: string, read: boolean) =>
  world.call('PATCH', `/portal/me/notifications/${uuid}`, { headers, payload: { read } })
const readAll = (headers: Headers, payload: object = {}) =>
  world.call('POST', '/portal/me/notifications/read', { headers, payload })

const titles = async (headers: Headers, query?: string): Promise<string[]> =>
  (await list(headers, query)).body.data.map(({ title }: { title: string }) => title)

/** A company with an owner and a viewer. */
async function company(title = 'Example Networks') {
  const tenant = await world.tenant(title)
  const [owner, viewer] = [await world.person(tenant, 'owner'), await world.person(tenant, 'viewer')]
  return { tenant, owner, viewer }
}

describe('GET /portal/me/notifications', () => {
  it('lists what one was told, the newest first, with where it leads', async () => {
    const { tenant, owner, viewer } = await company()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.travel('1 hour')
    await tell(world, suspended(tenant, 7))
    const { status, body } = await list(owner.cookie)
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ total: 2, current_page: 1 })
    const { rows } = await world.house.pool.query('select customer_number from tenant where uuid = $1', [tenant])
    expect(body.data[1]).toEqual({
      uuid: expect.any(String),
      kind: 'routing',
      severity: 'critical',
      title: '45.8.1.0/24: routing is critical',
      text: 'Became critical:\n\n45.8.1.0/24 is announced by AS64666.\n',
      count: 1,
      lead: { label: 'See what to do', path: `/c/${rows[0].customer_number}/prefixes/45.8.1.0%2F24` },
      company: { uuid: tenant, title: 'Example Networks' },
      raised_at: expect.any(Number),
      read_at: null,
    })
    expect(body.data[0].title).toBe('45.0.7.0/24 is suspended')
    // Whoever may look at it is told in the inbox, whatever is mailed.
    expect(await titles(viewer.cookie)).toEqual(await titles(owner.cookie))
  })

  it('filters by kind, by whether it was read, and by company', async () => {
    const { tenant, owner } = await company()
    const other = await company('Second')
    await world.house.pool.query(
      `insert into membership (tenant_uuid, person_uuid, role, created_at) values ($1, $2, 'viewer', now())`,
      [other.tenant, owner.uuid],
    )
    await tell(world, hijacked(tenant, '45.8.2.0/24'), offMarket(tenant, 1), offMarket(other.tenant, 2))
    expect((await titles(owner.cookie, 'filter[kind]=offers')).toSorted()).toEqual([
      '45.0.1.0/24 is off the market',
      '45.0.2.0/24 is off the market',
    ])
    expect(await titles(owner.cookie, `filter[company]=${other.tenant}`)).toEqual(['45.0.2.0/24 is off the market'])
    const [entry] = (await list(owner.cookie, 'filter[kind]=routing')).body.data
    await mark(owner.cookie, entry.uuid, true)
    expect(await titles(owner.cookie, 'filter[status]=read')).toEqual([entry.title])
    expect(await titles(owner.cookie, 'filter[status]=unread&filter[kind]=routing')).toEqual([])
    expect(outcomeOf(await list(owner.cookie, 'filter[kind]=weather'))).toBe('422 invalid_fields')
    expect(outcomeOf(await list(owner.cookie, 'filter[status]=lost'))).toBe('422 invalid_fields')
  })

  it('pages, and refuses what is no page', async () => {
    const { tenant, owner } = await company()
    for (let n = 0; n < 5; n++) await tell(world, hijacked(tenant, `45.8.${n}.0/24`))
    const walked = await walkPages((query) => list(owner.cookie, query), 2)
    expect(walked.map(({ uuid }) => uuid)).toEqual((await list(owner.cookie)).body.data.map(({ uuid }: never) => uuid))
    for (const query of refusedPages) expect([query, (await list(owner.cookie, query)).status]).toEqual([query, 422])
  })

  it('is for who is signed in, and shows nobody another company', async () => {
    expect(outcomeOf(await list({}))).toBe('401 session_missing')
    const { tenant } = await company()
    const stranger = (await company('Elsewhere')).owner
    await tell(world, hijacked(tenant, '45.8.9.0/24'))
    expect(await titles(stranger.cookie)).toEqual([])
    expect(await unread(stranger.cookie)).toBe(0)
    expect(await titles(stranger.cookie, `filter[company]=${tenant}`)).toEqual([])
  })

  it('ends with the membership', async () => {
    const { tenant, owner, viewer } = await company()
    await tell(world, hijacked(tenant, '45.8.9.0/24'))
    expect(await titles(viewer.cookie)).toHaveLength(1)
    const path = `/portal/companies/${tenant}/members/${viewer.uuid}`
    expect((await world.call('DELETE', path, { headers: owner.cookie })).status).toBe(204)
    expect(await titles(viewer.cookie)).toEqual([])
  })
})

describe('PATCH /portal/me/notifications/{notificationUUID}', () => {
  it('marks one as read, back and forth, for oneself alone', async () => {
    const { tenant, owner, viewer } = await company()
    await tell(world, hijacked(tenant, '45.8.1.0/24'), suspended(tenant, 7))
    const [first] = (await list(owner.cookie)).body.data
    expect(await unread(owner.cookie)).toBe(2)
    const { status, body } = await mark(owner.cookie, first.uuid, true)
    expect([status, body.data.uuid, body.data.read_at]).toEqual([200, first.uuid, expect.any(Number)])
    await world.travel('1 hour')
    expect((await mark(owner.cookie, first.uuid, true)).body.data.read_at).toBe(body.data.read_at)
    expect([await unread(owner.cookie), await unread(viewer.cookie)]).toEqual([1, 2])
    expect((await mark(owner.cookie, first.uuid, false)).body.data.read_at).toBeNull()
    expect(await unread(owner.cookie)).toBe(2)
  })

  it('knows nobody else’s', async () => {
    const { tenant, owner } = await company()
    const stranger = (await company('Elsewhere')).owner
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    const [entry] = (await list(owner.cookie)).body.data
    expect(outcomeOf(await mark(stranger.cookie, entry.uuid, true))).toBe('404 not_found')
    expect(outcomeOf(await mark(owner.cookie, newUuid(), true))).toBe('404 not_found')
    expect(outcomeOf(await mark({}, entry.uuid, true))).toBe('401 session_missing')
    expect(await unread(owner.cookie)).toBe(1)
  })
})

describe('POST /portal/me/notifications/read', () => {
  it('marks all, or those of a kind or of a company', async () => {
    const { tenant, owner, viewer } = await company()
    await tell(world, hijacked(tenant, '45.8.1.0/24'), suspended(tenant, 7), offMarket(tenant, 1))
    expect((await readAll(owner.cookie, { kind: 'routing' })).body.data).toEqual({ read: 1 })
    expect((await readAll(owner.cookie, { company: newUuid() })).body.data).toEqual({ read: 0 })
    expect((await readAll(owner.cookie)).body.data).toEqual({ read: 2 })
    expect((await readAll(owner.cookie)).body.data).toEqual({ read: 0 })
    expect([await unread(owner.cookie), await unread(viewer.cookie)]).toEqual([0, 3])
    expect(outcomeOf(await readAll({}))).toBe('401 session_missing')
    expect(outcomeOf(await readAll(owner.cookie, { kind: 'weather' }))).toBe('422 invalid_fields')
  })
})

describe('GET /portal/me/notifications/unread', () => {
  it('counts a hundred at most', async () => {
    const { tenant, owner } = await company()
    await world.house.pool.query(
      `with made as (insert into alert (uuid, tenant_uuid, kind, cause, severity, count, subject, body, happenings, raised_at, began_at, told_at)
         select gen_random_uuid(), $1, 'routing', 'test', 'info', 1, 'One', 'One', '[]', now(), now(), now() from generate_series(1, 130)
         returning uuid, tenant_uuid, kind, raised_at)
       insert into alert_entry (alert_uuid, person_uuid, tenant_uuid, kind, raised_at)
       select uuid, $2, tenant_uuid, kind, raised_at from made`,
      [tenant, owner.uuid],
    )
    expect(await unread(owner.cookie)).toBe(100)
    expect((await list(owner.cookie)).body.meta.total).toBe(130)
  })
})

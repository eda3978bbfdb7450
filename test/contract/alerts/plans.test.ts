import { expect, it } from 'vitest'
import { statementsOf } from '../../support/statements.ts'
import { stageWorld } from '../../support/stages.ts'

/** The bell asks often, so its count and its list come out of an index, however many notifications there are. */

const world = await stageWorld()

async function crowd() {
  const tenant = await world.tenant()
  const people = [await world.person(tenant, 'owner'), await world.person(tenant, 'member')]
  await world.house.pool.query(
    `with made as (
       insert into alert (uuid, tenant_uuid, kind, cause, severity, count, subject, body, happenings, raised_at, began_at, told_at)
       select gen_random_uuid(), $1, 'routing', 'test', 'info', 1, 'One', 'One', '[]', now() - n * interval '1 minute', now(), now()
       from generate_series(1, 5000) n returning uuid, tenant_uuid, kind, raised_at)
     insert into alert_entry (alert_uuid, person_uuid, tenant_uuid, kind, raised_at, read_at)
     select m.uuid, p.uuid, m.tenant_uuid, m.kind, m.raised_at,
       case when m.raised_at < now() - interval '50 minutes' then now() end
     from made m cross join unnest($2::uuid[]) as p (uuid)`,
    [tenant, people.map(({ uuid }) => uuid)],
  )
  await world.house.pool.query('analyze alert, alert_entry')
  return people[0]?.cookie ?? { cookie: '', origin: '' }
}

const headers = await crowd()

it.each([
  ['the count', '/portal/me/notifications/unread', 'alert_entry_unread', 1],
  ['the newest', '/portal/me/notifications?per_page=6', 'alert_entry_of_person', 2],
  ['the unread', '/portal/me/notifications?per_page=6&filter[status]=unread', 'alert_entry_unread', 2],
])('%s comes out of an index, in so many statements', async (_what, path, index, wanted) => {
  const sent = await statementsOf(() => world.call('GET', path, { headers }))
  const ours = sent.filter(({ text }) => text.includes('alert_entry'))
  expect(ours.length).toBe(wanted)
  for (const { text, values } of ours) {
    const { rows } = await world.house.pool.query(`explain ${text}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on alert/)
  }
  const { rows } = await world.house.pool.query(`explain ${ours[0]?.text}`, [...(ours[0]?.values ?? [])])
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
})

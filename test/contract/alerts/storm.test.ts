import { describe, expect, it } from 'vitest'
import { jobs } from '../../../src/app/schedule.ts'
import { runJobsOnce } from '../../../src/kernel/work/jobs.ts'
import { hijacked, happen, offMarket, quietCompany, suspended, tell, unpaid } from '../../support/alerts/alerts.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageWorld } from '../../support/stages.ts'
import { openWorld } from '../../support/world.ts'

/** What happens together is one message, whoever hears of it and how often. */

const world = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })

async function company() {
  const tenant = await quietCompany(world)
  return { tenant, owner: await world.person(tenant, 'owner'), member: await world.person(tenant, 'member') }
}

const alertsOf = async (tenant: string) =>
  (
    await world.house.pool.query(
      `select subject, count, severity, told_at is not null as told from alert where tenant_uuid = $1 order by raised_at, uuid`,
      [tenant],
    )
  ).rows

const entriesOf = async (person: string) =>
  (await world.house.pool.query('select read_at from alert_entry where person_uuid = $1', [person])).rows

const raisedTo = async (tenant: string) =>
  (
    await world.house.pool.query<{ data: { count: number; first: { title: string; why: string | null }[] } }>(
      `select data from outbox_event where tenant_uuid = $1 and type = 'alert.raised' order by happened_at, uuid`,
      [tenant],
    )
  ).rows.map(({ data }) => data)

/** Whatever is due now, and nothing sooner. */
const work = () => runJobsOnce(world.house, jobs)

const storm = (tenant: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => offMarket(tenant, from + n))

describe('a storm', () => {
  it('of 500 blocks is one entry, one mail to each and one event, with the count and the first of them', async () => {
    const { tenant, owner, member } = await company()
    await tell(world, ...storm(tenant, 500))
    expect(await alertsOf(tenant)).toEqual([
      { subject: '500 blocks are off the market', count: 500, severity: 'critical', told: true },
    ])
    for (const { email, uuid } of [owner, member]) {
      const [mail, ...more] = await mailTo(world, email)
      expect([mail?.subject, more]).toEqual(['500 blocks are off the market', []])
      expect(mail?.body).toMatch(/^45\.0\.0\.0\/24 is off the market\nOn a list since 0\.\n\n[^]*\n\nAnd 480 more\.\n$/)
      expect(JSON.stringify(mail?.lead)).toContain(`/c/${tenant}/offers`)
      expect(await entriesOf(uuid)).toEqual([{ read_at: null }])
    }
    const [event, ...others] = await raisedTo(tenant)
    expect([event?.count, event?.first.length, others]).toEqual([500, 20, []])
    expect(event?.first[0]).toEqual({ title: '45.0.0.0/24 is off the market', why: 'On a list since 0.' })
  })

  it('is in the inbox at once and mailed when no more of it comes; what has grown is unread again', async () => {
    const { tenant, owner } = await company()
    await happen(world, offMarket(tenant, 1))
    await work()
    expect(await alertsOf(tenant)).toMatchObject([{ count: 1, told: false }])
    expect(await entriesOf(owner.uuid)).toHaveLength(1)
    await world.call('POST', '/portal/me/notifications/read', { headers: owner.cookie, payload: {} })
    await happen(world, offMarket(tenant, 2))
    await work()
    expect(await alertsOf(tenant)).toMatchObject([{ subject: '2 blocks are off the market', count: 2, told: false }])
    expect(await entriesOf(owner.uuid)).toEqual([{ read_at: null }])
    await world.runJobs()
    expect(await mailTo(world, owner.email)).toHaveLength(1)
    // What comes after it was told is another one.
    await tell(world, offMarket(tenant, 3))
    expect((await mailTo(world, owner.email)).map(({ subject }) => subject)).toEqual([
      '2 blocks are off the market',
      '45.0.3.0/24 is off the market',
    ])
  })

  it('is not told while some of it waits to be heard', async () => {
    const { tenant, owner } = await company()
    await happen(world, offMarket(tenant, 1))
    await work()
    await happen(world, offMarket(tenant, 2))
    // As a process leaves it that is killed between two batches: some are heard, and the alert is due.
    await world.house.pool.query(
      `update outbox_event set tell_at = now() + interval '1 hour' where tell_at is not null`,
    )
    await world.runJobs()
    expect(await alertsOf(tenant)).toMatchObject([{ count: 1, told: false }])
    await world.house.pool.query(`update outbox_event set tell_at = now() where tell_at is not null`)
    await happen(world, suspended(tenant, 9))
    await world.runJobs()
    expect((await mailTo(world, owner.email)).map(({ subject }) => subject).toSorted()).toEqual([
      '2 blocks are off the market',
      '45.0.9.0/24 is suspended',
    ])
  })

  it('is told of each company apart, and of each cause', async () => {
    const [one, two] = [await company(), await company()]
    await tell(world, offMarket(one.tenant, 1), unpaid(one.tenant, 2), unpaid(one.tenant, 3), offMarket(two.tenant, 4))
    expect((await mailTo(world, one.owner.email)).map(({ subject }) => subject).toSorted()).toEqual([
      '2 payments failed',
      '45.0.1.0/24 is off the market',
    ])
    expect((await mailTo(world, one.member.email)).map(({ subject }) => subject)).toEqual([
      '45.0.1.0/24 is off the market',
    ])
    expect((await mailTo(world, two.owner.email)).map(({ subject }) => subject)).toEqual([
      '45.0.4.0/24 is off the market',
    ])
  })

  it('is one although two nodes hear of it at the same time, and told once although both tell', async () => {
    const { tenant, owner } = await company()
    const beside = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1' } })
    try {
      for (let n = 0; n < 8; n++) await happen(world, ...storm(tenant, 60, n * 60))
      await Promise.all([world, beside].map(({ house }) => runJobsOnce(house, jobs)))
      await Promise.all([world.runJobs(), beside.runJobs()])
      expect(await alertsOf(tenant)).toMatchObject([{ count: 480, told: true }])
      expect(await mailTo(world, owner.email)).toHaveLength(1)
      expect(await raisedTo(tenant)).toHaveLength(1)
    } finally {
      await beside.close()
    }
  })

  it('that one look has found is whole, and is told without waiting', async () => {
    const { tenant, owner } = await company()
    await happen(world, hijacked(tenant, '45.8.1.0/24'))
    await work()
    expect(await alertsOf(tenant)).toMatchObject([{ severity: 'critical', told: true }])
    const { rows } = await world.house.pool.query('select subject from mail where recipient = $1', [owner.email])
    expect(rows).toEqual([{ subject: '45.8.1.0/24: routing is critical' }])
  })
})

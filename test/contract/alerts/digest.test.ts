import { describe, expect, it } from 'vitest'
import { forgetOldAlerts, sendDueDigests } from '../../../src/alerts/index.ts'
import { hijacked, offMarket, quietCompany, tell } from '../../support/alerts/alerts.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageWorld } from '../../support/stages.ts'
import { openWorld } from '../../support/world.ts'

/** The mail of a day, by business time; and how long alerts are kept. */

const world = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })

async function reader(title = 'Brightwave') {
  const tenant = await quietCompany(world, title)
  const person = await world.person(tenant, 'owner')
  for (const kind of ['routing', 'offers'])
    await world.call('PATCH', '/portal/me/notification-settings', {
      headers: person.cookie,
      payload: { kind, mail: 'daily' },
    })
  return { tenant, ...person }
}

/** To shortly after seven, when nothing is due yet of what happens now. */
async function travelToMorning(): Promise<void> {
  const { now } = world.ctx
  const seven = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 7, 1)
  await world.travel(`${Math.ceil((seven - now.getTime()) / 1_000)} seconds`)
}

const digest = () => sendDueDigests.run(world.ctx, {})

describe('the mail of a day', () => {
  it('has all of it, once, the morning after', async () => {
    const { tenant, email } = await reader()
    await travelToMorning()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.travel('1 minute')
    await tell(world, offMarket(tenant, 1), offMarket(tenant, 2))
    await digest()
    expect(await mailTo(world, email)).toEqual([])
    await world.travel('23h')
    await digest()
    expect(await mailTo(world, email)).toEqual([])
    await world.travel('1h')
    await digest()
    await digest()
    const [mail, ...more] = await mailTo(world, email)
    expect([mail?.subject, more]).toEqual(['Daily summary: 2 notifications, 2 critical', []])
    expect(mail?.body).toMatch(
      /^Brightwave:\n\n45\.8\.1\.0\/24: routing is critical\n.+ UTC\n\n2 blocks are off the market\n/,
    )
    expect(mail?.lead?.url).toMatch(/\/account\/notifications$/)
  })

  it('comes as the test clock is moved', async () => {
    const { tenant, email } = await reader()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    const { done } = await world.advance('2 days')
    expect(done['digests']).toBe(1)
    expect((await mailTo(world, email)).map(({ subject }) => subject)).toEqual([
      'Daily summary: 1 notification, 1 critical',
    ])
  })

  it('leaves out what was read, and is none where all was', async () => {
    const { tenant, email, cookie } = await reader()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.call('POST', '/portal/me/notifications/read', { headers: cookie, payload: {} })
    await world.advance('2 days')
    expect(await mailTo(world, email)).toEqual([])
    await tell(world, hijacked(tenant, '45.8.2.0/24'))
    await world.advance('2 days')
    expect(await mailTo(world, email)).toHaveLength(1)
  })

  it('is one although two nodes send it at the same time', async () => {
    const readers = [await reader('A'), await reader('B'), await reader('C')]
    for (const { tenant } of readers) await tell(world, hijacked(tenant, '45.8.1.0/24'))
    const beside = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1' } })
    try {
      await world.travel('1 day')
      await beside.hear()
      await Promise.all([world, beside, world, beside].map(({ ctx }) => sendDueDigests.run(ctx, {})))
    } finally {
      await beside.close()
    }
    for (const { email } of readers) expect(await mailTo(world, email)).toHaveLength(1)
  })

  it('is no second one: what came too late for it comes the next day', async () => {
    const { tenant, email, uuid } = await reader()
    await travelToMorning()
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.travel('1 day')
    await digest()
    await tell(world, hijacked(tenant, '45.8.2.0/24'))
    // As if another node had told it by a clock that is a moment behind.
    await world.house.pool.query(
      `update alert_entry set digest_at = digest_at - interval '1 day' where person_uuid = $1 and digest_at is not null`,
      [uuid],
    )
    await digest()
    expect(await mailTo(world, email)).toHaveLength(1)
    await world.travel('1 day')
    await digest()
    expect((await mailTo(world, email)).map(({ body }) => /45\.8\.\d/.exec(body)?.[0])).toEqual(['45.8.1', '45.8.2'])
  })
})

describe('alerts', () => {
  it('are kept half a year when they were read, and a year when not', async () => {
    const { tenant, cookie } = await reader()
    const total = async () =>
      (await world.call('GET', '/portal/me/notifications', { headers: cookie })).body.meta.total as number
    const kept = async () =>
      (await world.house.pool.query('select from alert where tenant_uuid = $1', [tenant])).rowCount
    await tell(world, hijacked(tenant, '45.8.1.0/24'))
    await world.call('POST', '/portal/me/notifications/read', { headers: cookie, payload: {} })
    await tell(world, hijacked(tenant, '45.8.2.0/24'))
    await world.travel('179 days')
    await forgetOldAlerts.run(world.ctx, {})
    expect([await total(), await kept()]).toEqual([2, 2])
    await world.travel('2 days')
    await forgetOldAlerts.run(world.ctx, {})
    expect([await total(), await kept()]).toEqual([1, 1])
    await world.travel('185 days')
    await forgetOldAlerts.run(world.ctx, {})
    expect([await total(), await kept()]).toEqual([0, 0])
  })
})

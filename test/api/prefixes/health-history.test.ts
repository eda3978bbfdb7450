import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireLettersOf } from '../../../src/letters/index.ts'
import { endLease } from '../../../src/market/index.ts'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { bump } from '../../../src/kernel/pulse.ts'
import { noticeOldData } from '../../../src/prefixes/index.ts'
import { lookAtAll, lookInside, walkOn } from '../../../src/prefixes/health/watch.actions.ts'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { prefixesPath, prefixScopes } from '../../support/market/prefixes.ts'
import { stageSides } from '../../support/stages.ts'

/** Jobs that look at prefixes again, and the history they write. */

let offer: MadeOffer
const { world, holder, lessee } = await stageSides({}, prefixScopes)
beforeAll(async () => {
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  await know(world, 'vrps', [])
  await know(world, 'origins', [])
  await world.runJobs()
})

beforeEach(async () => {
  await world.house.pool.query('truncate prefix_health, prefix_health_change, prefix_health_news, outbox_event cascade')
})

const running = new Set<string>()

/** With a letter for AS64500. */
const lease = async (block: string): Promise<string> => {
  const { uuid } = await makeLease(world, offer, lessee.tenant, block)
  await makeLetter(world, uuid)
  running.add(uuid)
  return uuid
}

const end = async (uuid: string): Promise<void> => {
  running.delete(uuid)
  await world.change(async (ctx) => {
    await endLease(ctx, uuid)
    await expireLettersOf(ctx, [uuid])
  })
  await world.runJobs()
}

afterEach(async () => {
  for (const uuid of running) await end(uuid)
  await routes()
})

/** `45.8.1.0/24 announced valid`, of all that is kept. */
const kept = async () => {
  const { rows } = await world.house.pool.query<{ is: string }>(
    `select concat_ws(' ', block, bgp, rpki) as is from prefix_health order by block`,
  )
  return rows.map((row) => row.is)
}

const changes = async () => {
  const { rows } = await world.house.pool.query<{ change: string }>(
    `select concat_ws(' ', block, from_bgp, '>', to_bgp) as change from prefix_health_change order by block, position`,
  )
  return rows.map(({ change }) => change)
}

const told = async () => {
  const { rows } = await world.house.pool.query<{ tenant_uuid: string; data: Record<string, unknown> }>(
    `select tenant_uuid, data from outbox_event where type = 'prefix.health_changed' order by data ->> 'block', tenant_uuid`,
  )
  return rows.map(({ tenant_uuid, data }) => ({ tenant: tenant_uuid, ...data }))
}

const routes = async (...texts: string[]) => {
  const facts = texts.map((text) => text.split(' ')).map(([asn, prefix = '']) => ({ prefix, asn: Number(asn) }))
  await know(world, 'origins', facts)
  await world.runJobs()
}

describe('history', () => {
  it('has what changed with an import, and only that', async () => {
    await lease('45.8.1.0/24')
    await routes('64500 45.8.1.0/24')
    expect(await kept()).toEqual(['45.8.0.0/22 more_specifics_only unprotected', '45.8.1.0/24 announced not_found'])
    expect(await changes()).toEqual(['45.8.0.0/22 > more_specifics_only', '45.8.1.0/24 > announced'])
    expect(await told()).toEqual([])

    await routes('64500 45.8.1.0/24')
    expect(await changes()).toHaveLength(2)

    await routes('64500 45.8.1.0/24', '64666 45.8.1.0/24')
    expect(await changes()).toEqual([
      '45.8.0.0/22 > more_specifics_only',
      '45.8.0.0/22 more_specifics_only > more_specific_mismatch',
      '45.8.1.0/24 > announced',
      '45.8.1.0/24 announced > origin_mismatch',
    ])
    const became = { block: '45.8.1.0/24', from: 'warning', to: 'critical' }
    const both = [holder.tenant, lessee.tenant].sort()
    // The holder alone has the block around it.
    const around = { tenant: holder.tenant, block: '45.8.0.0/22', from: 'ok', to: 'critical' }
    expect(await told()).toEqual([around, ...both.map((tenant) => ({ tenant, ...became }))])

    await routes('64500 45.8.1.0/24')
    expect(await told()).toHaveLength(6)
    expect(await told()).toContainEqual({
      tenant: lessee.tenant,
      block: '45.8.1.0/24',
      from: 'critical',
      to: 'warning',
    })

    const path = prefixesPath(lessee.tenant, '/45.8.1.0/24/health')
    const { body } = await world.call('GET', path, { headers: lessee.bearer })
    const past = body.data.history.map(({ from, to }: Record<string, { bgpStatus: string } | null>) => [
      from?.bgpStatus,
      to?.bgpStatus,
    ])
    expect(past).toEqual([
      ['origin_mismatch', 'announced'],
      ['announced', 'origin_mismatch'],
      [undefined, 'announced'],
    ])
    const second = await world.call('GET', `${path}?limit=1&offset=1`, { headers: lessee.bearer })
    expect(second.body.data.history).toEqual(body.data.history.slice(1, 2))
  })

  it('goes on with the lease: its block is looked at when it begins and when it ends', async () => {
    const uuid = await lease('45.8.2.0/24')
    await world.runJobs()
    expect(await kept()).toEqual(['45.8.2.0/24 not_announced not_found'])
    await routes('64500 45.8.2.0/24')
    await end(uuid)
    // The block around it was looked at again too, and what the data knows of the block remains in question.
    expect(await changes()).toEqual(
      expect.arrayContaining([
        '45.8.0.0/22 more_specifics_only > more_specific_mismatch',
        '45.8.2.0/24 announced > unexpected_announcement',
      ]),
    )
    await routes()
    expect(await kept()).toEqual(['45.8.0.0/22 not_announced unprotected'])
    expect((await changes()).at(-1)).toBe('45.8.2.0/24 unexpected_announcement >')
  })

  it('keeps the time from which on it stands so, whatever the reasons', async () => {
    await routes('64500 45.8.0.0/24')
    const since = async () => {
      const { rows } = await world.house.pool.query(
        `select since, why_digest from prefix_health where block = '45.8.0.0/22'`,
      )
      return rows[0]
    }
    const before = await since()
    await routes('64500 45.8.0.0/24', '64500 45.8.3.0/24')
    const after = await since()
    expect(await changes()).toEqual([
      '45.8.0.0/22 > more_specific_mismatch',
      '45.8.0.0/24 > unexpected_announcement',
      '45.8.3.0/24 > unexpected_announcement',
    ])
    expect(after.since).toEqual(before.since)
    expect(after.why_digest).not.toEqual(before.why_digest)
  })

  it('forgets a block that nobody holds any more, and keeps its past', async () => {
    const other = await makeOffer(world, holder.tenant, { block: '45.12.0.0/24' })
    await routes()
    expect(await kept()).toContain('45.12.0.0/24 not_announced unprotected')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [other.uuid])
    await routes()
    expect(await kept()).toEqual(['45.8.0.0/22 not_announced unprotected'])
    expect((await changes()).at(-1)).toBe('45.12.0.0/24 not_announced >')
  })

  it('is not touched by data that no status rests on', async () => {
    await know(world, 'geodata', [{ prefix: '45.8.0.0/22' }])
    await world.runJobs()
    expect(await kept()).toEqual([])
  })

  it('notices that data has grown old', async () => {
    await routes()
    const job = async () => {
      await noticeOldData.run(world.ctx, {})
      await world.runJobs()
    }
    await job()
    expect(await changes()).toHaveLength(1)
    // As if time had passed: nobody imports anything.
    await world.house.pool.query(`update network_source set fresh_seconds = $1 where kind = 'riswhois'`, [60])
    await world.change((ctx) => bump(ctx.db, 'network'))
    await world.hear()
    await world.runJobs()
    expect(await changes()).toHaveLength(1)
    await job()
    expect((await changes()).slice(1)).toEqual(['45.8.0.0/22 not_announced > unknown'])
    await job()
    expect(await changes()).toHaveLength(2)
  })

  it('walks in steps, and begins again when there is something new', async () => {
    const large = await makeOffer(world, holder.tenant, { block: '45.16.0.0/14' })
    const blocks = Array.from({ length: 600 }, (_, n) => formatPrefix(nthChild(knownPrefix(large.block), 24, n)))
    await know(
      world,
      'origins',
      blocks.map((prefix) => ({ prefix, asn: 64_500 })),
    )
    const begin = () => world.change(lookAtAll)
    await begin()
    expect(await walkOn(world.ctx)).toEqual({ looked: 500, changed: 500, finished: false })
    await begin()
    expect(await walkOn(world.ctx)).toEqual({ looked: 500, changed: 0, finished: false })
    expect(await walkOn(world.ctx)).toEqual({ looked: 102, changed: 102, finished: true })
    expect(await walkOn(world.ctx)).toEqual({ looked: 0, changed: 0, finished: true })
    const all = ['45.8.0.0/22', '45.16.0.0/14', ...blocks]
    expect((await kept()).map((text) => text.split(' ')[0])).toEqual(all)

    // A block looked at by itself gives the same, however much is in it.
    await world.house.pool.query(`truncate prefix_health; delete from prefix_health_change`)
    await lookInside(world.ctx, knownPrefix(large.block))
    expect((await kept()).map((text) => text.split(' ')[0])).toEqual(all.slice(1))
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [large.uuid])
    await lookInside(world.ctx, knownPrefix(large.block))
    expect(await kept()).toEqual([])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bump } from '../../../src/kernel/pulse.ts'
import { noticeOldData } from '../../../src/prefixes/index.ts'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { know } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { prefixScopes } from '../../support/market/prefixes.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageSides } from '../../support/stages.ts'

/** People hear of routing that became critical, and of routing that is well again: one mail to a company for an import. */

const { world, holder, lessee } = await stageSides({}, prefixScopes)
const people = { holder: 'owner@holder.example', member: 'member@holder.example', lessee: 'owner@lessee.example' }
const leased = '45.8.1.0/24'
const lawful = '64500 45.8.1.0/24'

beforeAll(async () => {
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
  const { uuid } = await makeLease(world, offer, lessee.tenant, leased)
  await makeLetter(world, uuid)
  await world.person(holder.tenant, 'owner', people.holder)
  await world.person(holder.tenant, 'member', people.member)
  await world.person(holder.tenant, 'viewer', 'viewer@holder.example')
  await world.person(lessee.tenant, 'owner', people.lessee)
  await know(world, 'vrps', [{ prefix: leased, asn: 64_500 }])
})

async function routes(...texts: string[]): Promise<void> {
  const facts = texts.map((text) => text.split(' ')).map(([asn, prefix = '']) => ({ prefix, asn: Number(asn) }))
  await know(world, 'origins', facts)
  await world.runJobs()
}

const aboutRouting = async (address: string) =>
  (await mailTo(world, address)).filter(({ subject }) => /routing/i.test(subject))

/** The mails that came of it, by person. */
async function mailsOf(work: () => Promise<unknown>) {
  const counts = new Map<string, number>()
  for (const address of Object.values(people)) counts.set(address, (await aboutRouting(address)).length)
  await work()
  const after = async (address: string) => (await aboutRouting(address)).slice(counts.get(address))
  return { holder: await after(people.holder), member: await after(people.member), lessee: await after(people.lessee) }
}

const subjects = (mails: readonly { readonly subject: string }[]) => mails.map(({ subject }) => subject)

beforeEach(() => routes(lawful))

describe('mails about routing', () => {
  it('tell holder and lessee what became critical, why, and when it no longer is', async () => {
    const bad = await mailsOf(() => routes(lawful, '64666 45.8.1.0/24'))
    expect(subjects(bad.lessee)).toEqual(['45.8.1.0/24: routing is critical'])
    expect(bad.lessee[0]?.body).toContain(
      '45.8.1.0/24 is announced by AS64666, which has no LOA for it; expected is AS64500.',
    )
    expect(JSON.stringify(bad.lessee[0]?.lead)).toContain(`/c/${lessee.tenant}/prefixes/45.8.1.0%2F24`)
    // The block around it is the holder's alone.
    expect(subjects(bad.holder)).toEqual(['2 prefixes: routing is critical'])
    expect(subjects(bad.member)).toEqual(subjects(bad.holder))
    expect(await aboutRouting('viewer@holder.example')).toEqual([])

    const good = await mailsOf(() => routes(lawful))
    expect(subjects(good.lessee)).toEqual(['45.8.1.0/24: routing is no longer critical'])
    expect(good.lessee[0]?.body).toContain('45.8.1.0/24 is announced by AS64500, as expected.')
    expect(subjects(good.holder)).toEqual(['2 prefixes: routing is no longer critical'])
  })

  it('say nothing of what stays as it is, nor of what only deserves a warning', async () => {
    expect(await mailsOf(() => routes(lawful))).toEqual({ holder: [], member: [], lessee: [] })
    const unseen = await mailsOf(async () => {
      await know(world, 'vrps', [])
      await world.runJobs()
    })
    expect(unseen).toEqual({ holder: [], member: [], lessee: [] })
    await know(world, 'vrps', [{ prefix: leased, asn: 64_500 }])
    await world.runJobs()
  })

  it('are one for a company, however many prefixes turn at once', async () => {
    const large = await makeOffer(world, holder.tenant, { block: '45.16.0.0/14' })
    await world.runJobs()
    const blocks = Array.from({ length: 600 }, (_, n) => formatPrefix(nthChild(knownPrefix(large.block), 24, n)))
    const { holder: mails, lessee: none } = await mailsOf(() => routes(lawful, ...blocks.map((one) => `64666 ${one}`)))
    // The /14 itself, too.
    expect(subjects(mails)).toEqual(['601 prefixes: routing is critical'])
    expect(mails[0]?.body).toContain('And 581 more.')
    expect(none).toEqual([])
    const back = await mailsOf(() => routes(lawful))
    expect(subjects(back.holder)).toEqual(['601 prefixes: routing is no longer critical'])
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [large.uuid])
  })

  it('are none when data grows old, and none when it comes back as it was', async () => {
    await mailsOf(() => routes(lawful, '64666 45.8.1.0/24'))
    const setFresh = (seconds: number | null) =>
      world.house.pool.query(`update network_source set fresh_seconds = $1 where kind = 'riswhois'`, [seconds])
    const { rows } = await world.house.pool.query(`select fresh_seconds from network_source where kind = 'riswhois'`)
    const aged = await mailsOf(async () => {
      await setFresh(60)
      await world.change((ctx) => bump(ctx.db, 'network'))
      await world.hear()
      await noticeOldData.run(world.ctx, {})
      await world.runJobs()
    })
    const kept = await world.house.pool.query(`select bgp, severity from prefix_health where block = $1`, [leased])
    expect(kept.rows).toEqual([{ bgp: 'unknown', severity: 'critical' }])
    expect(aged).toEqual({ holder: [], member: [], lessee: [] })
    await setFresh(rows[0].fresh_seconds)
    const same = await mailsOf(() => routes(lawful, '64666 45.8.1.0/24'))
    expect(same).toEqual({ holder: [], member: [], lessee: [] })
    // What it has missed it tells.
    const good = await mailsOf(() => routes(lawful))
    expect(subjects(good.lessee)).toEqual(['45.8.1.0/24: routing is no longer critical'])
  })

  it('can be done without', async () => {
    const { uuid } = (await world.house.pool.query(`select uuid from person where email = $1`, [people.member])).rows[0]
    await world.house.pool.query(`insert into alert_choice (person_uuid, kind, mail) values ($1, 'routing', 'never')`, [
      uuid,
    ])
    const { holder: owner, member } = await mailsOf(() => routes(lawful, '64666 45.8.1.0/24'))
    expect([owner.length, member.length]).toEqual([1, 0])
  })
})

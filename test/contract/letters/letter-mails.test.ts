import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endLease } from '../../../src/market/index.ts'
import { expireLettersOf, releaseLetters } from '../../../src/letters/index.ts'
import { lockLetters } from '../../../src/letters/letter/letter.store.ts'
import { asHolder } from '../../support/market/holder-letters.ts'
import { fitAsn, openLetters, type Lessee, type Office } from '../../support/market/letters.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Both sides hear by mail what becomes of letters: one mail to a company for all that happened together. */

let world: World
let office: Office
let lessee: Lessee
const people = { holder: 'owner@holder.example', lessee: 'owner@lessee.example' }
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  lessee = await office.lessee()
  await world.person(office.holder.tenant, 'owner', people.holder)
  await world.person(lessee.tenant, 'owner', people.lessee)
  await world.runJobs()
})
afterAll(() => world.close())

const leased = async (count: number) => {
  const leases = []
  for (let i = 0; i < count; i++) leases.push(await lessee.lease())
  return leases
}

/** What came of it, by person. */
async function mailsOf(work: () => Promise<unknown>) {
  const seen = {
    holder: (await mailTo(world, people.holder)).length,
    lessee: (await mailTo(world, people.lessee)).length,
  }
  await work()
  const after = async (who: 'holder' | 'lessee') =>
    (await mailTo(world, people[who])).slice(seen[who]).filter(({ subject }) => /\bLOAs? /.test(subject))
  return { holder: await after('holder'), lessee: await after('lessee') }
}

const release = (uuids: readonly string[]) =>
  world.change(async (ctx) => releaseLetters(ctx, await lockLetters(ctx, uuids), 'data'))

describe('mails about letters', () => {
  it('tell the holder what to do for those that were asked for', async () => {
    const blocks = (await leased(2)).map(({ block }) => block)
    const mails = await mailsOf(() => lessee.buy({ subnets: blocks }))
    expect([mails.lessee, mails.holder.map(({ subject }) => subject)]).toEqual([[], ['2 LOAs were requested']])
    const body = mails.holder[0]?.body ?? ''
    for (const block of blocks) {
      expect(body).toContain(`${block} from AS${fitAsn} (CLOUDFLARENET), for Example Networks B.V.`)
      expect(body).toContain(`- Publish a ROA for ${block} with origin AS${fitAsn} at your registry`)
      expect(body).toContain(`route:          ${block}\norigin:         AS${fitAsn}\n`)
    }
  })

  it('say nothing to the holder of those that are released already', async () => {
    const [lease] = await leased(1)
    const mails = await mailsOf(async () => release(await lessee.buy({ subnets: [lease?.block ?? ''] })))
    expect(mails.holder.map(({ subject }) => subject)).toEqual([`The LOA for ${lease?.block} was released`])
    expect(mails.lessee.map(({ subject }) => subject)).toEqual([`The LOA for ${lease?.block} is in force`])
  })

  it('are one to a company for many letters', async () => {
    const blocks = (await leased(3)).map(({ block }) => block)
    const uuids = await lessee.buy({ subnets: blocks })
    await world.runJobs()
    const mails = await mailsOf(() => release(uuids))
    expect(mails.holder.map(({ subject }) => subject)).toEqual(['3 LOAs were released'])
    expect(mails.lessee.map(({ subject }) => subject)).toEqual(['3 LOAs are in force'])
    for (const block of blocks) expect(mails.lessee[0]?.body).toContain(`${block} from AS${fitAsn}`)
  })

  it('say who revoked, and why', async () => {
    const [lease] = await leased(1)
    const [uuid = ''] = await lessee.buy({ subnets: [lease?.block ?? ''] })
    await world.runJobs()
    const mails = await mailsOf(() => asHolder(world, office.holder).revoke(uuid, { reason: 'Complaints.' }))
    for (const side of [mails.holder, mails.lessee]) {
      expect(side.map(({ subject }) => subject)).toEqual([`The LOA for ${lease?.block} was revoked`])
      expect(side[0]?.body).toContain('Revoked by the holder of the block: Complaints.')
    }
  })

  it('say that a lease has taken its letters along', async () => {
    const [lease] = await leased(1)
    await lessee.buy({ subnets: [lease?.block ?? ''] })
    await world.runJobs()
    const mails = await mailsOf(() =>
      world.change(async (ctx) => {
        await endLease(ctx, lease?.uuid ?? '')
        await expireLettersOf(ctx, [lease?.uuid ?? ''])
      }),
    )
    for (const side of [mails.holder, mails.lessee])
      expect(side.map(({ subject }) => subject)).toEqual([`The LOA for ${lease?.block} has expired`])
  })
})

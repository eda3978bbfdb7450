import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suspendLease } from '../../../src/market/index.ts'
import { keepFacts } from '../../../src/network/index.ts'
import { onlySource } from '../../../src/network/kinds.rules.ts'
import { removeSource } from '../../../src/network/source.actions.ts'
import { revokeLoaa, signLoaa } from '../../support/market/authorisations.ts'
import { aVrp } from '../../support/market/facts.ts'
import { asHolder, asOperator, nowhere } from '../../support/market/holder-letters.ts'
import {
  banAsnIn,
  fitAsn,
  letterIn,
  openLetters,
  originsOf,
  otherAsn,
  type Office,
} from '../../support/market/letters.ts'
import { deedsOn, know } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * confirmHolderLetter: POST /billing/v1/{tenantUUID}/market/letters/{letterUUID}/confirm, and operatorConfirmLetter: POST
 * /portal/operator/letters/{letterUUID}/confirm.
 */

let world: World
let office: Office
let holder: ReturnType<typeof asHolder>
let lessee: Awaited<ReturnType<Office['lessee']>>
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  holder = asHolder(world, office.holder)
  lessee = await office.lessee()
})
afterAll(() => world.close())

async function bought(asn = fitAsn) {
  const lease = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [lease.block], asn })
  return { lease, uuid }
}

describe('the word of the holder', () => {
  it('releases a letter', async () => {
    const { lease, uuid } = await bought()
    const { status, body } = await holder.confirm(uuid)
    expect([status, body.data.status, body.data.released_by]).toEqual([200, 'Active', 'holder'])
    expect(body.data.readiness.at(-1)).toMatchObject({
      name: 'released',
      description: "It was released by the holder's word, given without RPKI data.",
      done: true,
    })
    expect(body.data.readiness.slice(0, 2).every(({ done }: { done: boolean }) => done)).toBe(true)
    expect(await originsOf(world, lease.uuid)).toEqual([fitAsn])
    expect(await deedsOn(world, uuid)).toEqual(['letter.created', 'letter.release'])
    const { rows } = await world.house.pool.query<{ tenant_uuid: string; data: object }>(
      `select tenant_uuid from outbox_event where type = 'letter.released' and data ->> 'uuid' = $1`,
      [uuid],
    )
    const companies = [lessee.tenant, office.holder.tenant]
    expect(rows.map(({ tenant_uuid }) => tenant_uuid).toSorted()).toEqual(companies.toSorted())
  })

  it('or of the operator', async () => {
    const { uuid } = await bought()
    const { status, body } = await (await asOperator(world)).confirm(uuid)
    expect([status, body.data.status, body.data.released_by]).toEqual([200, 'Active', 'operator'])
    expect(body.data).toMatchObject({ tenant_uuid: lessee.tenant, holder_uuid: office.holder.tenant })
  })
})

describe('what the word was given despite', () => {
  const confirmed = async () => {
    const { lease, uuid } = await bought()
    return { block: lease.block, uuid, confirm: async () => (await holder.confirm(uuid)).body.data }
  }
  const despiteInLog = async (uuid: string) => {
    const { rows } = await world.house.pool.query<{ despite: string | null }>(
      `select data ->> 'despite' as despite from audit_entry where action = 'letter.release' and subject_uuid = $1`,
      [uuid],
    )
    return rows.map(({ despite }) => despite)
  }

  it('is that there is no RPKI data, that it is old, and what it shows, in the letter and in the log', async () => {
    const without = await confirmed()
    expect(await without.confirm()).toMatchObject({ released_by: 'holder', released_despite: 'no_rpki_data' })
    expect(await despiteInLog(without.uuid)).toEqual(['no_rpki_data'])

    const old = { takenAt: new Date(Date.now() - 3_600_000), freshFor: 60 }
    const stale = await confirmed()
    await world.change((ctx) => keepFacts(ctx, 'vrps', [aVrp({ prefix: stale.block, asn: fitAsn })], old))
    await world.hear()
    expect(await stale.confirm()).toMatchObject({ released_despite: 'stale_rpki_data' })

    const parked = await confirmed()
    await world.change((ctx) => keepFacts(ctx, 'vrps', [aVrp({ prefix: parked.block, asn: 0 })], old))
    await world.hear()
    expect((await holder.show(parked.uuid)).body.data.todo.at(-1).description).toContain(
      'is recorded as given against a ROA for AS0 in our data.',
    )
    expect(await parked.confirm()).toMatchObject({ status: 'Active', released_despite: 'as0' })
    expect(await despiteInLog(parked.uuid)).toEqual(['as0'])

    const [others, early, seen] = [await confirmed(), await confirmed(), await confirmed()]
    await know(world, 'vrps', [aVrp({ prefix: others.block, asn: 64_500 }), aVrp({ prefix: seen.block, asn: fitAsn })])
    expect(await others.confirm()).toMatchObject({ released_despite: 'rpki_invalid' })
    expect(await early.confirm()).toMatchObject({ released_despite: 'roa_not_seen' })
    expect(await seen.confirm()).toMatchObject({ released_by: 'holder', released_despite: null })
    expect(await despiteInLog(seen.uuid)).toEqual([null])
    await world.change((ctx) => removeSource(ctx, 'vrps', onlySource))
    await world.hear()
  })
})

describe('what is refused', () => {
  it('a letter that is released, or over, to holders and to operators', async () => {
    const { uuid } = await bought()
    const both = [holder, await asOperator(world)]
    const outcomes = () => Promise.all(both.map(async (one) => outcomeOf(await one.confirm(uuid))))
    await holder.confirm(uuid)
    expect(await outcomes()).toEqual(['422 letter_released', '422 letter_released'])
    await holder.revoke(uuid)
    expect(await outcomes()).toEqual(['422 letter_over', '422 letter_over'])
  })

  it('one whose authorisation is revoked, until it is signed again', async () => {
    const { uuid } = await bought()
    await revokeLoaa(world, office.holder, office.offer.uuid)
    const answer = await holder.confirm(uuid)
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '422 letter_not_ready',
      { loaa_signed: ['the authorisation (LOA-A) is revoked; sign it first'] },
    ])
    expect((await letterIn(world, uuid)).status).toBe('pending')
    await signLoaa(world, office.holder, office.offer.uuid)
    expect((await holder.confirm(uuid)).status).toBe(200)
  })

  it('one whose lease is suspended', async () => {
    const { lease, uuid } = await bought()
    await world.change((ctx) => suspendLease(ctx, lease.uuid))
    const answer = await holder.confirm(uuid)
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 letter_not_ready', ['lease']])
  })

  it('one for a number that may not get letters any more, also by the operator', async () => {
    const { uuid } = await bought(otherAsn)
    await banAsnIn(world, otherAsn)
    for (const speaker of [holder, await asOperator(world)]) {
      const answer = await speaker.confirm(uuid)
      expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 letter_not_ready', ['asn_valid']])
    }
  })

  it("another holder's letter, like one that is not there", async () => {
    const { uuid } = await bought()
    const unknown = await holder.confirm(nowhere)
    for (const company of [await world.client(), lessee]) {
      const answer = await asHolder(world, company).confirm(uuid)
      expect([answer.status, anonymous(answer)]).toEqual([404, anonymous(unknown)])
    }
    expect((await (await asOperator(world)).confirm(nowhere)).status).toBe(404)
  })
})

describe('where data alone releases', () => {
  it("the holder's word does not do before the ROA is seen; the operator's does", async () => {
    const strict = await openWorld({ env: { SUBLET_LETTER_RELEASE: 'data' } })
    const place = await openLetters(strict)
    const buyer = await place.lessee()
    const blocks = [await buyer.lease(), await buyer.lease()].map(({ block }) => block)
    const [first = '', second = ''] = await buyer.buy({ subnets: blocks })
    await know(strict, 'vrps', [aVrp({ prefix: '45.0.0.0/24', asn: fitAsn })])
    const answer = await asHolder(strict, place.holder).confirm(first)
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 letter_not_ready', ['vrp_seen']])
    expect(
      (await asHolder(strict, place.holder).show(first)).body.data.todo.map(({ action }: { action: string }) => action),
    ).toEqual(['create_roa', 'create_route', 'create_inetnum', 'create_domain'])
    expect((await (await asOperator(strict)).confirm(second)).body.data.status).toBe('Active')
    await strict.close()
  })
})

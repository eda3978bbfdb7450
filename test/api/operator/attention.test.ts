import { describe, expect, it } from 'vitest'
import { requestTermination } from '../../../src/commerce/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { keepFacts } from '../../../src/network/index.ts'
import { openShop, readyCart } from '../../support/market/carts.ts'
import { aVrp } from '../../support/market/facts.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { listed } from '../../support/market/offers.ts'
import { aPdf, choose, send } from '../../support/market/proofs.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeSubscription } from '../../support/market/subscriptions.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorAttention */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1', SUBLET_TERMINATION_APPROVAL: '1' } })

const attention = (headers: Record<string, string> = office.operator) =>
  world.call('GET', '/portal/operator/attention', { headers })

type Item = { kind: string; count: number; since: number | null }

async function waiting(): Promise<Record<string, number>> {
  const some = (await attention()).body.data.filter(({ count }: Item) => count > 0)
  const timed = some.filter(({ kind }: Item) => kind !== 'sources_stale')
  expect(timed.every(({ since }: Item) => since !== null)).toBe(true)
  return Object.fromEntries(some.map(({ kind, count }: Item) => [kind, count]))
}

describe('GET /portal/operator/attention', () => {
  it('names every kind, also where nothing waits', async () => {
    const { status, body } = await attention()
    expect(status).toBe(200)
    expect(body.data.map(({ kind }: Item) => kind)).toEqual([
      'terminations_pending',
      'proofs_to_decide',
      'orders_waiting',
      'payouts_pending',
      'companies_pending',
      'letters_waiting',
      'imports_failed',
      'sources_stale',
    ])
    expect(new Set(body.data.map(({ count, since }: Item) => `${count} ${since}`))).toEqual(new Set(['0 null']))
  })

  it('counts what waits for a word, for money or for being sent', async () => {
    const made = await makeSubscription(world, { lessee: office.tenant, block: '47.0.0.0/24' })
    const wish = { type: 'immediate', reason: 'moving', details: null, useAgain: null } as const
    await requestTermination(world.ctx, office.tenant, made.uuid, wish, async () => undefined)
    expect(await waiting()).toEqual({ terminations_pending: 1 })
    const { buyer, cart } = await readyCart(await openShop(world), { card: null })
    await buyer.checkout(cart)
    expect(await waiting()).toEqual({ terminations_pending: 1, orders_waiting: 1 })
    await earn(world, [{ holder: await world.tenant('A holder', 'holder'), at: '2026-01-05T00:00:00Z', gross: 10_000 }])
    await payOutAt(world, '2026-02-01T00:00:00Z')
    expect(await waiting()).toMatchObject({ terminations_pending: 1, orders_waiting: 1, payouts_pending: 1 })
  })

  it('counts companies that wait to be activated', async () => {
    const [uuid] = [await world.tenant('A new one')]
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [uuid])
    expect(await waiting()).toMatchObject({ companies_pending: 1 })
  })

  it('counts proofs whose documents wait for a word', async () => {
    const holder = await world.client()
    const { uuid } = await listed(world, holder, '49.0.0.0/24')
    await send(world, holder, uuid, aPdf())
    expect(await waiting()).not.toHaveProperty('proofs_to_decide')
    await choose(world, holder, uuid, { way: 'operator', statement: 'An invoice of the registry' })
    expect(await waiting()).toMatchObject({ proofs_to_decide: 1 })
  })

  it('counts letters that have waited longer than a week', async () => {
    const offer = await makeOffer(world, await world.tenant(), { block: '48.0.0.0/22' })
    const lease = await makeLease(world, offer, office.tenant, '48.0.0.0/24')
    const letter = await makeLetter(world, lease.uuid, { status: 'pending' })
    await makeLetter(world, lease.uuid, { status: 'active', asn: 64_501 })
    expect(await waiting()).not.toHaveProperty('letters_waiting')
    await world.travel('8 days')
    expect(await waiting()).toMatchObject({ letters_waiting: 1 })
    await world.house.pool.query(`update letter set status = 'expired', ended_at = now() where uuid = $1`, [letter])
    expect(await waiting()).not.toHaveProperty('letters_waiting')
  })

  it('counts imports that failed lately and were not mended since, and data that is too old', async () => {
    const tried = (status: 'failed' | 'done', minutesAgo: number) =>
      world.house.pool.query(
        `insert into network_import (uuid, kind, origin, status, forced, actor_kind, actor_id, asked_at, ended_at, failure, refusals)
         values ($1, 'vrps', 'https://data.example/vrps.csv', $2, false, 'system', 'test',
           now() - $3 * interval '1 minute', now(), $4, '[]')`,
        [newUuid(), status, minutesAgo, status === 'failed' ? 'It was not there.' : null],
      )
    await tried('failed', 20 * 1_440)
    expect(await waiting()).not.toHaveProperty('imports_failed')
    await tried('failed', 3)
    await tried('failed', 2)
    expect(await waiting()).toMatchObject({ imports_failed: 1 })
    await tried('done', 1)
    expect(await waiting()).not.toHaveProperty('imports_failed')
    const old = { takenAt: new Date('2020-01-01T00:00:00Z'), freshFor: 3_600 }
    await world.change((ctx) => keepFacts(ctx, 'vrps', [aVrp({ prefix: '45.8.0.0/16' })], old))
    expect(await waiting()).toMatchObject({ sources_stale: 1 })
  })

  it('asks the database once', async () => {
    const statements = await statementsOf(() => attention())
    expect(statements.filter(({ text }) => /\b(payout|termination_request|letter)\b/.test(text))).toHaveLength(1)
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, attention)).toEqual(onlyOperators)
  })
})

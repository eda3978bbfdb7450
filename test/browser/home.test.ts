import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { moveTenant } from '../../src/identity/index.ts'
import { acceptReservation } from '../../src/market/index.ts'
import { addDays, addMonths, startOfMonth } from '../../src/kernel/time.ts'
import { earn } from '../support/market/payouts.ts'
import { makeLetter } from '../support/market/made-letters.ts'
import { makeOffer, makeReservation } from '../support/market/market.ts'
import { makeSubscription } from '../support/market/subscriptions.ts'
import { knowOwners } from '../support/market/looked.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** What each role sees first, and where its numbers lead. */

let stage: Stage
let lessee: string
let holder: string
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await world.travelToMidMonth()
  lessee = await world.tenant('Brightwave Hosting')
  holder = await world.tenant('Meridian Address Trust', 'holder')
  const pricings = [{ length: 24, priceMinor: 12_800, negotiable: true }]
  const offer = await makeOffer(world, holder, { block: '45.8.0.0/20', pricings })
  for (const part of [0, 1, 2, 3, 4, 5, 6])
    await makeSubscription(world, { offer, lessee, block: `45.8.${part}.0/24`, priceMinor: 11_500 + part * 100 })
  await world.travel('3 days')
  await world.house.pool
    .query(`insert into prefix_health (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since)
    values ('45.8.2.0/24', 'critical', 'origin_mismatch', 'unknown', 'unknown', 'critical', sha256(''), now()),
      ('45.8.3.0/24', 'warning', 'low_visibility', 'unknown', 'unknown', 'warning', sha256(''), now()),
      ('45.8.4.0/24', 'ok', 'announced', 'valid', 'valid', 'ok', sha256(''), now())`)
  await knowOwners(world.house.pool)
  const { rows } = await world.house.pool.query<{ uuid: string }>(`select uuid from lease where block = '45.8.0.0/24'`)
  await makeLetter(world, rows[0]?.uuid ?? '', { status: 'pending' })
  const { uuid } = await makeReservation(world, offer, lessee, '45.8.8.0/24', { negotiated: true, priceMinor: 9_000 })
  await world.change((ctx) => acceptReservation(ctx, holder, uuid))
  await makeReservation(world, offer, await world.tenant(), '45.8.9.0/24', { negotiated: true, priceMinor: 9_000 })
  const failed = await makeOffer(world, holder, { block: '46.0.0.0/24', status: 'validity_invalid' })
  await world.house.pool.query(
    `update offer_check set status = 'failed', description = 'Announced by others: AS64666 46.0.0.0/24.'
     where offer_uuid = $1 and kind = 'bgp'`,
    [failed.uuid],
  )
  await makeOffer(world, holder, { block: '46.0.1.0/24', hidden: true })
  const month = startOfMonth(world.ctx.now)
  const before = (months: number) => addDays(addMonths(month, -months), 3).toISOString()
  await earn(
    world,
    [80_000, 60_000, 70_000, 40_000].map((gross, i) => ({ holder, at: before(i + 1), gross })),
  )
})
afterAll(() => stage?.close())

async function visit(tenant: string) {
  const { email } = await stage.world.person(tenant, 'owner')
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

/** A figure by its name, as it is read out. */
const figure = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

describe('home', () => {
  it('shows a lessee which block is hijacked, what renews next, and what lapses', async () => {
    const { page, troubles, at } = await visit(lessee)
    await page.goto(at(''))
    await page.getByRole('heading', { name: 'Routing issues' }).waitFor()
    await page.getByRole('link', { name: '1 critical' }).waitFor()
    await page.getByText('One of your offers was accepted').waitFor()
    expect(await figure(page, 'Active leases').textContent()).toContain('7')
    expect(await figure(page, 'Next 30 days').textContent()).toContain('$826.00')
    expect(await figure(page, 'LOAs pending').textContent()).toContain('1')
    expect(await figure(page, 'In the cart').textContent()).toContain('$90.00')
    await expectSound(page)
    await page.getByRole('link', { name: 'Critical 1' }).click()
    const table = page.getByRole('table')
    await table.getByText('45.8.2.0/24', { exact: true }).waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await page.goto(at('/routing?severity=critical'))
    await page.getByRole('table').getByText('45.8.2.0/24', { exact: true }).waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('shows a holder what is taken, what it brings, who waits, and what nobody finds', async () => {
    const { page, troubles, at } = await visit(holder)
    await page.goto(at(''))
    await page.getByText('One lessee asks for a lower price').waitFor()
    expect(await figure(page, 'Occupancy').textContent()).toContain('38%')
    expect(await figure(page, 'LOA requests').textContent()).toContain('1')
    await page.getByText('Announced by others').waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Hidden 1' }).click()
    await page.getByRole('table').getByText('46.0.1.0/24', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
    expect(troubles).toEqual([])
  })

  it('gives a new company its first steps, which can be hidden and come back', async () => {
    const newcomer = await stage.world.tenant('Newcomer Networks')
    const { page, troubles, at } = await visit(newcomer)
    await page.goto(at(''))
    const steps = page.getByRole('heading', { name: 'First steps' })
    await steps.waitFor()
    await page.getByText('1 of 4 done').waitFor()
    await expectSound(page)
    // The page shows what is chosen before the server has it.
    const choose = async (button: string, state: 'attached' | 'detached') => {
      const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('button', { name: button }).click()
      await steps.waitFor({ state })
      await kept
    }
    await choose('Hide', 'detached')
    await page.reload()
    await page.getByText('Nothing leased, nothing leased out').waitFor()
    await choose('First steps', 'attached')
    await stage.world.change((ctx) => moveTenant(ctx, newcomer, 'suspend'))
    await page.reload()
    await page.getByText('An operator has suspended the company').waitFor()
    await steps.waitFor()
    expect(troubles).toEqual([])
  })

  it('shows operators what the marketplace earns, and which payments fail', async () => {
    const { page, troubles } = await visit(await stage.world.tenant('Operators', 'operator'))
    await stage.world.house.pool.query(
      `update renewal_step r set next_step = 'last_try', next_step_at = s.period_end + interval '68 hours'
       from subscription s where s.uuid = r.uuid and s.name = '45.8.6.0/24'`,
    )
    await page.goto(`${stage.url}/operator`)
    await figure(page, 'Recurring revenue').waitFor()
    expect(await figure(page, 'Volume').textContent()).toContain('$826.00')
    expect(await figure(page, 'Occupancy').textContent()).toContain('38%')
    const failed = page.getByRole('row', { name: /Brightwave Hosting/ })
    expect(await failed.textContent()).toContain('45.8.6.0/24')
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

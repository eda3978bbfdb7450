import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { makeOffer } from '../support/market/market.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** A price by commitment, the same on every page from the search to the forecast. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const holder = await stage.world.tenant('Meridian', 'holder')
  const pricings = [{ length: 24, priceMinor: 10_000, periods: [3, 12] }]
  await makeOffer(stage.world, holder, { block: '45.8.0.0/24', pricings, discounts: [{ months: 12, percent: 12.5 }] })
  await makeOffer(stage.world, holder, {
    block: '45.8.1.0/24',
    pricings: [{ length: 24, priceMinor: 9_000, periods: [3] }],
  })
})
afterAll(() => stage?.close())

it('is searched for, reserved, bought, billed and foreseen', async () => {
  const { world, url } = stage
  const tenant = await world.tenant('Brightwave Hosting')
  await addAddress(world, tenant, { country_code: 'US' })
  await addCard(world, tenant)
  const { email } = await world.person(tenant)
  const { page, troubles } = await watchedPage(stage)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(page, url, email)
  const home = `${url}/c/${company.number}`
  const row = (block: string) =>
    page.getByRole('grid', { name: 'Blocks found' }).getByRole('row').filter({ hasText: block })

  await page.goto(`${home}/market`)
  await row('45.8.0.0/24').getByText('$100.00').waitFor()
  await page.getByLabel('Commitment', { exact: true }).click()
  await page.getByRole('option', { name: '12 months' }).click()
  await page.waitForURL(/months=12/)
  await row('45.8.0.0/24').getByText('$87.50').waitFor()
  await row('45.8.1.0/24').waitFor({ state: 'detached' })
  await expectSound(page)
  await row('45.8.0.0/24').click()
  const chosen = page.getByRole('complementary', { name: 'Selected block' })
  await chosen.getByText('$87.50').waitFor()
  await chosen.getByText('a month for 12 months').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectSound(page)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await chosen.getByRole('link', { name: 'View details' }).click()

  await page.getByRole('radio', { name: /12 months/ }).waitFor()
  expect(await page.getByRole('radio', { name: /12 months/ }).isChecked()).toBe(true)
  await page.getByText('12.5% off').waitFor()
  await page.getByText('saves $150.00').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Reserve' }).click()

  await page.waitForURL(/\/cart$/)
  await page.getByText('committed for 12 months').waitFor()
  await page.getByText(/12\.5%/).waitFor()
  await page.getByText('$87.50').first().waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Bill to this address' }).click()
  await page.getByText(/Your card ending in 4242 will be charged/).waitFor()
  await page.getByRole('button', { name: 'Place order' }).click()

  await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
  await page.getByRole('link', { name: /^INV-/ }).click()
  await page.getByText('Lease of 45.8.0.0/24, committed for 12 months, 12.5% off 100.00').waitFor()
  await page.getByText('$87.50').first().waitFor()
  await expectSound(page)

  await page.goto(`${home}/billing/forecast?months=3`)
  const renewals = page.getByRole('row', { name: /45\.8\.0\.0\/24/ })
  await renewals.first().waitFor()
  expect(await renewals.filter({ hasText: '$87.50' }).count()).toBe(3)
  await expectSound(page)
  expect(troubles).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer } from '../support/market/market.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** Prices by commitment and third prices, as both sides see them. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function arrive(title: string, role: 'holder' | 'lessee') {
  const tenant = await stage.world.tenant(title, role)
  const { email } = await stage.world.person(tenant, 'owner')
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, tenant, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

const pricings = [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [6, 12] }]

describe('a discount for a commitment', () => {
  it('is set by the holder, and seen and saved by the lessee up to the cart', async () => {
    const holder = await arrive('Meridian Address Trust', 'holder')
    const offer = await makeOffer(stage.world, holder.tenant, { block: '46.20.0.0/24', pricings })
    await holder.page.goto(holder.at(`/offers/${offer.uuid}?tab=prices`))
    const discounts = holder.page.getByRole('group', { name: 'Commitment discounts' })
    await discounts.getByLabel('12 months').fill('12.5')
    await holder.page.getByText('12.5% off').waitFor()
    await expectSound(holder.page)
    await holder.page.getByRole('button', { name: /^Save/ }).click()
    await holder.page.getByText('Prices saved.').waitFor()

    const lessee = await arrive('Northlight CDN', 'lessee')
    await lessee.page.goto(lessee.at('/market/46.20.0.0/24'))
    const row = lessee.page.getByRole('row', { name: /12 months/ })
    await row.getByText('12.5% off').waitFor()
    await row.getByText('$1,050.00').waitFor()
    await row.getByText('$150.00').waitFor()
    await expectSound(lessee.page)
    await row.getByText('12 months').click()
    await lessee.page.getByRole('button', { name: 'Reserve' }).click()
    await lessee.page.waitForURL(/\/cart$/)
    await lessee.page.getByText(/12\.5% off/).waitFor()
    await expectSound(lessee.page)
    expect([...holder.troubles, ...lessee.troubles]).toEqual([])
  })
})

describe('a third price', () => {
  it('is named by the holder and accepted by the lessee', async () => {
    const holder = await arrive('Meridian Address Trust', 'holder')
    await makeOffer(stage.world, holder.tenant, { block: '46.21.0.0/24', pricings })
    const lessee = await arrive('Kestrel VPN', 'lessee')
    await lessee.page.goto(lessee.at('/market/46.21.0.0/24'))
    await lessee.page.getByRole('button', { name: 'Make an offer' }).click()
    await lessee.page.getByLabel('Per address per month').fill('0.3')
    await lessee.page.getByRole('button', { name: 'Send offer' }).click()
    await lessee.page.waitForURL(/\/my-reservations$/)

    await holder.page.goto(holder.at('/reservations'))
    const asked = holder.page.getByRole('row', { name: /46\.21\.0\.0\/24/ })
    await asked.getByRole('button', { name: 'Counter-offer' }).click()
    const dialog = holder.page.getByRole('dialog')
    await dialog.getByLabel('Whole block per month').fill('84.90')
    await expectSound(holder.page)
    await dialog.getByRole('button', { name: 'Send counter-offer' }).click()
    await holder.page.getByText('No offers to answer').waitFor()

    await lessee.page.goto(lessee.at('/my-reservations'))
    await lessee.page.getByText('$84.90').filter({ visible: true }).first().waitFor()
    await expectSound(lessee.page)
    await lessee.page.getByRole('button', { name: 'Accept' }).filter({ visible: true }).first().click()
    await lessee.page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
    await lessee.page.getByText('46.21.0.0/24 is in your cart.').waitFor()
    await lessee.page.goto(lessee.at('/cart'))
    await lessee.page.getByText('$84.90').first().waitFor()
    expect([...holder.troubles, ...lessee.troubles]).toEqual([])
  })
})

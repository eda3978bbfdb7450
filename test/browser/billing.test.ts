import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOf } from '../../src/invoicing/index.ts'
import { giveCredits, makeInvoice } from '../support/market/invoicing.ts'
import { makeCard, makeSubscription } from '../support/market/subscriptions.ts'
import { followLink } from '../support/browser/follow.ts'
import { expectPrints, expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** A signed-in owner of a lessee of their own. */
async function arrive() {
  const tenant = await stage.world.tenant('Brightwave Hosting')
  const { email } = await stage.world.person(tenant, 'owner')
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, tenant, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

describe('invoices', () => {
  it('are filtered in the address, opened, and downloaded as PDF', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await page.goto(at('/billing'))
    await page.getByText('No invoices').waitFor()
    await expectSound(page)
    const paid = await makeInvoice(stage.world, tenant)
    const unpaid = await makeInvoice(stage.world, tenant, { paid: false })
    await page.reload()
    await page.getByRole('row', { name: new RegExp(paid.number) }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Unpaid' }).click()
    await page.waitForURL(/status=unpaid/)
    await page.getByRole('row', { name: new RegExp(paid.number) }).waitFor({ state: 'detached' })
    await expectSound(page)
    await page.getByRole('link', { name: unpaid.number, exact: true }).click()
    await page.getByRole('heading', { name: `Invoice ${unpaid.number}` }).waitFor()
    await page.getByText('Amount due').waitFor()
    await page.getByText(sellerOf(stage.world.ctx).name, { exact: true }).waitFor()
    await page.getByText(unpaid.buyer.line_one).waitFor()
    await expectSound(page)
    await expectPrints(page, `Invoice ${unpaid.number}`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'PDF' }).click()
    expect((await download).suggestedFilename()).toBe(`${unpaid.number}.pdf`)
    expect(troubles).toEqual([])
  })
})

describe('payment methods', () => {
  it('are added as test cards, made the default, and removed but for the last', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await page.goto(at('/billing/methods'))
    await page.getByText('No payment methods yet').waitFor()
    await page.getByRole('button', { name: 'Add method' }).first().click()
    await page.getByRole('button', { name: 'Add card' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Add card' }).click()
    const first = page.getByRole('row', { name: /4242/ })
    await first.getByText('Default').waitFor()

    await makeCard(stage.world, tenant, '5555555555554444')
    await page.reload()
    await first.getByRole('button', { name: 'Make default' }).click()
    await first.getByText('Default', { exact: true }).waitFor()
    const defaults = async () =>
      (
        await stage.world.house.pool.query(
          'select card_last_four as four from payment_method where tenant_uuid = $1 and is_default',
          [tenant],
        )
      ).rows
    await expect.poll(defaults).toEqual([{ four: '4242' }])

    await page.getByRole('button', { name: 'Remove Visa •••• 4444' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /4444/ }).waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
    await page.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('alert').waitFor()
    await expectSound(page)
  })
})

describe('what will come', () => {
  it('is foreseen by month, and each renewal by its day', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await makeSubscription(stage.world, { lessee: tenant, block: '47.8.0.0/24' })
    await page.goto(at('/billing/forecast?months=3'))
    await page.getByRole('figure', { name: /Charged and earned by month/ }).waitFor()
    await page
      .getByRole('row', { name: /47\.8\.0\.0\/24/ })
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /47\.8\.0\.0\/24/ }).count()).toBe(3)
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('is a lease less when its end was asked for, until that is taken back', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const { uuid } = await makeSubscription(stage.world, { lessee: tenant, block: '47.9.0.0/24' })
    await page.goto(at('/billing/terminations'))
    await page.getByText('No termination requests').waitFor()
    const status = await page.evaluate(
      async ([to]) =>
        (
          await fetch(to ?? '', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ type: 'end_of_period', reason: 'No longer needed' }),
          })
        ).status,
      [`/ecommerce/public/${tenant}/subscriptions/${uuid}/terminate`],
    )
    expect(status).toBe(201)
    await page.reload()
    const row = page.getByRole('row', { name: /47\.9\.0\.0\/24/ })
    await row.getByText('Approved').waitFor()
    await expectSound(page)
    await row.getByRole('button', { name: 'Keep the lease' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep the lease' }).click()
    await row.getByText('Cancelled').waitFor()
    expect(troubles).toEqual([])
  })
})

describe('credits', () => {
  it('are shown with where they came from', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await giveCredits(stage.world, tenant, 5_000)
    await page.goto(at('/billing/credits'))
    await page.getByText('$50.00').first().waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('on a telephone', () => {
  it('nothing is wider than the screen, and the tab one is at is seen', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await makeSubscription(stage.world, { lessee: tenant, block: '47.10.0.0/24' })
    await makeInvoice(stage.world, tenant)
    await page.setViewportSize({ width: 360, height: 780 })
    for (const path of ['', '/methods', '/credits', '/forecast', '/terminations']) {
      await followLink(page, at(`/billing${path}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      const tab = page.getByRole('navigation', { name: 'Billing' }).locator('[aria-current=page]')
      const { x, width } = (await tab.boundingBox()) ?? { x: -1, width: 0 }
      expect([path, x >= 0 && x + width <= 360]).toEqual([path, true])
      await expectSound(page)
    }
    expect(troubles).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveCode, giveCredits, openShop, type Shop } from '../support/market/carts.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { expectPrints, expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** From the market to a lease: cart, address, payment, order. */

let stage: Stage
let shop: Shop
let tenant: string
let home: string
let page: Page
let troubles: string[]

beforeAll(async () => {
  stage = await openStage()
  shop = await openShop(stage.world)
})
afterAll(() => stage?.close())

beforeEach(async () => {
  tenant = await stage.world.tenant('Brightwave Hosting')
  const { email } = await stage.world.person(tenant)
  ;({ page, troubles } = await watchedPage(stage))
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(page, stage.url, email)
  home = `${stage.url}/c/${company.number}`
})

/** A block of 100.00 a month in the cart, reserved on its own page. */
async function reserveOne(): Promise<string> {
  const { block } = await shop.offer()
  await page.goto(`${home}/market/${block}`)
  await page.getByRole('button', { name: 'Reserve' }).click()
  await page.waitForURL(/\/cart$/)
  await page.getByRole('link', { name: block }).waitFor()
  return block
}

const place = () => page.getByRole('button', { name: 'Place order' })
const sum = (name: string) =>
  page
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .last()

async function payWith(behaviour: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('radio', { name: behaviour }).first().check()
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe('the cart', () => {
  it('says what it is for while it is empty', async () => {
    await page.goto(`${home}/cart`)
    await page.getByText('Your cart is empty').waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'View orders' }).click()
    await page.getByText('No orders yet').waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('leads from a search to a lease', async () => {
    const { block } = await shop.offer()
    await page.goto(`${home}/market?inside=${encodeURIComponent(block)}`)
    const row = page.getByRole('grid', { name: 'Blocks found' }).getByRole('row').filter({ hasText: block })
    await row.click()
    await page
      .getByRole('complementary', { name: 'Selected block' })
      .getByRole('link', { name: 'View details' })
      .click()
    await page.getByRole('button', { name: 'Reserve' }).click()
    await page.waitForURL(/\/cart$/)
    await page.getByText(/Held for/).waitFor()
    const press = place()
    expect(await press.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'New address' }).click()
    await page.getByLabel('Street and number').fill('Calle de Alcalá 210')
    await page.getByLabel('Postcode').fill('28028')
    await page.getByLabel('City').fill('Madrid')
    await page.getByRole('combobox', { name: 'Country' }).fill('Spai')
    await page.getByRole('option', { name: 'Spain' }).click()
    await expectSound(page)
    await page.getByRole('button', { name: 'Add and use' }).click()
    await page.getByText('VAT of 21% is charged because the billing address is in Spain.').waitFor()
    await expect.poll(() => sum('Total').textContent()).toContain('$121.00')
    await payWith('succeeds')
    await page.getByText(/Your card ending in 4242 will be charged/).waitFor()
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await press.click()
    await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
    await page.getByRole('link', { name: `Lease of ${block}` }).waitFor()
    await page.getByRole('link', { name: /^INV-/ }).waitFor()
    await expectSound(page)
    await expectPrints(page, 'Order details')
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('row').filter({ hasText: block }).getByText('Completed').filter({ visible: true }).waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('stays as it was when the card is declined, and says so, and what to do', async () => {
    await addAddress(stage.world, tenant, { country_code: 'US' })
    const block = await reserveOne()
    await page.getByRole('button', { name: 'Bill to this address' }).click()
    await page.getByText('No tax is charged to companies in United States').waitFor()
    await payWith('declines')
    await place().click()
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('Your card was declined. Nothing was charged; use another card, or ask your bank why.')
    await page.getByRole('link', { name: block }).waitFor()
    await expectSound(page)
  })

  it('takes codes and credits off', async () => {
    await addAddress(stage.world, tenant, { country_code: 'US' })
    const { code } = await giveCode(stage.world)
    await giveCredits(stage.world, tenant, 30)
    await reserveOne()
    await page.getByLabel('Discount code').fill('nothing')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('There is no such discount code.').waitFor()
    await page.getByLabel('Discount code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => sum('Total').textContent()).toContain('$90.00')
    await page.getByRole('switch', { name: /Use credits/ }).click()
    await expect.poll(() => sum('Amount due').textContent()).toContain('$60.00')
    await page.getByRole('button', { name: `Remove code ${code}` }).click()
    await expect.poll(() => sum('Amount due').textContent()).toContain('$70.00')
  })

  it('changes the address of this order alone, within the limits of its fields', async () => {
    await addAddress(stage.world, tenant)
    await reserveOne()
    await page.getByRole('button', { name: 'Bill to this address' }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    expect(await page.getByLabel('Postcode').getAttribute('maxlength')).toBe('20')
    await page.getByLabel('VAT number').fill('NL1')
    await page.getByLabel('City').fill('Delft')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/1015 BA Delft/).waitFor()
    await page.getByText('Your VAT number could not be verified').waitFor()
  })

  it('lets go of a block that is taken out', async () => {
    const block = await reserveOne()
    await page.getByRole('button', { name: `Remove ${block}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your cart is empty').waitFor()
    expect(troubles).toEqual([])
  })
})

describe('an order that waits', () => {
  beforeEach(() => addAddress(stage.world, tenant, { country_code: 'US' }))

  it('asks for the second step of its card, and is completed by it', async () => {
    await reserveOne()
    await page.getByRole('button', { name: 'Bill to this address' }).click()
    await payWith('needs a second step when you buy')
    await place().click()
    await page.getByText('Your bank requires confirmation').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Confirm (sandbox)' }).click()
    await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('without a payment method is paid later, or cancelled', async () => {
    await reserveOne()
    await page.getByRole('button', { name: 'Bill to this address' }).click()
    await place().click()
    await page.getByText('Payment required').waitFor()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('Add a card first').waitFor()
    await addCard(stage.world, tenant)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
    await reserveOne()
    await page.getByRole('button', { name: 'Bill to this address' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
    await page.getByText('Your blocks are held until the transfer arrives').waitFor()
    await place().click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('Order cancelled.').waitFor()
    await page.goto(`${home}/orders?status=cancelled`)
    await page.getByRole('cell', { name: 'Cancelled' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Buyer, type Shop } from '../support/market/carts.ts'
import { StripeStandin } from '../support/server/stripe-standin.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** Cards on Stripe's own page: people are sent there, come back, or turn away. */

const publicUrl = 'https://sublet.example'
const stripe = new StripeStandin()
let stage: Stage
let shop: Shop
let buyer: Buyer
let page: Page
let troubles: string[]
let home: string

beforeAll(async () => {
  const env = {
    SUBLET_SANDBOX: '0',
    SUBLET_PAYMENT_PROVIDER: 'stripe',
    SUBLET_STRIPE_KEY: 'sk_test_1',
    SUBLET_STRIPE_URL: await stripe.listen(),
    SUBLET_PUBLIC_URL: publicUrl,
  }
  stage = await openStage({ env })
  shop = await openShop(stage.world)
})
afterAll(async () => {
  await stage?.close()
  await stripe.close()
})

beforeEach(async () => {
  buyer = await buyerIn(stage.world)
  const { email } = await stage.world.person(buyer.tenant, 'owner')
  ;({ page, troubles } = await watchedPage(stage))
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(page, stage.url, email)
  home = `${stage.url}/c/${company.number}`
  await page.route('https://checkout.stripe.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: pageOf(route.request().url().split('/').at(-1) ?? '') }),
  )
})

/** What Stripe shows, as far as a browser must know: two ways back. */
function pageOf(id: string): string {
  const { success_url = '', cancel_url = '' } = stripe.sessions.get(id) ?? {}
  const here = (url: string) => url.replace(publicUrl, stage.url).replace('{CHECKOUT_SESSION_ID}', id)
  return `<h1>Stripe</h1><a href="${here(success_url)}">Pay</a> <a href="${here(cancel_url)}">Back</a>`
}

const atStripe = () => page.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()

/** The person types a card and is sent back. */
async function pay(): Promise<void> {
  await atStripe()
  stripe.complete(page.url().split('/').at(-1) ?? '')
  await page.getByRole('link', { name: 'Pay' }).click()
}

/** Nothing is asked of another host but its page, by going there. */
const others = () => troubles.filter((trouble) => !trouble.startsWith('elsewhere https://checkout.stripe.example/'))

describe('a card', () => {
  it('is left at Stripe, and is there after coming back', async () => {
    await page.goto(`${home}/billing/methods`)
    await page.getByRole('button', { name: 'Add method' }).first().click()
    await page.getByRole('button', { name: 'Add card with Stripe' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Add card with Stripe' }).click()
    await atStripe()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('No payment methods yet').waitFor()
    await page.getByRole('button', { name: 'Add method' }).first().click()
    await page.getByRole('button', { name: 'Add card with Stripe' }).click()
    await pay()
    await page.getByText('Card added.').waitFor()
    await page.getByRole('row', { name: /Visa •••• 4242/ }).waitFor()
    await page.waitForURL(/\/billing\/methods$/)
    await expectSound(page)
    expect(others()).toEqual([])
  })
})

describe('an order', () => {
  let order: string
  beforeEach(async () => {
    const { cart } = await readyCart(shop, { card: null, buyer })
    order = (await buyer.checkout(cart)).body.data.order.uuid
    await page.goto(`${home}/orders/${order}`)
    await page.getByRole('button', { name: 'Pay with Stripe' }).waitFor()
  })

  it('is paid at Stripe, and is complete for who comes back before Stripe has said a word', async () => {
    await expectSound(page)
    await page.getByRole('button', { name: 'Pay with Stripe' }).click()
    await pay()
    await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
    await expectSound(page)
    expect(others()).toEqual([])
  })

  it('waits for who turned away, and can be gone on with or cancelled', async () => {
    await page.getByRole('button', { name: 'Pay with Stripe' }).click()
    await atStripe()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Continue on Stripe' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Continue on Stripe' }).click()
    await atStripe()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('Order cancelled.').waitFor()
    expect([...stripe.sessions.values()].at(-1)?.status).toBe('expired')
    expect(others()).toEqual([])
  })
})

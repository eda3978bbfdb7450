import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dress } from '../../src/kernel/work/mail-dress.ts'
import { emitAll } from '../../src/kernel/work/events.ts'
import { happenings } from '../support/happenings.ts'
import { openShop, readyCart } from '../support/market/carts.ts'
import { expectSound, openStage, watchedPage, type Stage } from '../support/browser/visit.ts'

/** Mail as its readers see it: in a window and on a telephone, in the light and in the dark. */

let stage: Stage
let page: Page
let troubles: string[]

beforeAll(async () => {
  const account = { holder: 'Sublet Inc.', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', currency: 'USD' }
  stage = await openStage({ env: { SUBLET_BANK_ACCOUNTS: JSON.stringify([account]) } })
  const { world } = stage
  const { buyer, cart } = await readyCart(await openShop(world), { card: null, blocks: 2 })
  await world.person(buyer.tenant)
  const told = happenings({ tenant: buyer.tenant, holder: await world.tenant() }, 0)
  await world.change((ctx) =>
    emitAll(
      ctx,
      told.map(([news]) => news),
    ),
  )
  await buyer.checkout(cart)
  await world.runJobs()
  ;({ page, troubles } = await watchedPage(stage))
})
afterAll(() => stage?.close())

interface Row {
  readonly subject: string
  readonly body: string
  readonly lead: { readonly label: string; readonly url: string } | null
  readonly foot: string | null
  readonly ticket: string | null
}

async function open(subject: string): Promise<void> {
  const { rows } = await stage.world.house.pool.query<Row>(
    `select subject, body, lead, foot, ticket from mail where subject like $1 || '%'`,
    [subject],
  )
  expect(rows, `mails "${subject}"`).toHaveLength(1)
  const [{ ticket, ...mail }] = rows as [Row]
  const unsubscribe = ticket === null ? null : `${stage.url}/unsubscribe/${ticket}`
  await page.setContent(dress({ ...mail, unsubscribe }, stage.world.house.config.publicUrl).html)
}

it.each([
  ['an order that waits', 'Payment due for your order', 'Pay order'],
  ['a renewal that failed', 'Payment failed', 'Pay order'],
  ['news that can be ended', '45.9.0.0/24 is off the market', 'View block'],
])('%s is read anywhere', async (_what, subject, lead) => {
  await open(subject)
  await page.getByRole('link', { name: lead }).waitFor()
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectSound(page)
  }
  expect(troubles).toEqual([])
})

it('an account to pay to can be read off', async () => {
  await open('Payment due for your order')
  const cells = await page.getByRole('cell').or(page.locator('td')).allTextContents()
  expect(cells).toContain('NL91 ABNA 0417 1643 00')
  expect(await page.getByText(/^Lease of 45\.60\.0\.0\/24/).count()).toBe(1)
})

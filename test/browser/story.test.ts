import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveTenant } from '../../src/identity/index.ts'
import { knowAsns } from '../support/market/asns.ts'
import { breachesIn } from '../support/market/carts.ts'
import { know } from '../support/market/facts.ts'
import { openFileServer, type FileServer } from '../support/server/file-server.ts'
import { fitAsn } from '../support/market/letters.ts'
import { ticketFor } from '../support/server/mailbox.ts'
import { recordOf } from '../support/market/offers.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** The whole story, each step by a click: a block comes to the market, is leased, announced, renewed, and given back. */

const block = '45.9.4.0/24'
const contact = 'hostmaster@holder.example'

let stage: Stage
let files: FileServer

beforeAll(async () => {
  files = await openFileServer()
  stage = await openStage({ env: { SUBLET_AUTO_ACTIVATE: '0', SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1' } })
  await knowAsns(stage.world)
  await know(stage.world, 'registry', [recordOf(block)])
})
afterAll(async () => {
  await stage?.close()
  await files?.close()
})

interface Someone {
  readonly page: Page
  readonly troubles: string[]
  /** Of their company. */
  readonly home: string
}

const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

async function signUp(name: string, company: string, purpose: RegExp): Promise<Someone> {
  const { page, troubles } = await watchedPage(stage)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const email = `${name.toLowerCase()}@example.net`
  await page.goto(`${stage.url}/`)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Company').fill(company)
  await page.getByRole('radio', { name: purpose }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await page.goto(`${stage.url}/password#${await ticketFor(stage.world, email)}`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(/\/c\//)
  await waitForText(page, 'Get activated')
  return { page, troubles, home: page.url() }
}

async function signInOperator(): Promise<Someone> {
  const { world } = stage
  const tenant = await world.tenant('Sublet Operations', 'operator')
  await world.change((ctx) => moveTenant(ctx, tenant, 'activate'))
  const { email } = await world.person(tenant)
  const { page, troubles } = await watchedPage(stage)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signInAs(page, stage.url, email)
  return { page, troubles, home: `${stage.url}/operator` }
}

async function activate({ page, home }: Someone, company: string): Promise<void> {
  await page.goto(`${home}/companies?status=pending`)
  await page.getByRole('link', { name: company }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await waitForText(page, `${company} is active.`)
}

async function listBlock({ page, home }: Someone): Promise<void> {
  await page.goto(`${home}/offers/new`)
  await page.getByLabel('First address').fill(block)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Continue to prices' }).click()
  await page.getByLabel('Per block per month').fill('100')
  await page.getByRole('button', { name: 'Continue to terms' }).click()
  await page.getByRole('checkbox', { name: /I sign the authorisation/ }).click()
  await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
  await page.getByRole('button', { name: 'List block' }).click()
  await page.getByLabel('Code from the e-mail').waitFor()
  await stage.world.runJobs()
}

/** As the registered contact would: the sandbox's operator reads it in the mailbox. */
async function readCode({ page, home }: Someone): Promise<string> {
  await page.goto(`${home}/mailbox`)
  await page
    .getByRole('link', { name: new RegExp(contact) })
    .first()
    .click()
  const mail = page.getByRole('article')
  await mail.getByText(`To ${contact}`).waitFor()
  const text = (await mail.textContent()) ?? ''
  return new RegExp(`${block}: ([A-Z0-9-]+)`).exec(text)?.[1] ?? 'no code was mailed'
}

async function prove({ page }: Someone, code: string): Promise<void> {
  await page.getByLabel('Code from the e-mail').fill(code)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await waitForText(page, 'Ownership proven. Checks are running.')
  await stage.world.runJobs()
  await page.getByRole('link', { name: 'View block' }).waitFor()
}

/** Once nothing of the cart is under way any more: until then the button says why it cannot be pressed. */
async function placeOrder(page: Page): Promise<void> {
  const place = page.getByRole('button', { name: 'Place order' })
  await expect.poll(() => place.getAttribute('aria-disabled')).toBe(null)
  await place.click()
}

async function buy({ page, home }: Someone): Promise<void> {
  await page.goto(`${home}/market?inside=${encodeURIComponent(block)}`)
  await page.getByRole('grid', { name: 'Blocks found' }).getByRole('row').filter({ hasText: block }).click()
  await page.getByRole('complementary', { name: 'Selected block' }).getByRole('link', { name: 'View details' }).click()
  await page.getByRole('button', { name: 'Reserve' }).click()
  await page.waitForURL(/\/cart$/)
  await page.getByRole('button', { name: 'New address' }).click()
  await page.getByLabel('Street and number').fill('Calle de Alcalá 210')
  await page.getByLabel('Postcode').fill('28028')
  await page.getByLabel('City').fill('Madrid')
  await page.getByRole('combobox', { name: 'Country' }).fill('Spai')
  await page.getByRole('option', { name: 'Spain' }).click()
  await page.getByRole('button', { name: 'Add and use' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('radio', { name: 'succeeds' }).first().check()
  await page.getByRole('button', { name: 'Add card' }).click()
  await waitForText(page, /Your card ending in 4242 will be charged/)
  await placeOrder(page)
  await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
}

async function requestLetter({ page, home }: Someone): Promise<void> {
  await page.goto(`${home}/letters/new`)
  await page.getByLabel('AS number').fill(`AS${fitAsn}`)
  await page.getByRole('checkbox', { name: block }).click()
  await waitForText(page, `1 LOA for AS${fitAsn}`)
  await page.getByRole('button', { name: 'Request LOA' }).click()
  await page.waitForURL(`${home}/letters`)
  await page.goto(`${home}/letters?status=pending`)
  await page.getByRole('link', { name: block }).first().waitFor()
}

async function importRoa({ page, home }: Someone): Promise<void> {
  const roas = `ASN,IP Prefix,Max Length,Trust Anchor,Expires\nAS${fitAsn},${block},24,ripe,4102444800\n`
  await page.goto(`${home}/network`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('URL').fill(files.serve('/vrps.csv', roas))
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.getByRole('heading', { level: 1, name: /^Import of/ }).waitFor()
  await stage.world.runJobs()
  await waitForText(page, 'Done')
}

async function downloadLetter({ page, home }: Someone): Promise<string> {
  await page.goto(`${home}/letters?status=active`)
  await page.getByRole('link', { name: block }).first().click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('link', { name: 'Download PDF' }).click(),
  ])
  return download.suggestedFilename()
}

async function turnClock({ page, home }: Someone, ...spans: readonly string[]): Promise<void> {
  await page.goto(`${home}/clock`)
  for (const span of spans) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: span, exact: true }).click()
    await answered
    await waitForText(page, /Clock moved\./)
  }
  await stage.world.hear()
}

const countInvoices = async ({ page, home }: Someone): Promise<number> => {
  await page.goto(`${home}/billing`)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await invoices.getByText(/INV-/).first().waitFor()
  return invoices.locator('tbody tr').count()
}

async function terminate({ page, home }: Someone): Promise<void> {
  await page.goto(`${home}/leases`)
  await page.getByRole('link', { name: block }).click()
  await page.getByRole('button', { name: 'Terminate lease' }).click()
  await page.getByLabel('Reason').fill('We no longer need it')
  await page.getByRole('button', { name: 'Terminate at end of period' }).click()
  await waitForText(page, 'The lease will not renew.')
  await expectSound(page)
}

it('goes from signing up to giving back', { timeout: 240_000 }, async () => {
  const operator = await signInOperator()
  const holder = await signUp('Hanna', 'Meridian Address Trust', /^Lease out/)
  const lessee = await signUp('Luis', 'Brightwave Hosting', /^Lease(?! out)/)
  for (const company of ['Meridian Address Trust', 'Brightwave Hosting']) await activate(operator, company)
  await listBlock(holder)
  await prove(holder, await readCode(operator))
  await buy(lessee)
  await requestLetter(lessee)
  await importRoa(operator)
  expect(await downloadLetter(lessee)).toMatch(/^letter-.*\.pdf$/)
  const before = await countInvoices(lessee)
  await turnClock(operator, '1 month', '1 day')
  expect(await countInvoices(lessee)).toBe(before + 1)
  await terminate(lessee)
  await turnClock(operator, '1 month', '1 day')
  await lessee.page.goto(`${lessee.home}/leases?status=terminated`)
  await lessee.page.getByRole('link', { name: block }).waitFor()
  expect([operator, holder, lessee].flatMap(({ troubles }) => troubles)).toEqual([])
  expect(await breachesIn(stage.world)).toEqual([])
})

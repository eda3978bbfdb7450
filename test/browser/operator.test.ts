import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../src/kernel/time.ts'
import { sendMail } from '../../src/kernel/work/mail.ts'
import { buyerIn, openShop, readyCart, type Shop } from '../support/market/carts.ts'
import { openFileServer, vrpFile, type FileServer } from '../support/server/file-server.ts'
import { camt } from '../support/market/bank.ts'
import { giveBankDetails } from '../support/market/payouts.ts'
import { goodCard, makeSubscription } from '../support/market/subscriptions.ts'
import {
  dialogButton,
  expectSound,
  openStage,
  operatorOf,
  signedInPage,
  signInAs,
  watchedPage,
  type Stage,
} from '../support/browser/visit.ts'

/** What operators do at the portal. */

let stage: Stage
let files: FileServer
let shop: Shop
let email: string
let page: Page
let troubles: string[]

beforeAll(async () => {
  files = await openFileServer()
  const account = { holder: 'Sublet Inc.', iban: 'NL91ABNA0417164300', currency: 'USD' }
  const env = { SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1', SUBLET_BANK_ACCOUNTS: JSON.stringify([account]) }
  stage = await openStage({ env })
  shop = await openShop(stage.world)
  email = await operatorOf(stage)
})
afterAll(async () => {
  await stage?.close()
  await files?.close()
})

beforeEach(async () => {
  ;({ page, troubles } = await signedInPage(stage, email))
})

const go = (path: string) => page.goto(`${stage.url}/operator${path}`)
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()

describe('companies', () => {
  it('are found by name, suspended with a reason, restored, and given credits', async () => {
    const tenant = await stage.world.tenant('Nordlicht Fiber')
    await stage.world.person(tenant)
    await go('/companies')
    await page.getByLabel('Name, contact or number').fill('nordlicht')
    await page.waitForURL(/search=nordlicht/)
    await page.getByRole('link', { name: 'Nordlicht Fiber' }).click()
    await page.getByRole('heading', { level: 1, name: /Nordlicht Fiber/ }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill('Abuse reports stay unanswered.')
    await expectSound(page)
    await dialogButton(page, 'Suspend').click()
    await said('Nordlicht Fiber is suspended.')
    await page.getByRole('button', { name: 'Restore' }).click()
    await dialogButton(page, 'Restore').click()
    await said('Nordlicht Fiber is active again.')
    await page.getByRole('button', { name: 'Add credits' }).click()
    await page.getByLabel('Amount').fill('25.50')
    await page.getByLabel('Reason').fill('For the outage')
    await dialogButton(page, 'Add credits').click()
    await said('$25.50')
    const tabs = page.getByRole('navigation', { name: 'About the company' })
    await tabs.getByRole('link', { name: 'Activity log' }).click()
    await said('Company suspended')
    await said(/Abuse reports stay unanswered\./)
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('are registered, and looked into', async () => {
    await go('/companies')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByLabel('Company', { exact: true }).fill('Fjord Addresses')
    await dialogButton(page, 'Register').click()
    await page.getByRole('heading', { level: 1, name: /Fjord Addresses/ }).waitFor()
    await page.getByRole('link', { name: 'Open its portal' }).click()
    await page.waitForURL(/\/c\/[\w-]{36}$/)
    await page.getByRole('heading', { level: 1, name: /Fjord Addresses/ }).waitFor()
    expect(troubles).toEqual([])
  })

  it('get back what they paid', async () => {
    const { buyer, cart } = await readyCart(shop)
    await buyer.checkout(cart)
    await go(`/companies/${buyer.tenant}`)
    await page.getByRole('region', { name: 'Leases' }).getByRole('row').nth(1).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: /^Show all 1 ?: Invoices and credit notes/ }).click()
    await page.getByRole('button', { name: /^Refund INV/ }).click()
    const says = page.getByRole('region', { name: 'What this refund does' })
    await says.getByText('Nothing of the invoice is left.').waitFor()
    await says.getByText(/^The lease continues and is billed as before/).waitFor()
    await page.getByLabel('Amount').fill('1')
    await says.getByText('The invoice stays paid for the rest.').waitFor()
    await page.getByLabel('Reason').fill('An hour of outage')
    await expectSound(page)
    await dialogButton(page, 'Refund').click()
    await said(/^Part of .* refunded\.$/)
    await page.getByRole('button', { name: /^Refund INV/ }).click()
    await page.getByLabel('Amount').fill('')
    await says.getByText('Nothing of the invoice is left.').waitFor()
    await page.getByLabel('Reason').fill('Bought twice')
    await dialogButton(page, 'Refund').click()
    await said(/^INV.* refunded\./)
    await page.getByRole('cell', { name: 'Refunded' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('network data', () => {
  it('is imported from an address, with its progress and what was refused', async () => {
    const url = files.serve('/vrps.csv', `${vrpFile(40)}ASx,45.0.0.0/24,24,ripe,4102444800\n`)
    await go('/network')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByLabel('URL').fill(url)
    await page.getByLabel('Source name').fill('local')
    await expectSound(page)
    await dialogButton(page, 'Import').click()
    await page.getByRole('heading', { level: 1, name: 'Import of local' }).waitFor()
    await said('Queued')
    await stage.world.runJobs()
    await said('Done')
    await page.getByRole('heading', { name: 'Rejected rows' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Imports', exact: true }).first().click()
    await page.getByRole('row').filter({ hasText: 'local' }).first().waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByRole('cell', { name: 'Fresh' }).waitFor()
    await page.getByRole('button', { name: 'Remove local' }).click()
    await dialogButton(page, 'Remove').click()
    await said('local removed.')
    expect(troubles).toEqual([])
  })

  it('has sources that are added, tested, paused and removed', async () => {
    const url = files.serve('/geofeed.csv', '45.0.0.0/24,NL,,,\n')
    await go('/network')
    await page.getByRole('button', { name: 'Add source' }).click()
    await page.getByLabel('Kind of data').click()
    await page.getByRole('option', { name: 'Geofeed' }).click()
    await page.getByLabel('URL').fill(url)
    await page.getByLabel('Source name').fill('nearby')
    await expectSound(page)
    await dialogButton(page, 'Add').click()
    await said('Source added; it will be fetched within minutes.')
    const act = async (label: string) => {
      await page.getByRole('button', { name: 'Actions for nearby' }).click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
    }
    await act('Pause')
    await said(/^Paused since/)
    await expectSound(page)
    await act('Test')
    await page.getByRole('heading', { level: 1, name: 'Test of nearby' }).waitFor()
    await stage.world.runJobs()
    await said('Done')
    await said('Test run: nothing is stored.')
    await expectSound(page)
    await go('/network')
    await act('Resume')
    await said('nearby resumed.')
    await page.getByRole('button', { name: 'Remove nearby' }).click()
    await dialogButton(page, 'Remove').click()
    await said('nearby removed.')
    expect(troubles).toEqual([])
  })

  it('shows why an address was refused in the words of the API', async () => {
    await go('/network')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByLabel('URL').fill('ftp://example.net/a')
    await dialogButton(page, 'Import').click()
    expect(await page.getByRole('alert').textContent()).toMatch(/address/i)
  })
})

describe('approvals', () => {
  it('end a lease at once, or refuse to', async () => {
    const buyer = await buyerIn(stage.world)
    const asked: string[] = []
    for (const block of ['45.9.0.0/24', '45.9.1.0/24']) {
      const { uuid } = await makeSubscription(stage.world, { lessee: buyer.tenant, block, card: goodCard })
      await buyer.send('POST', `/subscriptions/${uuid}/terminate`, { type: 'immediate', reason: 'We are moving.' })
      asked.push(block)
    }
    await go('')
    await page.getByRole('link', { name: /^Terminations to decide/ }).click()
    await page.waitForURL(/\/operator\/approvals$/)
    await page.getByRole('button', { name: `Approve ${asked[0]}` }).click()
    await expectSound(page)
    await dialogButton(page, 'Approve').click()
    await said(`Lease of ${asked[0]} terminated.`)
    await page.getByRole('button', { name: `Reject ${asked[1]}` }).click()
    await dialogButton(page, 'Reject').click()
    await said(`Lease of ${asked[1]} continues.`)
    await said('Nothing to decide')
    await expectSound(page)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Rejected' }).click()
    await page.getByRole('cell', { name: 'Rejected' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('note money that came by a bank, and money that was sent', async () => {
    const { buyer, cart } = await readyCart(shop, { card: null })
    await buyer.checkout(cart)
    await go('/approvals/orders')
    await page.getByRole('button', { name: /^Mark paid: order of/ }).click()
    await page.getByLabel('Reference').fill('Statement 12, line 4')
    await expectSound(page)
    await dialogButton(page, 'Mark paid').click()
    await said('No unpaid orders')
    await stage.world.advance('40 days')
    const { rows } = await stage.world.house.pool.query<{ holder: string }>(
      `select distinct tenant_uuid as holder from payout where status = 'pending'`,
    )
    for (const { holder } of rows) await giveBankDetails(stage.world, holder)
    await go('/approvals/payouts')
    const first = page.getByRole('button', { name: /^Mark paid: PAY/ }).first()
    await first.click()
    await dialogButton(page, 'Mark paid').click()
    await said(/ marked paid\./)
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('bank statements', () => {
  it('are imported, and what fits nothing is dismissed', async () => {
    await go('/approvals/bank')
    await said('Nothing to review')
    await expectSound(page)
    await page.getByRole('button', { name: 'Import statement' }).click()
    const file = camt([{ amount: '7.50', currency: 'USD', id: 'P-1', words: 'interest' }])
    await page.getByLabel('File').setInputFiles({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from(file) })
    await expectSound(page)
    await dialogButton(page, 'Import').click()
    await said('0 booked, 1 to review, 0 already known.')
    await dialogButton(page, 'Done').click()
    await said('It names no reference of an order, or more than one.')
    await expectSound(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByLabel('Reason').fill('Interest of the bank.')
    await dialogButton(page, 'Dismiss').click()
    await said('Transaction dismissed.')
    expect(troubles).toEqual([])
  })
})

describe('banned AS numbers', () => {
  it('are banned with a reason, and let go', async () => {
    await go('/asn-bans')
    await said('No banned AS numbers')
    await expectSound(page)
    await page.getByRole('button', { name: 'Ban' }).click()
    await page.getByLabel('AS number', { exact: true }).fill('64500')
    await page.getByLabel('Reason').fill('Sends spam.')
    await dialogButton(page, 'Ban').click()
    await page.getByRole('cell', { name: 'AS64500', exact: true }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Lift the ban on AS64500' }).click()
    await dialogButton(page, 'Lift the ban').click()
    await said('No banned AS numbers')
    expect(troubles).toEqual([])
  })
})

describe('AS numbers without data', () => {
  it('are accepted with a reason and an end, and no longer', async () => {
    await go('/asn-acceptances')
    await said('No exceptions')
    await expectSound(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByLabel('AS number', { exact: true }).fill('3333')
    await page.getByLabel('Until').fill(addDays(stage.world.ctx.now, 30).toISOString().slice(0, 10))
    await page.getByLabel('Reason').fill('We know them; their contract is with us.')
    await expectSound(page)
    await dialogButton(page, 'Accept').click()
    await said('AS3333 accepted.')
    await page.getByRole('cell', { name: 'AS3333', exact: true }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Stop accepting AS3333' }).click()
    await dialogButton(page, 'Stop accepting').click()
    await said('AS3333 is assessed by data again.')
    await said('No exceptions')
    expect(troubles).toEqual([])
  })
})

describe('the sandbox', () => {
  it('shows its mail as text, whatever stands in it', async () => {
    const letter = { to: 'new@example.net', subject: 'Bold', text: '<b>Bold</b> Networks' }
    await stage.world.change((ctx) => sendMail(ctx, letter))
    await go('/mailbox')
    await page.getByLabel('Recipient, subject or text').fill('nobody wrote this')
    await said('No matching mail')
    await page.getByLabel('Recipient, subject or text').fill('bold</B> net')
    await page.getByRole('link', { name: /new@example\.net/ }).click()
    await page.waitForURL(/mail=/)
    await said(/<b>Bold<\/b> Networks/)
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('link', { name: 'All mail' }).click()
    await page.getByRole('list', { name: 'Mail' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('turns its clock, and says what happened on the way', async () => {
    const { tenant } = await buyerIn(stage.world)
    await makeSubscription(stage.world, { lessee: tenant, block: '45.9.2.0/24', card: goodCard })
    await go('/clock')
    await page.getByRole('button', { name: '1 month' }).click()
    await page.getByText(/Clock moved\. Processed:/).waitFor()
    await said(/renewal steps? taken/)
    await page.getByLabel('Custom interval').fill('a while')
    await page.getByRole('button', { name: 'Move forward' }).click()
    expect(await page.getByText(/write it like/).textContent()).toContain('"3 months 2 days"')
    await expectSound(page)
  })

  it('keeps every promise of its data', async () => {
    await go('/audit')
    await said('Not checked yet')
    await expectSound(page)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('list', { name: 'Checks: Invoices and ledger' }).waitFor()
    expect(await page.getByText('Failed: ').locator('..').allTextContents()).toEqual([])
    await page.reload()
    await said(/checks passed\. Checked just now by Test Person/)
    await expectSound(page)
    const nav = page.getByRole('navigation', { name: 'Main' })
    await nav.getByRole('link', { name: 'Overview' }).click()
    await nav.getByRole('link', { name: 'Readiness' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('pages of operators', () => {
  it('are nothing that others could find', async () => {
    const { email: other } = await stage.world.person(await stage.world.tenant('Somebody'))
    const { page: theirs } = await watchedPage(stage)
    await signInAs(theirs, stage.url, other)
    await theirs.goto(`${stage.url}/operator/companies`)
    await theirs.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expectSound(theirs)
    expect(await theirs.getByRole('link', { name: 'Companies' }).count()).toBe(0)
  })
})

import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankEnv, camt, waitingOrder } from '../support/market/bank.ts'
import { buyerIn, openShop, type Shop } from '../support/market/carts.ts'
import { earn, giveBankDetails, payOutAt } from '../support/market/payouts.ts'
import { mailTo } from '../support/server/mailbox.ts'
import {
  dialogButton,
  expectSound,
  expectTablesFit,
  openStage,
  operatorOf,
  signedInPage,
  signInAs,
  watchedPage,
  type Stage,
} from '../support/browser/visit.ts'

/** Money by a bank, as buyers, operators and holders see it. */

let stage: Stage
let shop: Shop
beforeAll(async () => {
  stage = await openStage({ env: bankEnv })
  shop = await openShop(stage.world)
})
afterAll(() => stage?.close())

/** An order that waits, and the owner of its company looking at it. */
async function lookAtOrder() {
  const waiting = await waitingOrder(shop, { buyer: await buyerIn(stage.world) })
  const { email } = await stage.world.person(waiting.buyer.tenant, 'owner')
  const watched = await watchedPage(stage)
  await watched.page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(watched.page, stage.url, email)
  await watched.page.goto(`${stage.url}/c/${company.number}/orders/${waiting.order}`)
  return { ...waiting, ...watched }
}

const grouped = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** What a banking app reads from the picture on the page. */
async function scan(page: Page): Promise<string | undefined> {
  const side = 360
  const picture = await page.evaluate<number[]>(`(() => {
    const pen = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} }).getContext('2d')
    pen.drawImage(document.querySelector('img[alt="QR code for banking apps"]'), 0, 0, ${side}, ${side})
    return [...pen.getImageData(0, 0, ${side}, ${side}).data]
  })()`)
  return jsqr.default(Uint8ClampedArray.from(picture), side, side)?.data
}

describe('an order that waits', () => {
  it('says on its page where to send how much, with a code that banking apps read', async () => {
    const { page, troubles, buyer, order, reference } = await lookAtOrder()
    await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor()
    for (const said of [
      grouped(reference),
      'NL91 ABNA 0417 1643 00',
      'ABNANL2A',
      'Example Bank',
      'Sublet Example B.V.',
    ])
      await page.getByText(said, { exact: true }).waitFor()
    const { qr_code } = (await buyer.get(`/orders/${order}/bank-transfer`)).body.data
    expect(await scan(page)).toBe(qr_code.text)
    await expectSound(page)
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(reference)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Pro-forma' }).click()
    expect((await download).suggestedFilename()).toBe(`pro-forma-${reference}.pdf`)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('follows what operators record of it: a part first, never twice, then the rest', async () => {
    const { page: buyers, order } = await lookAtOrder()
    const { page } = await signedInPage(stage, await operatorOf(stage))
    await page.goto(`${stage.url}/operator/approvals/orders`)
    const record = async (amount: string, reference: string) => {
      const row = page.getByRole('row').filter({ hasText: order.slice(-8) })
      await row.getByRole('button', { name: /^Mark paid/ }).click()
      await page.getByLabel('Amount received (EUR)').fill(amount)
      await page.getByLabel('Bank reference').fill(reference)
      await dialogButton(page, 'Mark paid').click()
    }
    await record('99.99', `first ${order}`)
    await page.getByText('Part payment recorded.').waitFor()
    await buyers.getByText('€0.01').first().waitFor()
    await record('0.01', `first ${order}`)
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').textContent()).toContain('recorded before')
    await expectSound(page)
    await page.getByLabel('Bank reference').fill(`second ${order}`)
    await dialogButton(page, 'Mark paid').click()
    await page.getByText(/^Order of .+ paid\.$/).waitFor()
    await buyers.getByText('Completed').first().waitFor()
  })
})

describe('a statement', () => {
  it('pays what fits, lists the rest, and is refused when it is cut off', async () => {
    const [fits, short] = [await waitingOrder(shop), await waitingOrder(shop)]
    const file = camt([
      { amount: '100.00', id: 'B-1', reference: fits.reference },
      { amount: '99.99', id: 'B-2', reference: short.reference },
      { amount: '5.00', id: 'B-3', words: 'interest' },
    ])
    const { page, troubles } = await signedInPage(stage, await operatorOf(stage))
    await page.goto(`${stage.url}/operator/approvals/bank`)
    await page.getByRole('button', { name: 'Import statement' }).click()
    const send = async (text: string) => {
      const buffer = Buffer.from(text)
      await page.getByLabel('File').setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer })
      await dialogButton(page, 'Import').click()
    }
    await send(file.slice(0, -40))
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Nothing was taken from this file.')
    await expectSound(page)
    expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
    await send(file)
    await page.getByText('1 booked, 2 to review, 0 already known.').waitFor()
    await dialogButton(page, 'Done').click()
    const row = page.getByRole('row').filter({ hasText: '€99.99' })
    await row.getByText('It is less than what is left to pay of the order.').waitFor()
    await page.getByText('It names no reference of an order, or more than one.').waitFor()
    await expectSound(page)
    await row.getByRole('button', { name: 'Book' }).click()
    await expectSound(page)
    await dialogButton(page, 'Book').click()
    await page.getByText('Payment booked.').waitFor()
    await row.waitFor({ state: 'detached' })
    const { data } = (await short.buyer.get(`/orders/${short.order}`)).body
    expect([data.status, data.remaining_total.amount]).toEqual(['pending_payment', '0.01'])
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('a holder', () => {
  it('names the account for payouts, confirms it by mail, and waits three days for another', async () => {
    const { world, url } = stage
    const tenant = await world.tenant('Meridian', 'holder')
    const { email } = await world.person(tenant, 'owner')
    const { page, troubles } = await watchedPage(stage)
    await page.setViewportSize({ width: 1_440, height: 900 })
    const { company } = await signInAs(page, url, email)
    const account = `${url}/c/${company.number}/payouts/account`
    await page.goto(account)
    await page.getByText('No confirmed account yet').waitFor()
    const name = async (iban: string) => {
      await page.getByLabel('Account holder').fill('Meridian GmbH')
      await page.getByLabel('IBAN').fill(iban)
      await page.getByLabel('Address').fill('Weg 1\n10115 Berlin')
      await page.getByRole('combobox', { name: 'Country' }).fill('Germ')
      await page.getByRole('option', { name: 'Germany' }).click()
      await page.getByRole('button', { name: 'Send confirmation link' }).click()
    }
    const confirm = async () => {
      const [ticket] = (await mailTo(world, email))
        .flatMap(({ body }) => /ticket=([\w-]+)/.exec(body)?.[1] ?? [])
        .reverse()
      await page.goto(`${account}?ticket=${ticket}`)
      await page.getByRole('button', { name: 'Confirm', exact: true }).click()
      await page.getByText('Account confirmed.').waitFor()
    }
    await name('DE89 3704 0044 0532 0130 01')
    await page
      .getByText(/wrong digit/)
      .first()
      .waitFor()
    await expectSound(page)
    expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
    await name('DE89 3704 0044 0532 0130 00')
    await page.getByText('Waiting for confirmation by e-mail').waitFor()
    await expectSound(page)
    await confirm()
    await page.getByText('No confirmed account yet').waitFor({ state: 'detached' })
    await name('NL91 ABNA 0417 1643 00')
    await page.getByText('Waiting for confirmation by e-mail').waitFor()
    await confirm()
    await page.getByText('Takes effect after three days').waitFor()
    await page.getByText('DE89••••••••••••••3000').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('NL91••••••••••4300').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('payouts', () => {
  it('are handed to a bank as a file, which stays, and are noted as sent at once', async () => {
    const { world } = stage
    const [named, unnamed] = [await world.tenant('Named', 'holder'), await world.tenant('Unnamed', 'holder')]
    await giveBankDetails(world, named)
    await earn(
      world,
      [named, unnamed].map((holder) => ({ holder, at: '2026-09-10T00:00:00Z', gross: 50_000 })),
    )
    await payOutAt(world, '2026-10-01T00:00:00Z')
    const { page, troubles } = await signedInPage(stage, await operatorOf(stage))
    await page.goto(`${stage.url}/operator/approvals/payouts`)
    await page.getByRole('link', { name: 'Bank files' }).click()
    await page.getByText('No payout files yet').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Create bank file' }).click()
    await page.getByText('One payout in the file.').waitFor()
    await page.getByText(/Not in the file \(no confirmed bank account\): Unnamed/).waitFor()
    await expectSound(page)
    await page.reload()
    for (const [name, ending, said] of [
      ['pain.001', '.xml', '<CtrlSum>475.00</CtrlSum>'],
      ['CSV', '.csv', ',DE89370400440532013000,,475.00,EUR,'],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: `${name}: SUBLET-` }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(`^SUBLET-.*\\${ending}$`))
      expect(Buffer.concat(await Array.fromAsync(await file.createReadStream())).toString()).toContain(said)
    }
    await page.getByRole('button', { name: /^Mark paid: SUBLET-/ }).click()
    await expectSound(page)
    await dialogButton(page, 'Mark paid').click()
    await page.getByText('Payouts marked paid.').waitFor()
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await expectTablesFit(page)
    expect(troubles).toEqual([])
    await page.getByRole('button', { name: 'Create bank file' }).click()
    await page.getByRole('alert').waitFor()
  })
})

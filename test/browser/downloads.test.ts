import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTable } from '../support/csv.ts'
import { makeInvoice, partyIn } from '../support/market/invoicing.ts'
import { earn, payOutAt } from '../support/market/payouts.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** Lists as files: the button gives what the page shows, as it is filtered. */

let stage: Stage
let tenant: string
let email: string
let operator: string
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  tenant = await world.tenant('Grüne Netze', 'holder')
  email = (await world.person(tenant, 'owner')).email
  operator = (await world.person(await world.tenant('Operators', 'operator'), 'owner')).email
  await makeInvoice(world, tenant, { buyer: partyIn('US', { company_name: 'Grüne Netze' }) })
  await makeInvoice(world, tenant, { paid: false })
  await earn(world, [{ holder: tenant, at: '2026-01-05T00:00:00Z', gross: 20_000 }])
  await payOutAt(world, '2026-02-01T00:00:00Z')
})
afterAll(() => stage?.close())

async function arrive(as: string) {
  const { page, troubles } = await watchedPage(stage)
  const { company } = await signInAs(page, stage.url, as)
  return { page, troubles, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

async function download(page: Page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await coming
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { name: file.suggestedFilename(), rows: readTable(text.slice(1)) }
}

describe('a list', () => {
  it('of invoices is downloaded as it is filtered', async () => {
    const { page, troubles, at } = await arrive(email)
    await page.goto(at('/billing?status=paid'))
    await page.getByText('1–1 of 1').waitFor()
    const { name, rows } = await download(page)
    expect(name).toMatch(new RegExp(`^invoices-${tenant}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    expect(rows).toMatchObject([{ status: 'paid', total: '100.00', billed_to: 'Grüne Netze' }])
    expect(troubles).toEqual([])
  })

  it('of the ledger’s entries shows both sides, and is downloaded as it is filtered', async () => {
    const { page, troubles, at } = await arrive(email)
    await page.goto(at('/billing/ledger'))
    await page.getByRole('row', { name: /Payout PAY-/ }).waitFor()
    await expectSound(page)
    await page.getByRole('combobox', { name: 'Account' }).click()
    await page.getByRole('option', { name: 'Payable' }).click()
    await page.waitForURL(/account=payable/)
    await page.getByText('1–2 of 2').waitFor()
    const { rows } = await download(page)
    expect(rows.map(({ account, amount }) => [account, amount])).toEqual([
      ['payable', '190.00'],
      ['payable', '-190.00'],
    ])
    expect(troubles).toEqual([])
  })

  it.each([
    ['/orders', /^orders-/],
    ['/payouts?status=pending', /^payouts-/],
    ['', /^audit-log-/],
  ])('of a company at %s has its file', async (path, name) => {
    const { page, troubles, at } = await arrive(email)
    await page.goto(at(path))
    expect((await download(page)).name).toMatch(name)
    expect(troubles).toEqual([])
  })

  it.each([
    ['/operator/approvals/orders', /^waiting-orders-\d/],
    ['/operator/approvals/payouts', /^payouts-\d/],
    ['/operator/ledger?account=payable', /^ledger-\d/],
    ['/operator/log', /^audit-log-\d/],
  ])('of operators at %s has its file', async (path, name) => {
    const { page, troubles } = await arrive(operator)
    await page.goto(`${stage.url}${path}`)
    expect((await download(page)).name).toMatch(name)
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

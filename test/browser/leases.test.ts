import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { know } from '../support/market/facts.ts'
import { makeSubscription } from '../support/market/subscriptions.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
let email: string
let committed: string
beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_EARLY_EXIT_PERCENT: '50' } })
  const { world } = stage
  const lessee = await world.tenant('Brightwave Hosting')
  email = (await world.person(lessee, 'owner')).email
  for (const n of [0, 1, 2]) await makeSubscription(world, { lessee, block: `45.8.${n}.0/24` })
  committed = (await makeSubscription(world, { lessee, block: '45.9.0.0/23', months: 12 })).lease_uuid
  await know(world, 'origins', [{ prefix: '45.8.1.0/24', asn: 64_666, peers: 300 }])
  await know(world, 'geodata', [{ prefix: '45.8.1.0/24', provider: 'ipinfo', countryCode: 'NL' }])
  await world.runJobs()
})
afterAll(() => stage?.close())

async function visit() {
  const { page, troubles } = await watchedPage(stage)
  const { company } = await signInAs(page, stage.url, email)
  return { page, troubles, base: `${stage.url}/c/${company.number}` }
}

describe('the list of leases', () => {
  it('is filtered and sorted by its address, and downloaded as it is filtered', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases`)
    await page.getByRole('link', { name: '45.8.1.0/24' }).waitFor()
    await expectSound(page)
    await page.getByLabel('Address or prefix').fill('45.8.0.0/23')
    await page.waitForURL(/address=45\.8\.0\.0%2F23/)
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: 'Block' }).click()
    await page.waitForURL(/sort=-address/)
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('45.8.1.0/24')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(
      csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1]),
    ).toEqual(['45.8.1.0', '45.8.0.0'])
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Terminated' }).click()
    await page.getByText('No matching leases').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('1–4 of 4').waitFor()
    expect(troubles).toEqual([])
  })

  it('fits a telephone', async () => {
    const { page, base } = await visit()
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(`${base}/leases`)
    const row = page.getByRole('row', { name: /45\.8\.1\.0\/24/ })
    await row.waitFor()
    expect(await row.getByText('Active').filter({ visible: true }).count()).toBe(1)
    await expectSound(page)
  })
})

const issuesOn = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Routing issues' }) })

describe('the routing of leases', () => {
  it('stands in the list, and what is wrong of it on the home page', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases`)
    await page.getByRole('row', { name: /45\.8\.1\.0\/24.*Critical/ }).waitFor()
    await page.goto(base)
    await page.getByRole('link', { name: '1 critical' }).waitFor()
    const issue = issuesOn(page).getByRole('link', { name: /^45\.8\.1\.0\/24 ?Critical/ })
    await issue.waitFor()
    await expectSound(page)
    await issue.click()
    await page.getByRole('heading', { name: '45.8.1.0/24' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('fits a telephone on the home page', async () => {
    const { page, base } = await visit()
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(base)
    const issues = issuesOn(page).getByRole('link', { name: /^45\.8\.1\.0\/24/ })
    await issues.first().waitFor()
    expect(await issues.count()).toBe(1)
    await expectSound(page)
  })
})

describe('a lease', () => {
  it('shows its terms and every billed period', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases/${committed}`)
    await page.getByText(/^Until .*, price fixed$/).waitFor()
    const periods = page.getByRole('region', { name: 'Billing history' })
    await periods.getByText('Paid').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      periods.getByRole('link', { name: /^Download invoice INV-/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('says how its routing stands, why and what to do', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases`)
    await page.getByRole('link', { name: '45.8.1.0/24' }).click()
    await page.getByRole('link', { name: 'Routing health' }).click()
    await page.getByText('Find out why AS64666 announces 45.8.1.0/24 or part of it: there is no LOA for it.').waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('has its places, and what its lessee says of them', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases`)
    await page.getByRole('link', { name: '45.8.1.0/24' }).click()
    await page.getByRole('link', { name: 'Geolocation' }).click()
    await page.getByRole('cell', { name: 'ipinfo' }).waitFor()
    await page.getByRole('button', { name: 'Set location' }).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('Nether')
    await page.getByRole('option', { name: /\(NL\)/ }).click()
    await page.getByLabel('Region').fill('DE-BE')
    await page.getByRole('button', { name: 'Save' }).click()
    // In the API's own words, at the field they are about.
    await page.getByRole('alert').waitFor()
    await expectSound(page)
    await page.getByLabel('Region').fill('NL-NH')
    await page.getByLabel('City').fill('Amsterdam')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('NL, NL-NH, Amsterdam').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Not in your geofeed yet').waitFor()
    expect(troubles.filter((trouble) => !trouble.includes('422'))).toEqual([])
  })

  it('is ended after its price was told, and kept after all', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases/${committed}`)
    await page.getByRole('button', { name: 'Terminate lease' }).click()
    const dialog = page.getByRole('dialog')
    // Twelve months of 100.00, half of it.
    await dialog.getByText('The early-termination fee is $600.00 before tax').waitFor()
    await dialog.getByText(/^At the end of the commitment: /).waitFor()
    await expectSound(page)
    await dialog.getByLabel('Reason').fill('We move elsewhere')
    await dialog.getByRole('button', { name: 'Terminate at end of period' }).click()
    await page.getByText(/This lease ends .* We move elsewhere/).waitFor()
    const ending = page.getByRole('button', { name: 'Terminate lease' })
    expect(await ending.getAttribute('aria-disabled')).toBe('true')
    expect(await ending.textContent()).toContain('Termination has already been requested.')
    await page.getByRole('button', { name: 'Keep the lease' }).click()
    await page.getByText('Request cancelled: the lease continues.').waitFor()
    await page.getByText(/This lease ends/).waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
  })
})

describe('several leases', () => {
  it('are terminated after a question, and those that are refused say why and stay selected', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases?address=45.8.0.0/16`)
    const box = (block: string) => page.getByRole('checkbox', { name: `Select ${block}` })
    await box('45.8.0.0/24').click()
    await box('45.8.2.0/24').press('Space')
    await page.getByText('2 leases selected').waitFor()
    await page.getByRole('button', { name: 'Terminate', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Terminate 2 leases?').waitFor()
    await dialog.getByLabel('Reason').fill('Moved away')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Terminate 2 leases' }).click()
    await page.getByText('2 leases will not renew.').waitFor()

    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByText('3 leases selected').waitFor()
    await page.getByRole('button', { name: 'Terminate', exact: true }).click()
    await dialog.getByLabel('Reason').fill('Moved away')
    await dialog.getByRole('button', { name: 'Terminate 3 leases' }).click()
    await page.getByText('1 lease will not renew.').waitFor()
    await page.getByRole('alert').getByText('2 leases failed').waitFor()
    await page.getByText('2 leases selected').waitFor()
    expect(await box('45.8.1.0/24').getAttribute('aria-checked')).toBe('false')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    // What was asked for already is refused, which browsers note.
    expect(troubles.filter((trouble) => !/4(09|22)/.test(trouble))).toEqual([])
  })
})

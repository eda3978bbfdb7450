import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLetters, type Lessee, type Office } from '../support/market/letters.ts'
import { dialogButton, expectSound, openStage, operatorOf, signedInPage, type Stage } from '../support/browser/visit.ts'

/** What operators see of everybody: what waits, what happened, every letter, and the codes they give out. */

let stage: Stage
let office: Office
let lessee: Lessee
let email: string
let page: Page
let troubles: string[]

beforeAll(async () => {
  stage = await openStage()
  office = await openLetters(stage.world)
  lessee = await office.lessee()
  email = await operatorOf(stage)
})
afterAll(() => stage?.close())

beforeEach(async () => {
  ;({ page, troubles } = await signedInPage(stage, email))
})

const go = (path: string) => page.goto(`${stage.url}/operator${path}`)
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()

describe('letters of every company', () => {
  it('are released and revoked by an operator', async () => {
    const { block } = await lessee.lease()
    await lessee.buy({ subnets: [block] })
    await go('/letters')
    const row = page.getByRole('row').filter({ hasText: block })
    await row.getByRole('cell', { name: 'Pending', exact: true }).waitFor()
    await expectSound(page)
    await row.getByRole('button', { name: `Release LOA for ${block}` }).click()
    await expectSound(page)
    await dialogButton(page, 'Release').click()
    await said(`LOA for ${block} released.`)
    await row.getByRole('cell', { name: 'Active', exact: true }).waitFor()
    expect(await row.getByRole('button', { name: /^Release/ }).count()).toBe(0)
    await row.getByRole('button', { name: `Revoke LOA for ${block}` }).click()
    await page.getByLabel('Reason').fill('Its network was taken over.')
    await dialogButton(page, 'Revoke').click()
    await said(`LOA for ${block} revoked.`)
    await row.getByRole('cell', { name: 'Revoked', exact: true }).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    const { body } = await stage.world.call('GET', `/billing/v1/${office.holder.tenant}/market/letters`, {
      headers: office.holder.bearer,
    })
    expect(body.data.find(({ subnet }: { subnet: string }) => subnet === block)).toMatchObject({ status: 'Revoked' })
    expect(troubles).toEqual([])
  })
})

describe('the overview', () => {
  it('counts what waits, and leads to it', async () => {
    const tenant = await stage.world.tenant('Waiting Networks')
    await stage.world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [tenant])
    await go('')
    const tile = page.getByRole('link', { name: /^Companies to activate 1/ })
    await tile.waitFor()
    await page.getByRole('link', { name: /^Data integrity checks Never/ }).waitFor()
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await tile.click()
    await page.getByRole('link', { name: 'Waiting Networks' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('the log of all companies', () => {
  it('is found in words by what was done, by whom and when', async () => {
    await stage.world.tenant('Meadow Hosting')
    await stage.world.tenant('Meadow Labs')
    await go('/log')
    await said('Company created')
    await expectSound(page)
    await page.getByLabel('Company', { exact: true }).fill('meadow')
    await said('Which of them?')
    await page.getByRole('button', { name: 'Meadow Labs' }).click()
    const log = page.getByRole('region', { name: 'Activity log' })
    await log.getByText('Company created').waitFor()
    expect(await log.getByRole('row').filter({ hasText: 'Meadow Hosting' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Activity' }).fill('suspended')
    await page.getByRole('option', { name: 'Company suspended' }).click()
    await said('No matching activity')
    await expectSound(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await said('No matching activity')
    expect(troubles).toEqual([])
  })
})

describe('discount codes', () => {
  it('are given out and ended', async () => {
    await go('/discount-codes')
    await said('No discount codes yet')
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByLabel('Code', { exact: true }).fill('spring10')
    await page.getByLabel('Name').fill('Ten percent in spring')
    await page.getByLabel('Value').fill('10')
    await page.getByLabel(/Maximum uses/).fill('100')
    await expectSound(page)
    await dialogButton(page, 'Create').click()
    await said('SPRING10 created.')
    const row = page.getByRole('row').filter({ hasText: 'SPRING10' })
    await row.getByText('10%').waitFor()
    await row.getByText('Active').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'End SPRING10' }).click()
    await dialogButton(page, 'End').click()
    await said('SPRING10 ended.')
    await row.getByText('Ended').waitFor()
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByLabel('Code', { exact: true }).fill('Spring10')
    await page.getByLabel('Name').fill('Again')
    await page.getByLabel('Value').fill('5')
    await dialogButton(page, 'Create').click()
    expect(await page.getByRole('alert').textContent()).toMatch(/exists|given out|code/i)
  })
})

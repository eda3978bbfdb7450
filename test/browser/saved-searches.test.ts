import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOffer } from '../support/market/market.ts'
import { recheck, type Client } from '../support/market/offers.ts'
import { look } from '../support/market/saved-searches.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** A search is saved where it is made; what comes later is listed, and the search is paused, opened again and deleted. */

let stage: Stage
let holder: Client
beforeAll(async () => {
  stage = await openStage()
  holder = await stage.world.client()
  await makeOffer(stage.world, holder.tenant, { block: '45.8.0.0/23' })
})
afterAll(() => stage?.close())

it('is saved, told, paused, opened and deleted', async () => {
  const { world, url } = stage
  const { email } = await world.person(await world.tenant('Brightwave Hosting'))
  const { page, troubles } = await watchedPage(stage)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(page, url, email)
  const home = `${url}/c/${company.number}`
  const dialog = page.getByRole('dialog')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto(`${home}/market?max=110&inside=45.0.0.0%2F8`)
  await page.getByRole('button', { name: 'Save search' }).click()
  await dialog.getByText('/24, within 45.0.0.0/8, up to 110 a month (0.43 per address)').waitFor()
  await expectSound(page)
  await dialog.getByLabel('Name').fill('Near us')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. 2 matching blocks now; we will notify you of new ones.').waitFor()

  await page.getByRole('button', { name: 'Save search' }).click()
  await dialog.getByLabel('Name').fill('near US')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Your company has a saved search of this name already').waitFor()
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const made = await makeOffer(world, holder.tenant, { block: '45.8.4.0/24', status: 'validity_pending' })
  await recheck(world, holder, made.uuid)
  await look(world)

  await page.goto(`${home}/saved-searches`)
  const row = page.getByRole('row').filter({ hasText: 'Near us' })
  await row.waitFor()
  await expectSound(page)
  await row.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Near us paused.').waitFor()
  await row.getByRole('button', { name: 'Resume' }).waitFor()
  await row.getByRole('link', { name: 'Near us' }).click()
  await heading('Near us').waitFor()
  await page.getByRole('link', { name: '45.8.4.0/24' }).first().waitFor()
  await expectSound(page)

  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Name').fill('Close by')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await heading('Close by').waitFor()
  await page.getByRole('link', { name: 'Open' }).click()
  await heading('Market').waitFor()
  const asked = new URL(page.url()).searchParams
  expect([asked.get('max'), asked.get('inside'), asked.get('size')]).toEqual(['110', '45.0.0.0/8', '24'])

  await page.goBack()
  await heading('Close by').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No saved searches').waitFor()
  expect(troubles).toEqual([])
})

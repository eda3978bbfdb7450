import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerFirstRun } from '../../src/identity/index.ts'
import { expectSound, openStage, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** The first person at a new marketplace: from the address on the terminal to what is still missing. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_DEMO: '0', SUBLET_SANDBOX: '0' } })
}, 120_000)
afterAll(() => stage?.close())

it('founds the operator company, and is told what else there is to do', async () => {
  const { page, troubles } = await watchedPage(stage)
  await page.goto(`${stage.url}/first-run#${await offerFirstRun(stage.world.ctx)}`)
  await page.getByLabel('Company').fill('Our operations')
  await page.getByLabel('Your name').fill('Ann Example')
  await page.getByLabel('E-mail address').fill('ann@example.net')
  await page.getByLabel('Password').fill(password)
  expect(page.url()).toBe(`${stage.url}/first-run`)
  await expectSound(page)
  await page.getByRole('button', { name: 'Begin' }).click()
  // The page before has fields of the same names.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail address').fill('ann@example.net')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Readiness' }).waitFor()
  await page.getByText(/^\d of 10 steps lack something\.$/).waitFor()
  await page.getByText('There is no mail server.').first().waitFor()
  await expectSound(page)

  await page.goto(`${stage.url}/operator`)
  await page.getByRole('link', { name: 'See what is missing' }).waitFor()
  await page.getByText('There is no data at all').waitFor()
  expect(await page.getByText(/up to date/i).count()).toBe(0)
  await expectSound(page)

  await page.goto(`${stage.url}/first-run`)
  await page.getByText('Open the address on the terminal').waitFor()
  expect(troubles).toEqual([])
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerFirstRun } from '../../src/identity/index.ts'
import { expectSound, openStage, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** The first person at a new marketplace: from the address on the terminal to what is still missing. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_DEMO: '0', SUBLET_SANDBOX: '0', SUBLET_RDAP: 'off' } })
})
afterAll(() => stage?.close())

const ticketOf = (age = 0) => {
  const { ctx } = stage.world
  return offerFirstRun({ ...ctx, realNow: new Date(ctx.realNow.getTime() - age) })
}

async function fillIn(page: Page, ticket: string | null, email: string): Promise<void> {
  await page.goto(`${stage.url}/first-run#${ticket}`)
  await page.getByLabel('Company').fill('Our operations')
  await page.getByLabel('Your name').fill('Ann Example')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  // Nobody who looks over a shoulder, or into a history, finds the ticket there.
  expect(page.url()).toBe(`${stage.url}/first-run`)
}

const refused = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'start the server again for a new one' }).waitFor()

it('says that an address is too old, and how to get another', async () => {
  const { page } = await watchedPage(stage)
  await fillIn(page, await ticketOf(86_400_000), 'late@example.net')
  await page.getByRole('button', { name: 'Begin' }).click()
  await refused(page)
  expect(page.url()).toBe(`${stage.url}/first-run`)
  await expectSound(page)
})

it('founds the operator company, and is told what else there is to do', async () => {
  const { page, troubles } = await watchedPage(stage)
  const ticket = await ticketOf()
  await fillIn(page, ticket, 'ann@example.net')
  await expectSound(page)
  await page.getByLabel('Password').press('Enter')
  // The page before has fields of the same names.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail address').fill('ann@example.net')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Readiness' }).waitFor()
  await page.getByText(/^\d of 10 steps are incomplete\.$/).waitFor()
  await page.getByText('There is no mail server.').first().waitFor()
  await expectSound(page)

  await page.goto(`${stage.url}/operator`)
  await page.getByRole('link', { name: 'See what is missing' }).waitFor()
  await page.getByText('There is no data at all').waitFor()
  expect(await page.getByText(/up to date/i).count()).toBe(0)
  await expectSound(page)

  await page.goto(`${stage.url}/operator/mailbox`)
  await page.getByText('No mail server is configured, so nothing is sent').waitFor()
  await expectSound(page)

  await page.goto(`${stage.url}/first-run`)
  await page.getByText('Open the address on the terminal').waitFor()
  await expectSound(page)
  expect(troubles).toEqual([])

  const second = await watchedPage(stage)
  await fillIn(second.page, ticket, 'bob@example.net')
  await second.page.getByRole('button', { name: 'Begin' }).click()
  await refused(second.page)
})

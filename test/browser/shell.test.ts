import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { addressOf, portalPages } from '../support/browser/pages.ts'
import { expectSound, openStage, signInOnPage, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
let email: string
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.world.tenant('Brightwave Hosting')
  email = (await stage.world.person(tenant, 'owner')).email
})
afterAll(() => stage?.close())

describe('the shell', () => {
  it('asks strangers to sign in, and leads them back to where they wanted', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.goto(`${stage.url}/account/sessions`)
    await page.waitForURL(/\/sign-in\?to=/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectSound(page, { whole: true })
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stage.url}/account/sessions`)
    expect(troubles).toEqual([])
  })

  it('shows a refusal in the words of the API', async () => {
    const { page } = await watchedPage(stage)
    await page.goto(`${stage.url}/sign-in`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('E-mail address or password is wrong.')
  })

  it('leads nowhere else after the sign-in, whatever the address says', async () => {
    const { page } = await watchedPage(stage)
    await page.goto(`${stage.url}/sign-in?to=//elsewhere.example/`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/c\/\d+$/)
    expect(page.url()).toContain(stage.url)
  })

  it('goes anywhere by the keyboard', async () => {
    const { page, troubles } = await watchedPage(stage)
    await signInOnPage(page, stage.url, email)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages, prefixes, invoices, orders, keys').fill('memb')
    await page.getByRole('option', { name: 'Members' }).waitFor()
    await expectSound(page, { whole: true })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    expect(troubles).toEqual([])
  })

  it('keeps the chosen theme', async () => {
    const { page } = await watchedPage(stage)
    await signInOnPage(page, stage.url, email)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.reload()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('fits a telephone, with the navigation behind a button', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.setViewportSize({ width: 360, height: 780 })
    await signInOnPage(page, stage.url, email)
    for (const name of ['Company', 'Members']) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    await expectSound(page, { whole: true })
    expect(troubles).toEqual([])
  })

  it('begins with at most 260 KB of script', async () => {
    const { page } = await watchedPage(stage)
    const scripts: Response[] = []
    page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response))
    await page.goto(`${stage.url}/`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const bodies = await Promise.all(scripts.map((script) => script.body()))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(260_000)
  })
})

describe('the list of pages', () => {
  it('is served, every one of them', async () => {
    const get = async () => ({ data: [] })
    for (const { path } of await portalPages()) {
      const address = await addressOf(path, { uuid: '', number: 1 }, get).catch(() => path.replaceAll('$', ''))
      const answer = await stage.world.call('GET', address)
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
  })
})

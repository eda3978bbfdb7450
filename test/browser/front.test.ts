import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveBrowser, sharedBrowser } from '../support/browser/browser.ts'
import { expectSound, watchedPage } from '../support/browser/visit.ts'
import { openWorld, password, type World } from '../support/world.ts'

let world: World
let browser: Browser
let url: string

beforeAll(async () => {
  world = await openWorld()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`
  browser = await sharedBrowser()
})

afterAll(async () => {
  await leaveBrowser(browser)
  await world?.close()
})

describe('the front page', () => {
  it('says what this is and leads to the documents', async () => {
    const { page, troubles } = await watchedPage({ browser, url })
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'API documentation' }).click()
    await page.waitForURL(/\/docs/)
    expect(troubles).toEqual([])
  })
})

describe('the API documents', () => {
  it('are found by words and by keys alone, in both themes, without asking any other host', async () => {
    const { page, troubles } = await watchedPage({ browser, url })
    await page.goto(`${url}/docs`)
    await expectSound(page)
    await page.keyboard.press('/')
    await page.keyboard.type('access token client')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Get an access token' }).click()
    await page.getByText('invalid_client').first().waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'TokenRequest' }).click()
    await page.getByRole('heading', { name: 'TokenRequest' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'To the portal' }).click()
    await page.waitForURL(`${url}/`)
    expect(troubles).toEqual([])
  })
})

describe('a portal session', () => {
  it('lives in a cookie that scripts cannot read, and ends with sign-out', async () => {
    const tenant = await world.tenant()
    const { email } = await world.person(tenant)
    const page = await browser.newPage()
    await page.goto(`${url}/sign-in`)
    const post = (path: string, body: object) =>
      page.evaluate(
        async ([to, text]) =>
          (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })).status,
        [path, JSON.stringify(body)] as const,
      )
    const me = () => page.evaluate(async () => (await fetch('/portal/me')).status)
    expect(await me()).toBe(401)
    expect(await post('/portal/sign-in', { email, password })).toBe(200)
    expect(await me()).toBe(200)
    expect(await page.evaluate('document.cookie')).toBe('')
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({
      name: '__Host-sublet_session',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    expect(await post('/portal/sign-out', {})).toBe(204)
    expect(await me()).toBe(401)
  })
})

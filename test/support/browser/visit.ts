import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { bodyOf, call } from '../http-call.ts'
import { signIn } from '../server/server-process.ts'
import { leaveBrowser, sharedBrowser } from './browser.ts'
import { answerLate } from './late.ts'
import { openWorld, password, type World, type WorldOptions } from '../world.ts'

/** The portal in a real browser over a real server. */

export interface Stage {
  readonly world: World
  readonly browser: Browser
  readonly url: string
  close(): Promise<void>
}

/** At an address, unless a name matters: then where the world believes to be found. */
export async function openStage(
  options: WorldOptions = {},
  { host, port }: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<Stage> {
  const world = await openWorld({ ...options, env: { SUBLET_SANDBOX: '1', ...options.env } })
  await world.server.listen({ host, port: port || Number(options.env?.['SUBLET_PORT'] ?? 0) })
  answerLate(world.server.server)
  const browser = await sharedBrowser()
  return {
    world,
    browser,
    url: `http://${host}:${(world.server.server.address() as AddressInfo).port}`,
    close: async () => {
      await leaveBrowser(browser)
      await world.close()
    },
  }
}

/** A page that notes whatever a person would not see: script errors, refused resources, requests to elsewhere. */
export async function watchedPage({ browser, url }: Pick<Stage, 'browser' | 'url'>) {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  // Nothing may depend on how busy the machine is.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('requestfailed', (request) => {
    // A read that nobody waits for any longer is cancelled on purpose.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`failed ${request.url()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      troubles.push(`elsewhere ${request.url()}`)
  })
  return { page, troubles }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** The same around every page, and most of what there is on it: looked at by the walk through all pages, not by each story. */
const frame = 'aside:has([aria-label="Main"])'

/** What axe finds wrong, in words. Evaluated by the debugger, so that the page's policy stays as it is. */
async function violations(page: Page, without: readonly string[], rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const where = { exclude: without.map((selector) => [selector]) }
  const options = { resultTypes: ['violations'], elementRef: false, ...(rules && { runOnly: rules }) }
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(where)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/** Until nothing comes or goes: what is half transparent has no contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const moving =
    "document.querySelectorAll('[data-starting-style], [data-ending-style]').length + document.getAnimations().filter(({ playState }) => playState === 'running').length"
  await expect.poll(() => page.evaluate<number>(moving)).toBe(0)
}

/** What another theme can make wrong. */
const ofColours = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

interface Looking {
  readonly themes?: readonly Theme[]
  /** With the frame around the page. */
  readonly whole?: boolean
}

/** Nothing for axe to find in these themes, and nothing wider than the window. */
export async function expectSound(page: Page, { themes = ['light', 'dark'], whole }: Looking = {}): Promise<void> {
  const without = whole ? [] : [frame]
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  // To change it has the whole page drawn anew, so the one that is on show comes first.
  const ordered = isDark ? themes.toSorted() : themes.toSorted().toReversed()
  for (const [n, colorScheme] of ordered.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    expect(await violations(page, without, n === 0 ? undefined : ofColours)).toEqual([])
  }
  const { width } = page.viewportSize() ?? { width: 0 }
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(widest).toBeLessThanOrEqual(width)
}

/** On paper, whatever the theme: ink on white, no frame, nothing to press, and nothing wider than the sheet or off it. */
export async function expectPrints(page: Page, heading: string | RegExp): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 703, height: 1_000 })
  const toPress = page.locator('nav, aside, button:not(th button), a[download]').filter({ visible: true })
  await expect.poll(() => toPress.allTextContents()).toEqual([])
  const title = page.getByRole('heading', { name: heading }).filter({ visible: true })
  expect(await title.count()).toBe(1)
  expect((await title.boundingBox())?.x, 'what begins off the sheet').toBeGreaterThanOrEqual(0)
  const { background } = await page.locator('html').evaluate((html) => ({
    background: html.ownerDocument.defaultView?.getComputedStyle(html).backgroundColor,
  }))
  expect(background).toBe('rgb(255, 255, 255)')
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(703)
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.setViewportSize({ width: 1_280, height: 720 })
}

/** On a phone every row is seen as a whole: what has no room goes below its name or away, never off to the side. */
export async function expectTablesFit(page: Page): Promise<void> {
  const cut = await page
    .locator('table')
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.getBoundingClientRect().width > (table.parentElement?.clientWidth ?? 0) + 1)
        .map((table) => table.parentElement?.getAttribute('aria-label') ?? table.outerHTML.slice(0, 200)),
    )
  expect(cut, 'tables wider than their card').toEqual([])
}

/** Somebody at the portal, signed in. */
export interface Visit {
  readonly page: Page
  readonly company: { readonly uuid: string; readonly number: number }
  /** Asks the API as the page would. */
  readonly get: (path: string) => Promise<{ data: Record<string, unknown>[] }>
}

/** As the sign-in page leaves a browser, without loading that page. */
export async function signInAs(page: Page, url: string, email: string, secret = password): Promise<Visit> {
  const headers = await signIn(url, email, secret)
  const [name = '', value = ''] = headers.cookie.split('=')
  // A page of the local machine counts as secure; the address that a cookie is given for has to say so.
  const secureUrl = url.replace('http:', 'https:')
  await page.context().addCookies([{ name, value, url: secureUrl, httpOnly: true, secure: true, sameSite: 'Lax' }])
  const nowhere = `${url}/nowhere`
  await page.route(nowhere, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(nowhere)
  // As long as anything is caught on its way, the browser keeps nothing, and every request waits for the test.
  await page.unroute(nowhere)
  await page.evaluate(`localStorage.setItem('signed-in', '1')`)
  const get = async (path: string) => bodyOf(await call('GET', `${url}${path}`, { headers })) as never
  const { data } = (await get('/portal/me')) as { data: { companies: { uuid: string; customer_number: number }[] } }
  const [company] = data.companies
  return { page, get, company: { uuid: company?.uuid ?? '', number: company?.customer_number ?? 0 } }
}

/** By the page for it, to where that leads. */
export async function signInOnPage(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => /^\/(c|account)\//.test(pathname))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Somebody who runs the installation. */
export async function operatorOf({ world }: Stage): Promise<string> {
  return (await world.person(await world.tenant('Sublet Operations', 'operator'))).email
}

/** A wide page of somebody who has signed in. */
export async function signedInPage(stage: Stage, email: string): Promise<Awaited<ReturnType<typeof watchedPage>>> {
  const watched = await watchedPage(stage)
  await watched.page.setViewportSize({ width: 1_440, height: 900 })
  await signInAs(watched.page, stage.url, email)
  return watched
}

/** A button of the dialog that is open. */
export const dialogButton = (page: Page, name: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name, exact: true })

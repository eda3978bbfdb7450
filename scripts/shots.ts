import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { companies } from '../db/demo/companies.ts'
import { openBrowser } from '../test/support/browser/browser.ts'
import { findBrowser } from '../test/support/browser/look.ts'
import {
  addressOf,
  completeDemo,
  isBehindSignIn,
  portalPages,
  viewerOf,
  type Viewer,
} from '../test/support/browser/pages.ts'
import { signInAs, type Visit } from '../test/support/browser/visit.ts'
import { demoCredentials, Machine } from '../test/support/server/server-process.ts'

/**
 * `npm run shots [part of a path …]`: every page of the portal as a picture, with each of its tabs, wide in light and dark,
 * narrow in light; the home of each role; also the search (`palette`) and the verification of a letter (`verify`), which
 * are no pages of their own.
 */

const folder = join(import.meta.dirname, '../shots')
const wide = { width: 1_440, height: 900 }
const narrow = { width: 360, height: 780 }
const looks = [
  ['light-wide', 'light', wide],
  ['dark-wide', 'dark', wide],
  ['light-narrow', 'light', narrow],
] as const
const wanted = process.argv.slice(2)

async function lookAtAll(browser: Browser, url: string, password: string): Promise<void> {
  const pages = (await portalPages()).filter(({ path }) => wanted.every((part) => path.includes(part)))
  const visits = new Map<Viewer, Visit>()
  const visitOf = async (viewer: Viewer): Promise<Visit> => {
    const email = companies.find(({ role }) => role === viewer)?.person.email ?? ''
    const visit = visits.get(viewer) ?? (await signInAs(await browser.newPage(), url, email, password))
    if (viewer === 'operator' && !visits.has(viewer)) await completeDemo(visit)
    visits.set(viewer, visit)
    return visit
  }
  const outside = await browser.newPage()
  for (const { path } of pages) {
    const visit = await visitOf(viewerOf(path))
    const address = await addressOf(path, visit.company, visit.get)
    const page = isBehindSignIn(path) ? visit.page : outside
    await take(page, `${url}${address}`, nameOf(path))
    for (const tab of await tabsOf(page))
      await take(page, tab, `${nameOf(path)}-${new URL(tab).searchParams.get('tab')}`)
  }
  if (isWanted('home'))
    for (const viewer of ['holder', 'operator'] as const) {
      const { page, company } = await visitOf(viewer)
      await take(page, `${url}/c/${company.number}`, `home-${viewer}`)
    }
  if (isWanted('palette')) await take((await visitOf('lessee')).page, `${url}/home`, 'palette', search)
  if (isWanted('verify')) await take(outside, `${url}/verify/${await codeOf(await visitOf('lessee'))}`, 'verify')
}

const isWanted = (name: string) => wanted.every((part) => name.includes(part))

/** Those of the page that is open; each is an address. */
const tabsOf = (page: Page): Promise<string[]> =>
  page
    .locator('main nav a[href*="tab="]')
    .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href))

async function search(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Go to').fill('1')
  await page.getByRole('option').first().waitFor()
}

/** Of a letter that is in force. */
async function codeOf({ get, company }: Visit): Promise<string> {
  const { data } = await get(`/billing/v1/${company.uuid}/market/ipv4/letters?statuses=Active`)
  return String(data[0]?.['code'])
}

const nameOf = (path: string) => path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'front'

async function take(
  page: Page,
  address: string,
  name: string,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  await page.goto(address, { waitUntil: 'networkidle' })
  await prepare(page)
  for (const [look, colorScheme, viewport] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    // What follows the theme or the size by itself, as the map does, has drawn itself anew.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
  }
  console.log(name)
}

const machine = await Machine.open()
const dataDir = await mkdtemp(join(tmpdir(), 'sublet-shots-'))
const browser = await openBrowser(await findBrowser(console.log))
try {
  await mkdir(folder, { recursive: true })
  const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  await lookAtAll(browser, server.url, (await demoCredentials(dataDir)).password)
} finally {
  await browser.close()
  await machine.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

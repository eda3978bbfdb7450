import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { companies } from '../db/demo/companies.ts'
import { openBrowser } from '../test/support/browser.ts'
import { addressOf, completeDemo, isBehindSignIn, portalPages, viewerOf, type Viewer } from '../test/support/pages.ts'
import { signInAs, type Visit } from '../test/support/visit.ts'
import { demoCredentials, Machine } from '../test/support/server-process.ts'

/** `npm run shots [part of a path …]`: every page of the portal as a picture, light and dark, wide and narrow. */

const folder = join(import.meta.dirname, '../shots')
const widths = { wide: { width: 1_440, height: 900 }, narrow: { width: 360, height: 780 } }
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
    await take(isBehindSignIn(path) ? visit.page : outside, `${url}${address}`, nameOf(path))
  }
}

const nameOf = (path: string) => path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'front'

async function take(page: Page, address: string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, viewport] of Object.entries(widths)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true })
    }
  console.log(name)
}

const machine = await Machine.open()
const dataDir = await mkdtemp(join(tmpdir(), 'sublet-shots-'))
const browser = await openBrowser()
try {
  await mkdir(folder, { recursive: true })
  const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  await lookAtAll(browser, server.url, (await demoCredentials(dataDir)).password)
} finally {
  await browser.close()
  await machine.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

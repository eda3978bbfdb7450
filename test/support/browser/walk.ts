import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies } from '../../../db/demo/companies.ts'
import { demoFolder } from '../server/demo-folder.ts'
import { demoCredentials, Machine } from '../server/server-process.ts'
import { leaveBrowser, sharedBrowser } from './browser.ts'
import { addressOf, completeDemo, isBehindSignIn, portalPages, viewerOf, type Viewer } from './pages.ts'
import { expectSound, expectTablesFit, signInAs, watchedPage, type Visit } from './visit.ts'

interface Watched {
  readonly page: Page
  readonly troubles: string[]
  /** Who looks; nobody at pages for everybody. */
  readonly visit: Visit | null
}

type Looker = Viewer | 'nobody'

/** Who looks at a page: without signing in where one may. */
const lookerOf = (path: string): Looker => (isBehindSignIn(path) ? viewerOf(path) : 'nobody')

/** Every page there is for somebody, as the demo world fills it: whoever adds one has it looked at. */
export async function walkPages(looker: Looker): Promise<void> {
  const paths = (await portalPages()).map(({ path }) => path).filter((path) => lookerOf(path) === looker)
  const world = openWorld()

  describe(`every page for ${looker}`, () => {
    it.each(paths)('%s', async (path) => {
      const { page, troubles } = await world.show(path)
      expect(await page.getByRole('heading', { name: 'Page not found' }).count()).toBe(0)
      expect(await page.getByRole('alert').allTextContents()).toEqual([])
      // The frame is the same around all of them.
      const whole = path === paths[0]
      await expectSound(page, { whole })
      await page.setViewportSize({ width: 360, height: 780 })
      await expectSound(page, { themes: ['dark'], whole })
      await expectTablesFit(page)
      expect(troubles).toEqual([])
    })
  })
}

function openWorld() {
  let machine: Machine
  let browser: Browser
  let url: string
  let password: string
  beforeAll(async () => {
    machine = await Machine.open()
    const dataDir = await demoFolder(machine)
    const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
    ;({ password } = await demoCredentials(dataDir))
    url = server.url
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await leaveBrowser(browser)
    await machine?.close()
  })

  /** One browser's window for each kind of people, used again for all their pages. */
  const watchers = new Map<Looker, Watched>()
  const watcher = async (who: Looker): Promise<Watched> => {
    const known = watchers.get(who)
    if (known) return known
    const { page, troubles } = await watchedPage({ browser, url })
    const email = companies.find(({ role }) => role === who)?.person.email
    const visit = email === undefined ? null : await signInAs(page, url, email, password)
    if (who === 'operator') await completeDemo({ page })
    watchers.set(who, { page, troubles, visit })
    return { page, troubles, visit }
  }
  return {
    show: async (path: string): Promise<Watched> => {
      const { visit } = await watcher(viewerOf(path))
      if (!visit) throw new Error(`nobody looks at ${path}`)
      const address = await addressOf(path, visit.company, visit.get)
      const seen = await watcher(lookerOf(path))
      seen.troubles.length = 0
      await seen.page.setViewportSize({ width: 1_440, height: 900 })
      await seen.page.goto(`${url}${address}`, { waitUntil: 'networkidle' })
      await seen.page.getByRole('heading', { level: 1 }).first().waitFor()
      return seen
    },
  }
}

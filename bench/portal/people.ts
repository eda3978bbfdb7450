import type { Browser } from 'playwright-core'
import { companies } from '../../db/demo/companies.ts'
import {
  addressOf,
  completeDemo,
  isBehindSignIn,
  portalPages,
  viewerOf,
  type Viewer,
} from '../../test/support/browser/pages.ts'
import { signInAs, type Visit } from '../../test/support/browser/visit.ts'
import { openSlowPage, type SlowPage } from './slow-page.ts'

/** Who looks at the portal of the demo world, and at which pages. */

export interface Portal {
  readonly browser: Browser
  readonly url: string
  readonly password: string
}

export interface Looked extends SlowPage {
  readonly visit: Visit | null
}

/** Somebody with a browser that has seen nothing yet. */
export async function newViewer({ browser, url, password }: Portal, viewer: Viewer | 'nobody'): Promise<Looked> {
  const slow = await openSlowPage(browser)
  const email = companies.find(({ role }) => role === viewer)?.person.email
  const visit = email === undefined ? null : await signInAs(slow.page, url, email, password)
  slow.forget()
  return { ...slow, visit }
}

interface PageOfRole {
  readonly path: string
  readonly viewer: Viewer | 'nobody'
  readonly address: string
}

/** Every page there is, with whoever may see it, and an address that the demo world fills. */
export async function pagesByRole(portal: Portal, wanted: readonly string[]): Promise<PageOfRole[]> {
  const visits = new Map<Viewer, Visit>()
  const pages: PageOfRole[] = []
  for (const { path } of await portalPages()) {
    if (!wanted.every((part) => path.includes(part))) continue
    const viewer = viewerOf(path)
    const visit = visits.get(viewer) ?? (await newViewer(portal, viewer)).visit
    if (!visit) throw new Error(`nobody looks at ${path}`)
    if (viewer === 'operator' && !visits.has(viewer)) await completeDemo(visit)
    visits.set(viewer, visit)
    const address = await addressOf(path, visit.company, visit.get)
    pages.push({ path, address, viewer: isBehindSignIn(path) ? viewer : 'nobody' })
  }
  for (const { page } of visits.values()) await page.context().close()
  return pages
}

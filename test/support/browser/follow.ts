import type { Page } from 'playwright-core'

/** What the portal's router leaves in its window, and what its pages keep there. */
interface Portal {
  readonly __TSR_ROUTER__?: {
    readonly history: { push(href: string): void }
    readonly options: {
      readonly context: { readonly queries: { isFetching(): number; removeQueries(which: { type: 'inactive' }): void } }
    }
    subscribe(event: 'onResolved', then: () => void): () => void
  }
}

/**
 * To an address as a link of the portal leads there: to load the portal anew, and all that a test brings into it, costs
 * several times the page itself. Nothing of earlier pages is remembered but what the last one showed. Where no portal is
 * open it is loaded.
 */
export async function followLink(page: Page, address: string): Promise<void> {
  const { pathname, search, origin } = new URL(address)
  const isOpen = page.url().startsWith(origin) && (await page.evaluate<boolean>('"__TSR_ROUTER__" in window'))
  if (!isOpen) return void (await page.goto(address, { waitUntil: 'networkidle' }))
  const quiet = untilQuiet(page)
  await page.evaluate(lead, pathname + search)
  await page.waitForFunction(isFetched, null, { polling: 100 })
  await quiet
  await page.waitForFunction(isFetched, null, { polling: 100 })
}

/** Runs in the page, until the router shows where it was led. */
async function lead(href: string): Promise<void> {
  const router = (globalThis as Portal).__TSR_ROUTER__
  if (!router) return
  router.options.context.queries.removeQueries({ type: 'inactive' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe('onResolved', resolve)
  router.history.push(href)
  await promise
  stop()
}

/** Likewise. */
function isFetched(): boolean {
  return (globalThis as Portal).__TSR_ROUTER__?.options.context.queries.isFetching() === 0
}

/** As `networkidle` means it, which Playwright knows of whole loads only: nothing under way for half a second. */
async function untilQuiet(page: Page): Promise<void> {
  const underWay = new Set<unknown>()
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer = setTimeout(resolve, 500)
  const begun = (request: unknown) => {
    underWay.add(request)
    clearTimeout(timer)
  }
  const ended = (request: unknown) => {
    underWay.delete(request)
    clearTimeout(timer)
    if (underWay.size === 0) timer = setTimeout(resolve, 500)
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await promise
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}

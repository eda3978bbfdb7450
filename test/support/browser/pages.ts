import type { Page } from 'playwright-core'
import { createServer } from 'vite'
import config from '../../../web/vite.config.ts'

/** The portal's own list of pages, read as the portal reads it. */

interface PortalPage {
  /** As routes are written: `/c/$company/members`. */
  readonly path: string
  readonly title: string | undefined
}

interface RouteLike {
  readonly id: string
  readonly fullPath: string
  readonly children?: unknown
  readonly options: { readonly component?: unknown; readonly staticData?: { readonly title?: string } }
}

export async function portalPages(): Promise<PortalPage[]> {
  const vite = await createServer({
    ...config,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { makeRouter } = (await vite.ssrLoadModule('/routes.tsx')) as {
      makeRouter: (queries: unknown) => { routesById: Record<string, RouteLike> }
    }
    const routes = Object.values(makeRouter({}).routesById)
    return routes
      .filter(({ children, options }) => children === undefined && options.component !== undefined)
      .map(({ fullPath, options }) => ({ path: fullPath, title: options.staticData?.title }))
  } finally {
    await vite.close()
  }
}

/** Asks the API with the session of whoever looks at the page. */
type Get = (path: string) => Promise<{ data: readonly Record<string, unknown>[] }>

/** A value for each name that stands in a page's address, found in the demo world; `company` is the person's own. */
const samples: Readonly<Record<string, (get: Get, tenant: string) => Promise<unknown>>> = {
  address: async (get, tenant) => (await firstFree(get, tenant))?.['address'],
  cidr: async (get, tenant) => (await firstFree(get, tenant))?.['cidr'],
  tenant: async (get) => (await get('/portal/operator/companies')).data[0]?.['uuid'],
  import: async (get) => (await get('/portal/operator/network/imports')).data[0]?.['uuid'],
  order: async (get, tenant) => (await get(`/ecommerce/public/${tenant}/orders`)).data[0]?.['uuid'],
  lease: async (get, tenant) => {
    const { data } = await get(`/billing/v1/${tenant}/market/ipv4/services?sort=-recurring_amount`)
    return (data[0]?.['billing_service'] as Record<string, unknown> | undefined)?.['uuid']
  },
  notation: async (get, tenant) => {
    const { data } = await get(`/nethub-data/${tenant}/prefixes/subsets/metadata?fields=notation,routingHealth`)
    const isBad = (one: Record<string, unknown>) =>
      (one['routingHealth'] as Record<string, unknown>)['criticalityStatus'] === 'critical'
    return (data.find(isBad) ?? data[0])?.['notation']
  },
  // One with something of everything in it.
  offer: async (get, tenant) => {
    const { data } = await get(`/billing/v1/${tenant}/market/services?sort=cidr&filter[status]=validity_active`)
    const isPartly = ({ ips }: { ips?: { used: number; free: number } }) => (ips?.used ?? 0) > 0 && (ips?.free ?? 0) > 0
    return (data.find(isPartly) ?? data[0])?.['uuid']
  },
  holderLetter: async (get, tenant) => {
    const letters = (query: string) => get(`/billing/v1/${tenant}/market/letters?${query}`)
    return ((await letters('statuses=Pending')).data[0] ?? (await letters('')).data[0])?.['uuid']
  },
  savedSearch: async (get, tenant) => (await get(`/billing/v1/${tenant}/market/saved-searches`)).data[0]?.['uuid'],
  payout: async (get, tenant) => (await get(`/billing/v1/${tenant}/market/payouts`)).data[0]?.['uuid'],
  endpoint: async (get, tenant) => (await get(`/webhooks/${tenant}/endpoints`)).data[0]?.['uuid'],
  // Nobody's: the page asks before it does anything.
  ticket: async () => 'nobodys',
  invoice: async (get, tenant) => (await get(`/billing/v1/${tenant}/invoices`)).data[0]?.['uuid'],
}

/** What a search finds first. */
const firstFree = async (get: Get, tenant: string) =>
  (await get(`/billing/v1/${tenant}/market/search?prefix_length=24&limit=1`)).data[0]

export async function addressOf(path: string, company: { uuid: string; number: number }, get: Get): Promise<string> {
  let address = path.replace('$company', String(company.number))
  for (const [, name = ''] of path.matchAll(/\$(\w+)/g)) {
    if (name === 'company') continue
    const sample = samples[name]
    if (!sample) throw new Error(`test/support/browser/pages.ts has no sample for $${name} of ${path}`)
    address = address.replace(`$${name}`, encodeURIComponent(String(await sample(get, company.uuid))))
  }
  return address
}

/** What the demo world lacks: an import to look at. Its address leads nowhere, which is worth seeing too. */
export async function completeDemo({ page }: { readonly page: Page }): Promise<void> {
  await page.evaluate(async () => {
    const body = JSON.stringify({ kind: 'vrps', name: 'sample', url: 'https://sublet.invalid/vrps.csv' })
    await fetch('/portal/operator/network/imports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  })
}

/** Who looks at a page of the demo world: by the beginning of its path, the first that fits. */
const viewers = [
  ['/operator', 'operator'],
  ['/c/$company/offers', 'holder'],
  ['/c/$company/payouts', 'holder'],
  ['/c/$company/letters-to-do', 'holder'],
  ['/c/$company/earnings', 'holder'],
  ['/c/$company/name-servers', 'holder'],
  ['/c/$company/reservations', 'holder'],
  ['/', 'lessee'],
] as const

export type Viewer = (typeof viewers)[number][1]

export function viewerOf(path: string): Viewer {
  return viewers.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'lessee'
}

/** The front and the ways in are for those who are not signed in. */
export function isBehindSignIn(path: string): boolean {
  return /^\/(c|account|operator|home)(\/|$)/.test(path)
}

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import {
  accountRoute,
  companyRoute,
  operatorRoute,
  plainRoute,
  publicRoute,
  rootRoute,
  signedInRoute,
} from './parents.tsx'
import * as account from './pages/account/routes.ts'
import * as billing from './pages/billing/routes.ts'
import * as cart from './pages/cart/routes.ts'
import * as company from './pages/company/routes.ts'
import * as leases from './pages/leases/routes.ts'
import * as market from './pages/market/routes.ts'
import * as offers from './pages/offers/routes.ts'
import * as operator from './pages/operator/routes.ts'
import * as payouts from './pages/payouts/routes.ts'
import * as prefixes from './pages/prefixes/routes.ts'
import * as front from './pages/public/routes.ts'
import * as routing from './pages/routing/routes.ts'
import * as dns from './pages/dns/routes.ts'
import * as webhooks from './pages/webhooks/routes.ts'

/** Every page there is. Each group lists its own; what they have in common hangs on `parents.tsx`. */
const tree = rootRoute.addChildren([
  publicRoute.addChildren([...front.openPages, ...market.openPages]),
  plainRoute.addChildren([...account.plainPages]),
  signedInRoute.addChildren([
    ...account.signedInPages,
    accountRoute.addChildren([...account.accountPages]),
    companyRoute.addChildren([
      ...company.companyPages,
      ...market.companyPages,
      ...cart.companyPages,
      ...leases.companyPages,
      ...offers.companyPages,
      ...payouts.companyPages,
      ...prefixes.companyPages,
      ...billing.companyPages,
      ...routing.companyPages,
      ...dns.companyPages,
      ...webhooks.companyPages,
    ]),
    operatorRoute.addChildren([...operator.operatorPages]),
  ]),
])

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMinMs: 0,
  })
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { leaseStates } from '../../../src/market/lease.states.ts'
import { leaseSorts } from '../../../src/market/leaseview.rules.ts'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, sortBy, text, whole } from '../../search.ts'

/** What the company leases, and its letters of authorisation. */

export const registries = ['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic'] as const

export const leaseTabs = ['letters', 'routing', 'places'] as const

export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/leases',
    staticData: { title: 'Leases', nav: { part: 'lease', icon: 'lease', order: 20 } },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(leaseSorts),
      status: oneOf(leaseStates.states),
      registry: oneOf(registries),
      size: whole(8, 24),
      letters: oneOf(['assigned', 'unassigned']),
      asn: whole(1, 4_294_967_295),
      address: text(18),
    }),
    component: lazyRouteComponent(() => import('./leases.tsx'), 'Leases'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/leases/$lease',
    staticData: { title: 'Lease' },
    validateSearch: searchOf({ ...paging, tab: oneOf(leaseTabs) }),
    component: lazyRouteComponent(() => import('./lease.tsx'), 'Lease'),
  }),
] as const

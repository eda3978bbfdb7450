import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { letterStates } from '../../../src/letters/letter/letter.states.ts'
import { leaseStates } from '../../../src/market/lease/lease.states.ts'
import { standings } from '../../../src/prefixes/health/verdict.rules.ts'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, sortBy, text, whole } from '../../search.ts'
import { terms } from '../../ui/words.ts'

/** What the company leases, and its letters of authorisation. */

const sorts = ['address', 'registry', 'status', 'next_due_date', 'recurring_amount'] as const

const leaseTabs = ['letters', 'routing', 'places'] as const

export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/leases',
    staticData: { title: 'Leases' },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(sorts),
      status: oneOf(leaseStates.states),
      routing: oneOf(standings),
      registry: oneOf(['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic']),
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
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/letters',
    staticData: { title: terms.loas },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['created_at']),
      status: oneOf(letterStates.states),
      asn: whole(1, 4_294_967_295),
      letter: text(36),
    }),
    component: lazyRouteComponent(() => import('./letters.tsx'), 'Letters'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/letters/new',
    staticData: { title: terms.requestLoas },
    validateSearch: searchOf({ ...paging, subnets: text(2_000), asn: text(12), address: text(18) }),
    component: lazyRouteComponent(() => import('./new-letters.tsx'), 'NewLetters'),
  }),
] as const

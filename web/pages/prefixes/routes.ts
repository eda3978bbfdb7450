import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, text } from '../../search.ts'

/** What the company holds and leases, as the internet sees it. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/prefixes',
    staticData: { title: 'Prefixes' },
    validateSearch: searchOf({ notation: text(64), organisation: text(255), at: text(64) }),
    component: lazyRouteComponent(() => import('./prefixes.tsx'), 'Prefixes'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/prefixes/$notation',
    staticData: { title: 'Prefix' },
    validateSearch: searchOf({ ...paging, tab: oneOf(['records', 'notes', 'history']) }),
    component: lazyRouteComponent(() => import('./prefix.tsx'), 'PrefixPage'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/routing',
    staticData: { title: 'Routing issues' },
    validateSearch: searchOf({ ...paging, severity: oneOf(['critical', 'warning']) }),
    component: lazyRouteComponent(() => import('./trouble.tsx'), 'Trouble'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/unannounced',
    staticData: { title: 'Unannounced space' },
    validateSearch: searchOf({ ...paging, organisation: text(255) }),
    component: lazyRouteComponent(() => import('./unannounced.tsx'), 'Unannounced'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { companyRoute } from '../../parents.tsx'
import { paging, searchOf } from '../../search.ts'

/** Reverse DNS: names of leased addresses, and the name servers of those who let them. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/reverse-dns',
    staticData: { title: 'Reverse DNS' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./blocks.tsx'), 'Blocks'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/reverse-dns/$notation',
    staticData: { title: 'Reverse names' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./block.tsx'), 'Block'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/name-servers',
    staticData: { title: 'Name servers' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./servers.tsx'), 'Servers'),
  }),
] as const

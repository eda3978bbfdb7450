import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { companyRoute, publicRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, whole } from '../../search.ts'
import { marketSearch, openSearch } from './market-search.ts'

/** Finding a block, and thinking about it. What was put into the cart is the cart's. */

export const openPages = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/market',
    validateSearch: openSearch,
    component: lazyRouteComponent(() => import('./preview.tsx'), 'Preview'),
  }),
] as const

export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/market',
    staticData: { title: 'Market' },
    validateSearch: marketSearch,
    component: lazyRouteComponent(() => import('./market.tsx'), 'Market'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/my-reservations',
    staticData: { title: 'My reservations' },
    validateSearch: searchOf({ ...paging, status: oneOf(reservationStates.states) }),
    component: lazyRouteComponent(() => import('./reservations.tsx'), 'Reservations'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/saved-searches',
    staticData: { title: 'Saved searches' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./saved-searches.tsx'), 'SavedSearches'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/saved-searches/$savedSearch',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./saved-search.tsx'), 'SavedSearchPage'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/market/$address/$cidr',
    validateSearch: searchOf({ months: whole(1, 120) }),
    component: lazyRouteComponent(() => import('./block.tsx'), 'BlockPage'),
  }),
] as const

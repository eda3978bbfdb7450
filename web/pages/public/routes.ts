import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { publicRoute } from '../../parents.tsx'
import { searchOf, whole } from '../../search.ts'

/** Pages for everybody. */
export const openPages = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./landing.tsx'), 'Landing'),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/terms',
    validateSearch: searchOf({ version: whole(1, 1_000_000) }),
    component: lazyRouteComponent(() => import('./site-text.tsx'), 'Terms'),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/privacy',
    component: lazyRouteComponent(() => import('./site-text.tsx'), 'Privacy'),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/contact',
    component: lazyRouteComponent(() => import('./site-text.tsx'), 'Contact'),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/status',
    component: lazyRouteComponent(() => import('./status.tsx'), 'StatusPage'),
  }),
] as const

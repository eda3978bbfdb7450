import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { publicRoute } from '../../parents.tsx'

/** Pages for everybody. */
export const openPages = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./landing.tsx'), 'Landing'),
  }),
] as const

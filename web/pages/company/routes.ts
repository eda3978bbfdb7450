import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { companyRoute } from '../../parents.tsx'
import { one, oneOf, paging, searchOf, sortBy, text } from '../../search.ts'

/** The company itself: its home, its people, its programs. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/',
    staticData: { title: 'Home' },
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/integrations',
    staticData: { title: 'Integrations' },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['name', 'created_at', 'last_used_at']),
      status: oneOf(['live', 'revoked']),
    }),
    component: lazyRouteComponent(() => import('./integrations.tsx'), 'Integrations'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/members',
    staticData: { title: 'Members' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/sign-on',
    staticData: { title: 'Single sign-on' },
    validateSearch: searchOf({ tested: one, refused: text(60) }),
    component: lazyRouteComponent(() => import('./sign-on.tsx'), 'SignOn'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/settings',
    staticData: { title: 'Company' },
    component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
  }),
] as const

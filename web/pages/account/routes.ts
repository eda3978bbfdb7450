import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountRoute, plainRoute, signedInRoute } from '../../parents.tsx'
import { kindNames } from '../../../src/alerts/kind.rules.ts'
import { one, oneOf, paging, searchOf, text } from '../../search.ts'

/** People: how they come in, and what is theirs whatever the company. */

export const plainPages = [
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/sign-in',
    validateSearch: searchOf({ to: text(2_000), refused: text(60), entered: one }),
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/first-run',
    component: lazyRouteComponent(() => import('./first-run.tsx'), 'FirstRun'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password.tsx'), 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/password',
    component: lazyRouteComponent(() => import('./password.tsx'), 'Password'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/invitation',
    component: lazyRouteComponent(() => import('./invitation.tsx'), 'Invitation'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/unsubscribe/$ticket',
    component: lazyRouteComponent(() => import('./unsubscribe.tsx'), 'Unsubscribe'),
  }),
] as const

export const signedInPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/home',
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  }),
] as const

export const accountPages = [
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/',
    staticData: { title: 'Profile' },
    component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/notifications',
    staticData: { title: 'Notifications' },
    validateSearch: searchOf({
      ...paging,
      status: oneOf(['unread', 'read']),
      kind: oneOf(kindNames),
      company: text(36),
    }),
    component: lazyRouteComponent(() => import('./notifications.tsx'), 'Notifications'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/mail',
    staticData: { title: 'Mail' },
    component: lazyRouteComponent(() => import('./mail.tsx'), 'Mail'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/security',
    staticData: { title: 'Security' },
    component: lazyRouteComponent(() => import('./security.tsx'), 'Security'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/sessions',
    staticData: { title: 'Sessions' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./sessions.tsx'), 'Sessions'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/terms',
    validateSearch: searchOf({ to: text(2_000) }),
    component: lazyRouteComponent(() => import('./terms.tsx'), 'AcceptTerms'),
  }),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/new-company',
    staticData: { title: 'New company' },
    component: lazyRouteComponent(() => import('./new-company.tsx'), 'NewCompany'),
  }),
] as const

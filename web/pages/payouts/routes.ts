import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { payoutStates } from '../../../src/invoicing/payout/payout.states.ts'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, sortBy, text } from '../../search.ts'

/** For holders: what is paid out to them, and to which account. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/payouts',
    staticData: { title: 'Payouts' },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['created_at', 'month', 'amount']),
      status: oneOf(payoutStates.states),
    }),
    component: lazyRouteComponent(() => import('./payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/payouts/account',
    staticData: { title: 'Bank account for payouts' },
    validateSearch: searchOf({ ticket: text(100) }),
    component: lazyRouteComponent(() => import('./account.tsx'), 'PayoutAccount'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/payouts/$payout',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./payout.tsx'), 'Payout'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { invoiceStates } from '../../../src/invoicing/invoice/invoice.states.ts'
import { companyAccounts } from '../../../src/invoicing/ledger/ledger.rules.ts'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, sortBy, text } from '../../search.ts'

/** What a company is billed, how it pays, and what will come. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing',
    staticData: { title: 'Billing' },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['date', 'date_due', 'total']),
      status: oneOf(invoiceStates.states),
      from: text(10),
      to: text(10),
    }),
    component: lazyRouteComponent(() => import('./invoices.tsx'), 'Invoices'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/invoices/$invoice',
    component: lazyRouteComponent(() => import('./invoice.tsx'), 'Invoice'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/methods',
    staticData: { title: 'Payment methods' },
    validateSearch: searchOf({ ...paging, session: text(255) }),
    component: lazyRouteComponent(() => import('./methods.tsx'), 'Methods'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/credits',
    staticData: { title: 'Credits' },
    validateSearch: searchOf({ ...paging, sort: sortBy(['created_at']) }),
    component: lazyRouteComponent(() => import('./credits.tsx'), 'Credits'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/ledger',
    staticData: { title: 'Ledger' },
    validateSearch: searchOf({ ...paging, account: oneOf(companyAccounts), from: text(10), to: text(10) }),
    component: lazyRouteComponent(() => import('./ledger.tsx'), 'Ledger'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/forecast',
    staticData: { title: 'Renewals and forecast' },
    validateSearch: searchOf({ months: oneOf(['3', '6', '12', '24']) }),
    component: lazyRouteComponent(() => import('./forecast.tsx'), 'Forecast'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/billing/terminations',
    staticData: { title: 'Termination requests' },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['requested_at']),
      status: oneOf(terminationStates.states),
    }),
    component: lazyRouteComponent(() => import('./terminations.tsx'), 'Terminations'),
  }),
] as const

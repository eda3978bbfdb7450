import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bankLineStates } from '../../../src/commerce/bank/line.states.ts'
import { ledgerAccounts } from '../../../src/invoicing/ledger/ledger.rules.ts'
import { payoutStates } from '../../../src/invoicing/payout/payout.states.ts'
import { tenantStates } from '../../../src/identity/company/tenant.states.ts'
import { siteTextKinds } from '../../../src/identity/site-text/site-text.rules.ts'
import { importStates } from '../../../src/network/import/import.states.ts'
import { kindNames } from '../../../src/network/kinds.rules.ts'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { operatorRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, text, whole } from '../../search.ts'
import { terms } from '../../ui/words.ts'

/** What those do who run the marketplace. */

const page = { getParentRoute: () => operatorRoute }

export const letterStatuses = ['Pending', 'Active', 'Revoked', 'Expired'] as const

export const operatorPages = [
  createRoute({
    ...page,
    path: '/',
    staticData: { title: 'Overview' },
    component: lazyRouteComponent(() => import('./overview/start.tsx'), 'Start'),
  }),
  createRoute({
    ...page,
    path: '/readiness',
    staticData: { title: 'Readiness' },
    component: lazyRouteComponent(() => import('./readiness.tsx'), 'Readiness'),
  }),
  createRoute({
    ...page,
    path: '/companies',
    staticData: { title: 'Companies' },
    validateSearch: searchOf({ ...paging, status: oneOf(tenantStates.states), search: text() }),
    component: lazyRouteComponent(() => import('./companies.tsx'), 'Companies'),
  }),
  createRoute({
    ...page,
    path: '/companies/$tenant',
    component: lazyRouteComponent(() => import('./company/company.tsx'), 'CompanyPage'),
  }),
  createRoute({
    ...page,
    path: '/companies/$tenant/invoices',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./company/invoices.tsx'), 'CompanyInvoices'),
  }),
  createRoute({
    ...page,
    path: '/companies/$tenant/log',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./company/log.tsx'), 'CompanyLog'),
  }),
  createRoute({
    ...page,
    path: '/people',
    staticData: { title: 'People' },
    validateSearch: searchOf({ ...paging, search: text() }),
    component: lazyRouteComponent(() => import('./people/people.tsx'), 'People'),
  }),
  createRoute({
    ...page,
    path: '/approvals',
    staticData: { title: 'Approvals' },
    validateSearch: searchOf({ ...paging, status: oneOf([...terminationStates.states, 'all']) }),
    component: lazyRouteComponent(() => import('./terminations.tsx'), 'Terminations'),
  }),
  createRoute({
    ...page,
    path: '/approvals/orders',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    ...page,
    path: '/approvals/bank',
    validateSearch: searchOf({ ...paging, status: oneOf([...bankLineStates.states, 'all']) }),
    component: lazyRouteComponent(() => import('./bank-lines.tsx'), 'BankLines'),
  }),
  createRoute({
    ...page,
    path: '/approvals/payouts',
    validateSearch: searchOf({ ...paging, status: oneOf([...payoutStates.states, 'all']) }),
    component: lazyRouteComponent(() => import('./payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    ...page,
    path: '/proofs',
    staticData: { title: 'Proofs' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./proofs.tsx'), 'Proofs'),
  }),
  createRoute({
    ...page,
    path: '/approvals/payout-files',
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./payout-files.tsx'), 'PayoutFiles'),
  }),
  createRoute({
    ...page,
    path: '/letters',
    staticData: { title: terms.allLoas },
    validateSearch: searchOf({ ...paging, status: oneOf(letterStatuses), asn: whole(1, 4_294_967_294) }),
    component: lazyRouteComponent(() => import('./letters.tsx'), 'Letters'),
  }),
  createRoute({
    ...page,
    path: '/network',
    staticData: { title: 'Network data' },
    component: lazyRouteComponent(() => import('./sources.tsx'), 'Sources'),
  }),
  createRoute({
    ...page,
    path: '/network/imports',
    validateSearch: searchOf({ ...paging, status: oneOf(importStates.states), kind: oneOf(kindNames) }),
    component: lazyRouteComponent(() => import('./imports.tsx'), 'Imports'),
  }),
  createRoute({
    ...page,
    path: '/network/imports/$import',
    component: lazyRouteComponent(() => import('./import.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...page,
    path: '/asn-bans',
    staticData: { title: 'Banned AS numbers' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./bans.tsx'), 'Bans'),
  }),
  createRoute({
    ...page,
    path: '/asn-acceptances',
    staticData: { title: 'Accepted AS numbers' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./acceptances.tsx'), 'Acceptances'),
  }),
  createRoute({
    ...page,
    path: '/mailbox',
    staticData: { title: 'Mailbox' },
    validateSearch: searchOf({ ...paging, mail: text(36), search: text() }),
    component: lazyRouteComponent(() => import('./mailbox.tsx'), 'Mailbox'),
  }),
  createRoute({
    ...page,
    path: '/clock',
    staticData: { title: 'Test clock' },
    component: lazyRouteComponent(() => import('./clock.tsx'), 'TestClock'),
  }),
  createRoute({
    ...page,
    path: '/log',
    staticData: { title: terms.activityLog },
    validateSearch: searchOf({ ...paging, company: text(), action: text(200), from: text(10), to: text(10) }),
    component: lazyRouteComponent(() => import('./log.tsx'), 'Log'),
  }),
  createRoute({
    ...page,
    path: '/ledger',
    staticData: { title: 'Ledger' },
    validateSearch: searchOf({ ...paging, account: oneOf(ledgerAccounts), from: text(10), to: text(10) }),
    component: lazyRouteComponent(() => import('./ledger/ledger.tsx'), 'Ledger'),
  }),
  createRoute({
    ...page,
    path: '/discount-codes',
    staticData: { title: 'Discount codes' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./discounts.tsx'), 'Discounts'),
  }),
  createRoute({
    ...page,
    path: '/texts',
    staticData: { title: 'Legal texts' },
    validateSearch: searchOf({ ...paging, tab: oneOf(siteTextKinds) }),
    component: lazyRouteComponent(() => import('./texts/texts.tsx'), 'Texts'),
  }),
  createRoute({
    ...page,
    path: '/audit',
    staticData: { title: terms.integrityChecks },
    component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
  }),
] as const

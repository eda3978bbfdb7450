import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orderStates } from '../../../src/commerce/order/order.states.ts'
import { companyRoute } from '../../parents.tsx'
import { flag, oneOf, paging, searchOf, sortBy, text } from '../../search.ts'

/** Buying what was reserved, and what became of it. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/cart',
    staticData: { title: 'Cart' },
    validateSearch: searchOf({ session: text(255) }),
    component: lazyRouteComponent(() => import('./cart.tsx'), 'Cart'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/orders',
    staticData: { title: 'Orders' },
    validateSearch: searchOf({ ...paging, status: oneOf(orderStates.states), sort: sortBy(['placed_at']) }),
    component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/orders/$order',
    validateSearch: searchOf({ placed: flag }),
    component: lazyRouteComponent(() => import('./order.tsx'), 'OrderPage'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, text } from '../../search.ts'
import { deliveryStates } from '../../../src/webhooks/delivery/delivery.rules.ts'

/** Programs of the company that are told of what happens. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/webhooks',
    staticData: { title: 'Webhooks' },
    validateSearch: searchOf(paging),
    component: lazyRouteComponent(() => import('./endpoints.tsx'), 'Endpoints'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/webhooks/$endpoint',
    validateSearch: searchOf({ ...paging, status: oneOf(deliveryStates), type: text(100), delivery: text(36) }),
    component: lazyRouteComponent(() => import('./endpoint.tsx'), 'Endpoint'),
  }),
] as const

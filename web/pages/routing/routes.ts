import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { routingObjectStates } from '../../../src/routing/object/object.states.ts'
import { companyRoute } from '../../parents.tsx'
import { oneOf, paging, searchOf, text } from '../../search.ts'

/** Registries that a holder has connected, and what letters need there. */
export const companyPages = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/offers/routing',
    staticData: { title: 'Connected registries' },
    validateSearch: searchOf({ ...paging, status: oneOf(routingObjectStates.states), within: text(18) }),
    component: lazyRouteComponent(() => import('./registries.tsx'), 'Registries'),
  }),
] as const

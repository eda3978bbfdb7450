import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { offerStates } from '../../../src/market/offer/offer.states.ts'
import { letterStates } from '../../../src/letters/letter/letter.states.ts'
import { companyRoute } from '../../parents.tsx'
import { flag, oneOf, paging, searchOf, sortBy, text, whole } from '../../search.ts'
import { registries, terms } from '../../ui/words.ts'
import { offerTabs } from './words.ts'

/** For holders: their blocks, who asks for them, what letters need, what it all brings. */
const offers = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/offers',
    staticData: { title: terms.myListings },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['address', 'cidr', 'created_at', 'status']),
      status: oneOf(offerStates.states),
      registry: oneOf(registries),
      hidden: oneOf(['true', 'false']),
      address: text(45),
    }),
    component: lazyRouteComponent(() => import('./offers.tsx'), 'Offers'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/offers/new',
    staticData: { title: terms.listBlock },
    validateSearch: searchOf({ address: text(45), cidr: whole(8, 24), step: oneOf(['prices', 'terms']) }),
    component: lazyRouteComponent(() => import('./new.tsx'), 'NewOffer'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/earnings',
    staticData: { title: terms.earnings },
    validateSearch: searchOf({ months: oneOf(['6', '12', '24', '36']) }),
    component: lazyRouteComponent(() => import('./statistics.tsx'), 'Statistics'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/letters-to-do',
    staticData: { title: terms.loaRequests },
    validateSearch: searchOf({
      ...paging,
      sort: sortBy(['created_at', 'address']),
      status: oneOf(letterStates.states),
      asn: whole(1, 4_294_967_295),
    }),
    component: lazyRouteComponent(() => import('./letters.tsx'), 'Letters'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/letters-to-do/$holderLetter',
    component: lazyRouteComponent(() => import('./letter.tsx'), 'Letter'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/offers/$offer',
    validateSearch: searchOf({ tab: oneOf(offerTabs), inside: text(18), at: text(18), page: whole() }),
    component: lazyRouteComponent(() => import('./offer.tsx'), 'Offer'),
  }),
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/offers/$offer/verify',
    component: lazyRouteComponent(() => import('./verify.tsx'), 'Verify'),
  }),
] as const

const others = [
  createRoute({
    getParentRoute: () => companyRoute,
    path: '/reservations',
    staticData: { title: 'Reservations' },
    validateSearch: searchOf({ ...paging, all: flag }),
    component: lazyRouteComponent(() => import('./reservations.tsx'), 'Reservations'),
  }),
] as const

export const companyPages = [...offers, ...others] as const

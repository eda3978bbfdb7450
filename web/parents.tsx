import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, isRedirect, notFound, redirect } from '@tanstack/react-router'
import { signInAgain } from './api/again.ts'
import { asProblem } from './api/problem.ts'
import { read } from './api/query.ts'
import { companyInPath, me } from './api/session.ts'
import { lastCompany, signedIn } from './api/signed-in.ts'
import { Fault, NotFound, Root } from './shell/root.tsx'
import { PublicFrame, PlainFrame } from './shell/frames.tsx'
import { Shell } from './shell/shell.tsx'

/** The routes that pages hang on: who may come, and what stands around. Pages themselves are listed in `routes.tsx`. */

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name, in the command palette and where `shell/navigation.ts` lists it. */
    readonly title?: string
  }
}

interface RouterContext {
  readonly queries: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Fault,
})

/** For everybody: with the public head and foot. */
export const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicFrame })

/** For everybody: one card in the middle, as for signing in. */
export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainFrame })

/** For those who are signed in: others sign in first, and come back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const away = redirect({ to: '/sign-in', search: { to: location.href } })
    if (!signedIn.maybe) throw away
    try {
      const { data } = await context.queries.ensureQueryData(me())
      signInAgain.worksHere(data.person)
      if (data.terms_owed !== null && location.pathname !== '/account/terms')
        throw redirect({ to: '/account/terms', search: { to: location.href } })
      return { me: data }
    } catch (error) {
      if (isRedirect(error)) throw error
      if (asProblem(error).status !== 401) throw error
      signedIn.no()
      throw away
    }
  },
})

/** Who must have a second factor sees nothing before it is set up, but is led there. */
const toSecurity = () => redirect({ to: '/account/security' })

/** Pages of a company: `/c/{customer number}/…`. Operators may look into any, by its UUID. */
export const companyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/c/$company',
  beforeLoad: async ({ context, params, location }) => {
    const { companies, person } = context.me
    const own = companyInPath(companies, params.company)
    if (own?.sign_on_required) {
      lastCompany.set('')
      throw redirect({ to: '/sign-in', search: { refused: 'sign_on_required', to: location.href } })
    }
    if (own?.lacks_second_factor) throw toSecurity()
    if (own) return lastCompany.set(params.company)
    if (person.lacks_second_factor) throw toSecurity()
    if (!person.operator || !params.company.includes('-')) throw notFound()
    await context.queries
      .ensureQueryData(read('/billing/v1/{tenantUUID}', { params: { path: { tenantUUID: params.company } } }))
      .catch((error: unknown) => {
        throw asProblem(error).status === 404 ? notFound() : error
      })
  },
})

/** Pages of the person: `/account/…`. */
export const accountRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/account' })

/** Pages of operators: `/operator/…`. */
export const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator',
  beforeLoad: ({ context }) => {
    if (context.me.person.lacks_second_factor) throw toSecurity()
    if (!context.me.person.operator) throw notFound()
  },
})

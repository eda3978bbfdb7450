import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type Mutation,
} from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { signInAgain } from './api/again.ts'
import { connection, watchNetwork } from './api/connection.ts'
import { asProblem, mayPass, problemLine } from './api/problem.ts'
import { signedIn } from './api/signed-in.ts'
import { makeRouter } from './routes.tsx'
import { say } from './ui/toast.tsx'
import './styles.css'

watchNetwork()
// Reads wait until the server is there again, and go on by themselves; changes are asked for again by who wants them.
onlineManager.setEventListener((tell) => connection.subscribe(() => tell(connection.standing === 'reached')))

/** A session that has ended, and was not begun anew in place: sign in, and come back to where one was. */
function onError(error: unknown): void {
  // Required since the page was opened: to where it is set up.
  if (asProblem(error).code === 'second_factor_missing') {
    void queries.invalidateQueries({ queryKey: ['/portal/me'] })
    return void router.navigate({ to: '/account/security' })
  }
  if (asProblem(error).status !== 401 || !signedIn.maybe || signInAgain.asking) return
  signedIn.no()
  const { pathname, search } = location
  void router.navigate({ to: '/sign-in', search: { to: pathname + search } })
}

/** What becomes of it is said where the first attempt would have said it. */
function runAgain(mutation: Mutation<unknown, unknown>, given: unknown): void {
  void mutation.execute(given).catch(() => undefined)
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, given, _context, mutation) => {
      onError(error)
      // Where a form shows the refusal itself, a toast would say it twice.
      const problem = asProblem(error)
      const retry = () => runAgain(mutation, given)
      if (mutation.meta?.['quiet'] !== true)
        say(problemLine(problem), { bad: true, ...(mayPass(problem) && { retry }) })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failed, error) => connection.standing !== 'reached' || (failed < 2 && asProblem(error).status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

const router = makeRouter(queries)

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { asProblem } from './api/problem.ts'
import { signedIn } from './api/signed-in.ts'
import { makeRouter } from './routes.tsx'
import { say } from './ui/toast.tsx'
import './styles.css'

/** A session that has ended meanwhile: sign in, and come back to where one was. */
function onError(error: unknown): void {
  if (asProblem(error).status !== 401 || !signedIn.maybe) return
  signedIn.no()
  const { pathname, search } = location
  void router.navigate({ to: '/sign-in', search: { to: pathname + search } })
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _given, _context, mutation) => {
      onError(error)
      // Where a form shows the refusal itself, a toast would say it twice.
      if (mutation.meta?.['quiet'] !== true) say(asProblem(error).message, { bad: true })
    },
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failed, error) => failed < 2 && asProblem(error).status >= 500 },
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

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast } from '@base-ui/react/toast'
import { Tooltip } from '@base-ui/react/tooltip'
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { asProblem } from '../api/problem.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState, ErrorNote } from '../ui/states.tsx'
import { Toasts, toasts } from '../ui/toast.tsx'

/** Around everything. Our policy allows no inline styles, so the library is told to make none. */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={300}>
        <Toast.Provider toastManager={toasts} limit={3}>
          <a
            href="#main"
            className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:translate-y-0"
          >
            Skip to content
          </a>
          <Outlet />
          <Toasts />
        </Toast.Provider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}

export function NotFound() {
  return (
    <main id="main" className="py-16">
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon="search" title="There is no such page" action={<LinkButton to="/">Go to the start</LinkButton>}>
        It may have been moved, or belong to a company you are not a member of.
      </EmptyState>
    </main>
  )
}

export function Fault({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <ErrorNote problem={asProblem(error)} onRetry={() => void router.invalidate()} />
    </div>
  )
}

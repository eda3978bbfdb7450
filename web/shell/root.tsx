import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast } from '@base-ui/react/toast'
import { Tooltip } from '@base-ui/react/tooltip'
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { connection } from '../api/connection.ts'
import { asProblem, mayPass } from '../api/problem.ts'
import { signedIn } from '../api/signed-in.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { Toasts, toasts } from '../ui/toast.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { PublicFrame } from './frames.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SessionEnded } from './session-ended.tsx'

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
          <ConnectionBar />
          <ProofDialog />
          <SessionEnded />
          <Toasts />
        </Toast.Provider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}

export function NotFound() {
  useEffect(() => {
    document.title = 'Not found · Sublet'
  }, [])
  return (
    <PublicFrame>
      <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-20 text-center">
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-wash text-accent">
          <Icon name="search" className="size-6" />
        </span>
        <h1 className="text-xl font-semibold tracking-tight">Page not found</h1>
        <p className="mt-1 text-sm text-soft">
          It may have been moved, or belong to a company you are not a member of. Check the address:
        </p>
        <p className="mt-3 max-w-full rounded-md bg-sunken px-3 py-1.5 font-mono text-xs break-all">
          {location.pathname}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <LinkButton to={signedIn.maybe ? '/home' : '/'} look="primary">
            {signedIn.maybe ? 'Go to your home page' : 'Go to the home page'}
          </LinkButton>
          <LinkButton to="/market">See the market</LinkButton>
        </div>
      </div>
    </PublicFrame>
  )
}

export function Fault({ error }: ErrorComponentProps) {
  const router = useRouter()
  const problem = asProblem(error)
  const standing = useSyncExternalStore(connection.subscribe, () => connection.standing)
  const isBack = standing === 'reached' && mayPass(problem)
  // Once for each error: what fails again with the server there is left to be tried by hand.
  const tried = useRef<unknown>(null)
  useEffect(() => {
    if (!isBack || tried.current === error) return
    tried.current = error
    void router.invalidate()
  }, [isBack, error, router])
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <ErrorNote problem={problem} onRetry={() => void router.invalidate()} />
    </div>
  )
}

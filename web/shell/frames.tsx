import { Link, Outlet } from '@tanstack/react-router'
import { signedIn } from '../api/signedin.ts'
import { LinkButton } from '../ui/button.tsx'
import { Logo } from '../ui/icons.tsx'
import { ThemeSwitch } from './theme.tsx'

/** What stands around pages outside the portal proper. */

function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-md font-semibold tracking-tight">
      <Logo />
      Sublet
    </Link>
  )
}

export function PublicFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
          <Brand />
          <nav aria-label="Account" className="flex items-center gap-2">
            <ThemeSwitch />
            {signedIn.maybe ? (
              <LinkButton to="/home" look="primary">
                Open the portal
              </LinkButton>
            ) : (
              <>
                <LinkButton to="/sign-in" look="quiet">
                  Sign in
                </LinkButton>
                <LinkButton to="/sign-up" look="primary">
                  Sign up
                </LinkButton>
              </>
            )}
          </nav>
        </div>
      </header>
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-sm text-soft sm:px-6">
          <span>Sublet: subnets to let.</span>
          <a href="/docs" className="hover:text-ink hover:underline">
            API documentation
          </a>
          <a href="/openapi.json" className="hover:text-ink hover:underline">
            OpenAPI
          </a>
        </div>
      </footer>
    </div>
  )
}

export function PlainFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-4 sm:px-6">
        <Brand />
        <ThemeSwitch />
      </header>
      <main id="main" className="flex flex-1 flex-col items-center px-4 pt-[6vh] pb-16">
        <div className="w-full max-w-sm">
          <Outlet />
        </div>
      </main>
    </div>
  )
}

import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { textTitles, usePublished } from '../api/site-texts.ts'
import { signedIn } from '../api/signed-in.ts'
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

const footLink = 'hover:text-ink hover:underline'

/** Around a page for everybody, and around what is said where there is no page. */
export function PublicFrame({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-2 px-4 sm:gap-4 sm:px-6">
          <Brand />
          <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
            <span className="contents max-sm:hidden">
              <LinkButton to="/market" look="quiet">
                Market
              </LinkButton>
            </span>
            <ThemeSwitch />
            <WaysIn />
          </nav>
        </div>
      </header>
      <main id="main" className="flex-1">
        {children ?? <Outlet />}
      </main>
      <footer className="border-t border-line bg-surface print:hidden">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-sm text-soft sm:px-6">
          <span className="w-full sm:w-auto sm:flex-1">Sublet: the open IPv4 leasing marketplace.</span>
          <Link to="/market" className={footLink}>
            Market
          </Link>
          <SiteLinks />
          <a href="/verify" className={footLink}>
            Verify an LOA
          </a>
          <a href="/docs" className={footLink}>
            API documentation
          </a>
          <a href="/openapi.json" className={footLink}>
            OpenAPI
          </a>
        </div>
      </footer>
    </div>
  )
}

/** What the operator has published, and whether it works. */
function SiteLinks() {
  const published = usePublished() ?? []
  return (
    <>
      {published.map(({ kind }) => (
        <Link key={kind} to={`/${kind}`} className={footLink}>
          {textTitles[kind]}
        </Link>
      ))}
      <Link to="/status" className={footLink}>
        Status
      </Link>
    </>
  )
}

function WaysIn() {
  if (signedIn.maybe)
    return (
      <LinkButton to="/home" look="primary">
        Open the portal
      </LinkButton>
    )
  return (
    <>
      <LinkButton to="/sign-in" look="quiet">
        Sign in
      </LinkButton>
      <LinkButton to="/sign-up" look="primary">
        Sign up
      </LinkButton>
    </>
  )
}

export function PlainFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-4 sm:px-6 print:hidden">
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

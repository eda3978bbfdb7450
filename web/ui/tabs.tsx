import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface TabLink {
  readonly label: ReactNode
  readonly to: LinkProps
}

/** Tabs are places: each has an address, and the browser's back button works. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ label, to }, i) => (
        <Link
          // oxlint-disable-next-line react/no-array-index-key -- tabs of a page never change places
          key={i}
          {...to}
          activeOptions={{ exact: true, includeSearch: to.search !== undefined }}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

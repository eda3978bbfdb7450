import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link within a sentence. */
export function TextLink({ children, ...link }: LinkProps & { readonly children: ReactNode }) {
  return (
    <Link
      {...(link as LinkProps)}
      className="text-accent underline decoration-current/40 underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  )
}

/** Above the name of a thing: back to where it is one of many. */
export function BackLink({ children, ...link }: LinkProps & { readonly children: ReactNode }) {
  return (
    <Link
      {...(link as LinkProps)}
      className="mb-1 inline-block text-xs text-soft print:hidden hover:text-ink hover:underline"
    >
      <span aria-hidden="true">← </span>
      {children}
    </Link>
  )
}

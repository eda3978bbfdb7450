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

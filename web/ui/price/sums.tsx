import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface SumProps {
  readonly name: ReactNode
  /** What it all comes to. */
  readonly strong?: boolean
  readonly children: ReactNode
}

/** An amount and what it is for, as bills have them: within a `dl`. */
export function Sum({ name, strong, children }: SumProps) {
  return (
    <div
      className={cx(
        'flex justify-between gap-4',
        strong ? 'mt-1 border-t border-line pt-2 text-base font-semibold' : 'text-soft',
      )}
    >
      <dt>{name}</dt>
      <dd className={cx('text-right whitespace-nowrap', !strong && 'text-ink')}>{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Problem } from '../api/problem.ts'
import { ofField } from '../api/problem-words.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'

/** What stands where nothing is, where something went wrong, and where something is still on its way. */

interface EmptyStateProps {
  readonly icon: IconName
  readonly title: string
  /** What this place is for, and the first step. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <span className="mb-2 flex size-10 items-center justify-center rounded-full bg-accent-wash text-accent">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-md text-sm text-balance text-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface ErrorNoteProps {
  readonly problem: Problem
  /** Fields that are on the page and say themselves what is wrong with them. */
  readonly placed?: ReadonlySet<string>
  readonly onRetry?: () => void
  readonly className?: string
}

/** What went wrong, what is said of fields that are not on the page, and what to quote when asking for help. */
export function ErrorNote({ problem, placed, onRetry, className }: ErrorNoteProps) {
  const fields = Object.entries(problem.fields).filter(([field]) => !placed?.has(field))
  return (
    <div role="alert" className={cx('flex gap-2.5 rounded-md bg-bad-wash px-3 py-2.5 text-sm', className)}>
      <Icon name="warning" className="mt-0.5 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="text-ink">{problem.message}</p>
        {fields.length > 0 && (
          <ul className="mt-1 list-disc pl-4 text-soft">
            {fields.map(([field, words]) => (
              <li key={field}>{ofField(field, words.join('; '))}</li>
            ))}
          </ul>
        )}
        {problem.status >= 500 && problem.requestId && (
          <p className="mt-1 text-xs text-soft">Request {problem.requestId}</p>
        )}
      </div>
      {onRetry && (
        <Button small icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** As wide as what will stand here, so that nothing moves when it comes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block h-4', className ?? 'w-24')} />
}

/** Keeps exactly the room of what will stand here, whatever is in it: the thing itself, unseen below a skeleton. */
export function RoomOf({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-hidden="true" inert className="relative">
      <div className="invisible">{children}</div>
      <span className="skeleton absolute inset-0" />
    </div>
  )
}

interface NoteProps {
  readonly tone?: 'info' | 'warn' | 'good'
  readonly children: ReactNode
  readonly action?: ReactNode
}

const noteTones = { info: 'bg-info-wash', warn: 'bg-warn-wash', good: 'bg-good-wash' }
const noteIcons = { info: 'info', warn: 'warning', good: 'check' } as const
const noteInks = { info: 'text-info', warn: 'text-warn', good: 'text-good' }

export function Note({ tone = 'info', children, action }: NoteProps) {
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm',
        Boolean(action) && 'max-sm:flex-wrap',
        noteTones[tone],
      )}
    >
      <Icon name={noteIcons[tone]} className={cx('mt-0.5', noteInks[tone])} />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="shrink-0 max-sm:basis-full max-sm:pl-6.5">{action}</div>}
    </div>
  )
}

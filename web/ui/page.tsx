import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { cx } from './cx.ts'

/** The bones of a page. */

export interface PageHeaderProps {
  readonly title: string
  /** What people see, where a title alone is not enough: a prefix, a status beside it. */
  readonly heading?: ReactNode
  readonly says?: ReactNode
  readonly actions?: ReactNode
  readonly above?: ReactNode
}

/** Also names the browser's tab. */
export function PageHeader({ title, heading, says, actions, above }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Sublet`
  }, [title])
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {above}
        <h1 className="text-xl font-semibold tracking-tight">{heading ?? title}</h1>
        {says && <p className="mt-0.5 max-w-2xl text-sm text-pretty text-soft">{says}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

interface CardProps {
  readonly title?: string
  readonly says?: ReactNode
  readonly actions?: ReactNode
  /** Without inner space: for tables. */
  readonly flush?: boolean
  readonly className?: string
  readonly children: ReactNode
}

export function Card({ title, says, actions, flush, className, children }: CardProps) {
  return (
    <section className={cx('rounded-lg border border-line bg-surface shadow-card', className)}>
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <div>
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {says && <p className="text-sm text-pretty text-soft">{says}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? 'overflow-hidden rounded-b-lg' : 'p-4'}>{children}</div>
    </section>
  )
}

/** What is `long` takes the room of two. */
export type Fact = readonly [term: string, description: ReactNode, room?: 'long']

/** Terms and what they are, in as many columns as fit: two at least. */
export function DescriptionList({
  facts,
  className,
}: {
  readonly facts: readonly Fact[]
  readonly className?: string
}) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,calc(50%-0.75rem)),1fr))] gap-x-6 gap-y-4',
        className,
      )}
    >
      {facts.map(([term, description, room]) => (
        <div key={term} className={cx('min-w-0', room && 'col-span-2')}>
          <dt className="text-xs text-faint">{term}</dt>
          <dd className="mt-0.5 min-h-5 text-sm break-words">{description}</dd>
        </div>
      ))}
    </dl>
  )
}

interface LinkFigureProps {
  readonly name: string
  readonly to: LinkProps
  readonly says?: ReactNode
  readonly tone?: 'bad' | 'warn'
  readonly children: ReactNode
}

const figureTones = { bad: 'text-bad', warn: 'text-warn' }

/** A figure that leads to what it counts. */
export function LinkFigure({ name, to, says, tone, children }: LinkFigureProps) {
  return (
    <Link
      {...to}
      className="block h-full min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-card hover:bg-hover"
    >
      <span className="block text-xs text-faint">{name}</span>
      <span
        className={cx(
          'mt-1 block truncate text-xl font-semibold tracking-tight tabular-nums',
          tone && figureTones[tone],
        )}
      >
        {children}
      </span>
      <span className="block min-h-4 text-xs text-soft">{says}</span>
    </Link>
  )
}

/** A figure with its name: for the top of a dashboard. */
export function Figure({ name, children, says }: { readonly name: string; children: ReactNode; says?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <p className="text-xs text-faint">{name}</p>
      <p className="mt-1 text-xl font-semibold tracking-tight tabular-nums">{children}</p>
      {says && <p className="text-xs text-soft">{says}</p>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { sentence, Status } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/button.tsx'
import { checkNames, checkTones } from './words.ts'

/** Checks with their sentences: what was looked at, and what to do where something is wrong. */

export interface Check {
  readonly kind: string
  readonly status: string
  readonly description: string
}

const icons: Readonly<Record<string, IconName>> = {
  passed: 'check',
  warning: 'warning',
  failed: 'close',
  skipped: 'minus',
}

const inks: Readonly<Record<string, string>> = {
  good: 'text-good bg-good-wash',
  warn: 'text-warn bg-warn-wash',
  bad: 'text-bad bg-bad-wash',
  info: 'text-info bg-info-wash',
  plain: 'text-faint bg-hover',
}

export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ kind, status, description }) => (
        <li key={kind} className="flex gap-3 py-2.5 first:pt-0 last:pb-0">
          <Mark status={status} />
          <div className="min-w-0 flex-1 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{checkNames[kind] ?? kind}</span>
              <span className="text-xs text-soft">
                <Status of={status} label={sentence(status)} tone={checkTones[status] ?? 'plain'} />
              </span>
            </p>
            <p className="break-words text-soft">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Mark({ status }: { readonly status: string }) {
  const icon = icons[status]
  return (
    <span
      className={cx(
        'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full',
        inks[checkTones[status] ?? 'plain'],
      )}
    >
      {icon ? <Icon name={icon} className="size-3" /> : <Spinner className="size-3" />}
    </span>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly state: 'done' | 'now' | 'later' | 'failed'
  readonly children?: ReactNode
}

const stepLooks = {
  done: 'bg-good-wash text-good',
  now: 'bg-accent text-on-accent',
  later: 'bg-hover text-faint',
  failed: 'bg-bad-wash text-bad',
}

const stepWords = { done: 'done', now: 'now', later: 'pending', failed: 'failed' }

/** One of the steps of a long way. */
export function Step({ number, title, state, children }: StepProps) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex gap-3">
      <span
        aria-hidden="true"
        className={cx(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
          stepLooks[state],
        )}
      >
        {state === 'done' ? <Icon name="check" className="size-3.5" /> : state === 'failed' ? '!' : number}
      </span>
      <div className="min-w-0 flex-1 pb-5">
        <h2 className={cx('text-base font-medium', state === 'later' && 'text-faint')}>
          {title}
          <span className="sr-only"> ({stepWords[state]})</span>
        </h2>
        {children && <div className="mt-2">{children}</div>}
      </div>
    </li>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain'

const tones: Record<Tone, string> = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-info-wash text-info',
  plain: 'bg-hover text-soft',
}

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 text-xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** Every status the API knows, by how much it asks of whoever reads it. Unlisted ones are plain. */
const statusTones: Readonly<Record<string, Tone>> = {
  active: 'good',
  ok: 'good',
  valid: 'good',
  paid: 'good',
  completed: 'good',
  accepted: 'good',
  verified: 'good',
  announced: 'good',
  imported: 'good',
  available: 'good',
  succeeded: 'good',
  delivered: 'good',
  live: 'good',
  pending: 'warn',
  pending_payment: 'warn',
  unpaid: 'warn',
  warning: 'warn',
  authorized: 'warn',
  queued: 'warn',
  running: 'info',
  info: 'info',
  held: 'info',
  reserved: 'info',
  approved: 'info',
  importing: 'info',
  leased: 'info',
  suspended: 'bad',
  declined: 'bad',
  failed: 'bad',
  critical: 'bad',
  invalid: 'bad',
  rejected: 'bad',
  revoked: 'bad',
}

const dots: Record<Tone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  plain: 'bg-faint',
}

interface StatusProps {
  /** The API's word. */
  readonly of: string
  /** Where another word or tone suits better. */
  readonly label?: string
  readonly tone?: Tone
}

export function Status({ of, label, tone = statusTones[of.toLowerCase()] ?? 'plain' }: StatusProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-1.5 rounded-full', dots[tone])} />
      {label ?? sentence(of)}
    </span>
  )
}

/** `pending_payment` as people write it. */
export function sentence(word: string): string {
  const text = word.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

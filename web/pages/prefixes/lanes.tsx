import { useState } from 'react'
import type { PrefixHealth as Health } from '../../../client/api.gen.ts'
import { cx } from '../../ui/cx.ts'
import type { Tone } from '../../ui/badge.tsx'
import { levelLabel } from '../../ui/health.tsx'
import { useDates } from '../../ui/now.ts'
import { aspectNames, aspects, levelOf, levelTones, statusLabel, statusLevel, type Aspect } from '../../ui/routing.ts'
import { Time } from '../../ui/values.tsx'

/** A lane for the whole and one for each judgement, coloured by how bad it was. */

export type Change = Health['history'][number]
export type Stood = NonNullable<Change['to']>

export const statusOf = (stood: Stood, aspect: Aspect): string => stood[`${aspect}Status`]

interface Span {
  readonly from: number
  readonly to: number
  readonly stood: Stood | null
}

/** From the first change to now, the oldest first. */
function spansOf(history: readonly Change[], now: number): Span[] {
  const changes = history.toReversed().map(({ at, to }) => ({ at: new Date(at).getTime(), stood: to }))
  return changes.map(({ at, stood }, i) => ({ from: at, to: Math.max(at, changes[i + 1]?.at ?? now), stood }))
}

interface Lane {
  readonly name: string
  readonly of: (stood: Stood) => readonly [label: string, tone: Tone]
}

const lanes: readonly Lane[] = [
  {
    name: 'Health',
    of: ({ criticalityStatus: level }) => [levelLabel(level), levelTones[levelOf(level)]],
  },
  ...aspects.map((aspect) => ({
    name: aspectNames[aspect],
    of: (stood: Stood) => {
      const status = statusOf(stood, aspect)
      return [statusLabel(aspect, status), levelTones[statusLevel(aspect, status, stood.criticalityStatus)]] as const
    },
  })),
]

const fills: Readonly<Record<Tone, string>> = {
  good: 'border-good bg-good-wash text-good',
  info: 'border-info bg-info-wash text-info',
  plain: 'border-faint bg-sunken text-soft',
  warn: 'border-warn bg-warn-wash text-warn',
  bad: 'border-bad bg-bad-wash text-bad',
}

export function Lanes({ history }: { readonly history: readonly Change[] }) {
  const [now] = useState(Date.now)
  const dates = useDates()
  const spans = spansOf(history, now)
  const first = spans[0]?.from ?? now
  // Just looked at: still a line, not a dot.
  const width = (span: Span) => Math.max(span.to - span.from, (now - first) / 400, 1)
  return (
    <figure aria-label="Health over time" className="flex flex-col gap-2">
      {lanes.map(({ name, of }) => (
        <div key={name} className="grid grid-cols-[3.5rem_1fr] items-center gap-3">
          <span className="text-xs text-faint">{name}</span>
          <div className="flex h-7 overflow-hidden rounded-sm">
            {spans.map((span) => {
              const [label, tone] = span.stood ? of(span.stood) : (['Not monitored', 'plain'] as const)
              return (
                <span
                  key={`${span.from} ${span.to}`}
                  title={`${label}, ${dates.moment(new Date(span.from))}`}
                  className={cx('min-w-0 overflow-hidden border-l-3 text-xs leading-7 whitespace-nowrap', fills[tone])}
                  style={{ flexGrow: width(span), flexBasis: 0 }}
                >
                  <span className="px-2">{label}</span>
                </span>
              )
            })}
          </div>
        </div>
      ))}
      <figcaption className="ml-17 flex justify-between text-xs text-faint">
        <Time of={new Date(first).toISOString()} as="date" />
        <span>Now</span>
      </figcaption>
    </figure>
  )
}

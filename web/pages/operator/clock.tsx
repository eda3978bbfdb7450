import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SandboxClock as Clock } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useDates } from '../../ui/now.ts'
import { Card, Figure, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'

/** Time travel for a sandbox: what falls due on the way is done in its order. */

const clockPath = '/sandbox/clock'
const presets = ['1 hour', '1 day', '1 week', '1 month', '3 months', '1 year'] as const

/** Kinds of work that fall due, in words: of one and of several. */
const works: Readonly<Record<string, readonly [one: string, many: string]>> = {
  holds: ['hold expired', 'holds expired'],
  proofs: ['proof of ownership expired', 'proofs of ownership expired'],
  orders: ['order expired', 'orders expired'],
  rests: ['block finished cooling off', 'blocks finished cooling off'],
  commitments: ['commitment completed', 'commitments completed'],
  renewals: ['renewal step taken', 'renewal steps taken'],
  payouts: ['payout made', 'payouts made'],
}

const clockRead = () => read(clockPath)

export function TestClock() {
  const [from, setFrom] = useState(0)
  const advance = useWrite((span: string) => api.POST(clockPath, { body: { advance: span } }), {
    // Everything may have changed; those who look at a page read it anew.
    changes: [clockPath, '/portal/me'],
    inline: true,
  })
  // It goes in committed steps: whoever looks sees how far it is.
  const clock = useQuery({ ...clockRead(), staleTime: 0, refetchInterval: advance.busy && 700 })
  const go = (span: string) => {
    setFrom(Date.parse(clock.data?.data.now ?? ''))
    advance.run(span)
  }
  if (clock.error && !clock.data)
    return <ErrorNote problem={asProblem(clock.error)} onRetry={() => void clock.refetch()} />
  return (
    <>
      <PageHeader
        title="Test clock"
        says="Business time of this sandbox. It only moves forward: leases renew, holds expire and holders are paid along the way."
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="Move forward" says="What falls due on the way is done in its order, as if the time had passed.">
          <div className="flex flex-col gap-5">
            <Presets busy={advance.busy} onGo={go} />
            <OtherSpan busy={advance.busy} problem={advance.problem} onGo={go} />
            <div aria-live="polite" className="empty:hidden">
              {advance.busy && <Way from={from} clock={clock.data?.data} />}
              {!advance.busy && advance.result && <WhatHappened done={advance.result.data.done} />}
            </div>
          </div>
        </Card>
        <Now clock={clock.data?.data} />
      </div>
    </>
  )
}

interface WayProps {
  /** When it was begun, by the clock that moves. */
  readonly from: number
  readonly clock: Clock | undefined
}

/** How far it is, and what was done so far; another node than this one does not know. */
function Way({ from, clock }: WayProps) {
  const label = 'Processing what falls due'
  const dates = useDates()
  if (!clock?.moving) return <Progress label={label} value={null} />
  const [now, to] = [Date.parse(clock.now), Date.parse(clock.moving.to)]
  const part = Math.min(1, Math.max(0, (now - from) / (to - from)))
  const done = happenedIn(clock.moving.done)
  return (
    <>
      <Progress
        label={label}
        value={part * 100}
        says={`${dates.date(new Date(now))} of ${dates.date(new Date(to))} · ${Math.floor(part * 100)}%`}
      />
      {done.length > 0 && <p className="mt-1.5 text-xs text-soft tabular-nums">So far: {done.join(', ')}.</p>}
    </>
  )
}

function Now({ clock }: { readonly clock: Clock | undefined }) {
  const dates = useDates()
  const figure = (name: string, text: string | undefined, says: string) => (
    <Figure name={name} says={text === undefined ? ' ' : `${dates.time(new Date(text))} · ${says}`}>
      {text === undefined ? <Skeleton className="h-7 w-40" /> : dates.date(new Date(text))}
    </Figure>
  )
  const ahead = clock ? (Date.parse(clock.now) - Date.parse(clock.real_now)) / 1_000 : 0
  return (
    <div className="grid gap-4 max-lg:-order-1 sm:max-lg:grid-cols-2">
      {figure('Sandbox time', clock?.now, aheadWords(ahead))}
      {figure('Real time', clock?.real_now, 'for sessions, keys and the age of network data')}
    </div>
  )
}

/** In whole days: who moves the clock thinks in those. */
function aheadWords(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  if (days > 0) return `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'} ahead of real time`
  return seconds < 60 ? 'same as real time' : 'less than a day ahead of real time'
}

function Presets({ busy, onGo }: { readonly busy: boolean; readonly onGo: (span: string) => void }) {
  return (
    <fieldset aria-label="Quick jumps" className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {presets.map((span) => (
        <Button
          key={span}
          className="h-10"
          why={busy ? 'The clock is already moving.' : undefined}
          onClick={() => onGo(span)}
        >
          {span}
        </Button>
      ))}
    </fieldset>
  )
}

interface OtherSpanProps {
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onGo: (span: string) => void
}

function OtherSpan({ busy, problem, onGo }: OtherSpanProps) {
  return (
    <Form
      keeps="clock"
      problem={problem}
      onSubmit={(typed) => busy || onGo(typed.text('advance'))}
      className="border-t border-line pt-5"
    >
      <div className="flex flex-col gap-4 sm:max-w-xl sm:flex-row sm:items-start sm:gap-2">
        <Field
          name="advance"
          label="Custom interval"
          hint={'e.g. "3 months 2 days", "36h" or "P1Y".'}
          className="flex-1"
        >
          <Input required maxLength={100} autoComplete="off" />
        </Field>
        <Button type="submit" className="self-start sm:mt-6" busy={busy}>
          Move forward
        </Button>
      </div>
    </Form>
  )
}

/** How much of each kind, in words. */
const happenedIn = (done: Readonly<Record<string, number>>): string[] =>
  Object.entries(done)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${works[kind]?.[count === 1 ? 0 : 1] ?? kind}`)

function WhatHappened({ done }: { readonly done: Readonly<Record<string, number>> }) {
  const happened = happenedIn(done)
  if (happened.length === 0) return <Note tone="good">Clock moved. Nothing fell due.</Note>
  return (
    <Note tone="good">
      <p>Clock moved. Processed:</p>
      <ul className="mt-1 list-disc pl-4">
        {happened.map((one) => (
          <li key={one} className="tabular-nums">
            {one}
          </li>
        ))}
      </ul>
    </Note>
  )
}

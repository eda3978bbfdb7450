import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asnSentence, readAsn, type AsnVerdict } from '../../../src/network/asn/asn.rules.ts'
import { api } from '../../api/client.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { useKeptField } from '../../ui/draft/draft.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { usePatchWish, useWish } from './wish.ts'

/** An AS number, judged while it is typed: by the API, in its own words. */

export interface Verdict {
  /** Null while nothing that could be one has been typed. */
  readonly asn: number | null
  readonly known: Known | undefined
  readonly subnets: readonly { readonly subnet: string; readonly already_added: boolean }[]
  readonly problem: Problem | null
  readonly waiting: boolean
}

interface Known {
  readonly asn: number
  readonly valid: boolean
  readonly as_name: string | null
  readonly country: string | null
  readonly status: AsnVerdict['status']
  readonly lacking: AsnVerdict['lacking']
}

const path = '/billing/v1/{tenantUUID}/asn/validate/{asn}'

/** Asked anew when the number or the blocks change; the API's limit is 500 of them. */
export function useVerdict(typed: string, subnets: readonly string[]): Verdict {
  const { uuid: tenantUUID } = useCompany()
  const asn = readAsn(typed.trim())
  const asked = [...new Set(subnets)].toSorted().slice(0, 500)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [path, tenantUUID, asn, asked],
    queryFn: async ({ signal }) => {
      const params = { path: { tenantUUID, asn: String(asn) } }
      return (await api.POST(path, { params, body: { subnets: asked }, signal })).data
    },
    enabled: asn !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const current = asn === null || (isPlaceholderData && data?.asn !== asn) ? undefined : data
  return {
    asn,
    known: current,
    subnets: current?.subnets ?? [],
    problem: asn === null || error === null ? null : asProblem(error),
    waiting: asn !== null && current === undefined && error === null,
  }
}

export function whyUnfit({ asn, known, problem }: Verdict): string | undefined {
  if (asn === null) return 'Enter an AS number first.'
  if (problem) return problem.message
  if (!known) return 'The AS number is still being looked up.'
  return known.valid ? undefined : `AS${asn} ${asnSentence(known)}.`
}

const fieldName = 'product_fields.asn'

export function AsnField({ verdict }: { readonly verdict: Verdict }) {
  const { asn } = useWish()
  const patch = usePatchWish()
  // The address follows a moment later: whoever reloads in between has typed on.
  const [kept = ''] = useKeptField(fieldName) ?? []
  const [typed, setTyped] = useState(kept.startsWith(asn) ? kept : asn)
  useEffect(() => {
    const timer = setTimeout(() => typed !== asn && patch({ asn: typed }), 350)
    return () => clearTimeout(timer)
  })
  return (
    <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
      <Field name={fieldName} label="AS number">
        <Input
          mono
          required
          maxLength={12}
          placeholder="AS64500"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <div aria-live="polite" className="flex min-h-13 items-end text-sm">
        <Judged verdict={verdict} typed={asn} />
      </div>
    </div>
  )
}

function toneOf({ valid, status }: Known): Tone {
  if (!valid) return 'bad'
  return status === 'ok' ? 'good' : 'warn'
}

const inks: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  plain: 'text-faint',
}

function Judged({ verdict, typed }: { readonly verdict: Verdict; readonly typed: string }) {
  const { asn, known, problem, waiting } = verdict
  if (typed.trim() === '') return <p className="pb-1 text-faint">Looked up as you type.</p>
  if (asn === null) return <p className="pb-1 text-bad">Not a valid AS number: enter 1 to 4294967295.</p>
  if (problem) return <ErrorNote problem={problem} className="w-full" />
  if (waiting || !known) return <Skeleton className="mb-1 w-64" />
  const tone = toneOf(known)
  return (
    <div className="flex items-start gap-2 pb-1">
      <Icon name={known.valid ? 'check' : 'warning'} className={cx('mt-0.5', inks[tone])} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          AS{asn} {asnSentence(known)}.
        </span>
        {known.as_name && <Badge>{known.as_name}</Badge>}
        {known.country && <Badge>{known.country}</Badge>}
      </p>
    </div>
  )
}

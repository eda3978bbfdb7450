import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { NetworkImport as Import } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { BackLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Count, Time } from '../../ui/values.tsx'
import { ImportStatus } from './import-status.tsx'
import { kindTitle } from './kinds.ts'

/** One import: how far it is while it runs, what it brought when it is done, and what it refused. */

const page = getRouteApi('/signed-in/operator/network/imports/$import')

const importOf = (importUUID: string) =>
  read('/portal/operator/network/imports/{importUUID}', { params: { path: { importUUID } } })

const isUnderWay = ({ status }: Import) => status === 'waiting' || status === 'running'

export function ImportPage() {
  const { import: uuid } = page.useParams()
  const { data, error, refetch } = useQuery({
    ...importOf(uuid),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data && !isUnderWay(query.state.data.data) ? false : 700),
  })
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  const one = data?.data
  const title = one ? `${one.trial ? 'Test' : 'Import'} of ${one.name ?? kindTitle(one.kind)}` : 'Import'
  return (
    <>
      <PageHeader
        title={title}
        above={<BackLink to="/operator/network/imports">Imports</BackLink>}
        {...(one && { says: kindTitle(one.kind) })}
      />
      <div className="flex flex-col gap-5">
        {one ? <Outcome of={one} /> : <Skeleton className="h-40 w-full rounded-lg" />}
        {one && one.refusals.length > 0 && <Refusals of={one} />}
      </div>
    </>
  )
}

function Outcome({ of: one }: { readonly of: Import }) {
  return (
    <Card>
      <div className="flex flex-col gap-5">
        {isUnderWay(one) && <HowFar of={one} />}
        {one.failure !== null && <Note tone="warn">{one.failure}</Note>}
        {one.trial && <Note>Test run: nothing is stored.</Note>}
        <DescriptionList
          facts={[
            ['Status', <ImportStatus key="s" of={one} />],
            ['Rows', <Count key="r" of={one.rows} />],
            ['Rejected', <Count key="x" of={one.refused} />],
            ['Read', sizeOf(one.bytes_read)],
            ['Requested', <Time key="a" of={one.asked_at} real />],
            ['Ended', <Time key="e" of={one.ended_at} real />],
            ['Forced', one.forced ? 'Yes' : 'No'],
            [
              'From',
              <span key="f" className="text-xs break-all">
                {one.origin}
              </span>,
              'long',
            ],
          ]}
        />
      </div>
    </Card>
  )
}

function HowFar({ of: { status, bytes_read: read, bytes_total: total } }: { readonly of: Import }) {
  if (status === 'waiting') return <Progress label="Queued" value={null} />
  return (
    <Progress
      label="Reading"
      value={total === null ? null : read}
      {...(total === null ? {} : { of: total })}
      says={total === null ? sizeOf(read) : `${sizeOf(read)} of ${sizeOf(total)}`}
    />
  )
}

function Refusals({ of: { refusals, refused } }: { readonly of: Import }) {
  return (
    <Card title="Rejected rows" says={`The first ${refusals.length} of ${refused.toLocaleString('en')} rows.`}>
      <ul className="flex flex-col gap-2 text-sm">
        {refusals.map(({ where, why }) => (
          <li key={where} className="flex flex-wrap gap-x-3">
            <span className="font-mono text-xs text-faint">{where}</span>
            <span className="min-w-0 break-words">{why}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000).toLocaleString('en')} KB`
    : `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

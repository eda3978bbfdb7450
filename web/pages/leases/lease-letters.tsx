import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Letter, LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DownloadLink } from '../../ui/download.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { LetterDetails, LetterState } from './letter.tsx'
import { blockOf, lettersOf } from './lease-read.ts'

/** The letters of one lease, each with how far it is. */

const page = getRouteApi('/signed-in/c/$company/leases/$lease')

export function LeaseLetters({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const service_uuid = lease.billing_service.uuid
  const { data, error, refetch } = useQuery(lettersOf(tenantUUID, { service_uuid, page: number }))
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 w-full" />
  if (data.meta.total === 0) return <NoLetters lease={lease} />
  const active = data.data.some(({ status }) => status === 'Active')
  return (
    <div className="flex flex-col gap-4">
      {active && (
        <div className="flex justify-end">
          <DownloadLink small href={`/billing/v1/${tenantUUID}/market/ipv4/services/${service_uuid}/loa/download`}>
            Download all active (ZIP)
          </DownloadLink>
        </div>
      )}
      <div className={cx('grid items-start gap-4', data.data.length > 1 && 'lg:grid-cols-2')}>
        {data.data.map((letter) => (
          <LetterCard key={letter.uuid} letter={letter} />
        ))}
      </div>
      {data.meta.last_page > 1 && <Pager meta={data.meta} onPage={(next) => patch({ page: next })} />}
    </div>
  )
}

function LetterCard({ letter }: { readonly letter: Letter }) {
  return (
    <Card
      title={`AS${letter.asn}`}
      says={letter.as_name ?? letter.company_name}
      actions={
        <span className="text-sm">
          <LetterState letter={letter} />
        </span>
      }
    >
      <LetterDetails letter={letter} />
    </Card>
  )
}

function NoLetters({ lease }: { readonly lease: LeaseView }) {
  const { param: company } = useCompany()
  return (
    <Card>
      <EmptyState
        icon="letter"
        title="No LOAs for this block"
        action={
          lease.billing_service.status === 'active' && (
            <LinkButton
              look="primary"
              icon="letter"
              to="/c/$company/letters/new"
              params={{ company }}
              search={{ subnets: blockOf(lease) }}
            >
              Request LOA
            </LinkButton>
          )
        }
      >
        A letter of authorisation (LOA) tells upstreams that your AS may announce the block. The holder is asked to
        create the ROA; once it is visible in RPKI data, the LOA is released.
      </EmptyState>
    </Card>
  )
}

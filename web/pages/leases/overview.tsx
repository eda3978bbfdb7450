import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { BilledPeriod as Period, LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { Card, DescriptionList, type Fact } from '../../ui/page.tsx'
import { EmptyState, Note, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, None, Time } from '../../ui/values.tsx'
import { periodsOf, subscriptionOf } from './lease-read.ts'
import { Timeline } from './timeline.tsx'

/** What a lease costs, until when it is bound, and what has been billed. */

const page = getRouteApi('/signed-in/c/$company/leases/$lease')

export function Overview({ lease }: { readonly lease: LeaseView }) {
  return (
    <div className="flex flex-col gap-4">
      {lease.ecommerce_pending_order && (
        <Note>
          The renewal order has been placed; payment is due <Time of={lease.billing_service.next_due_date} as="date" />.
        </Note>
      )}
      <Terms lease={lease} />
      <Periods lease={lease} />
    </div>
  )
}

function Terms({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  const { ecommerce_subscription_uuid: uuid, billing_service } = lease
  const { data } = useQuery({ ...subscriptionOf(tenantUUID, uuid ?? ''), enabled: uuid !== null })
  const waiting = uuid !== null && !data ? <Skeleton className="w-20" /> : <None />
  const facts: Fact[] = [
    ['Price per month', <Money key="price" of={billing_service.recurring_amount} />],
    ['Including tax', data ? <Money of={data.data.total} /> : waiting],
    ['Per address', <Money key="each" of={billing_service.recurring_amount / 2 ** (32 - billing_service.cidr)} />],
    ['Leased since', data ? <Time of={data.data.started_at} as="date" /> : waiting],
    [
      'Commitment',
      lease.commitment_end === null ? (
        'None (monthly)'
      ) : (
        <>
          Until <Time of={lease.commitment_end} as="date" />, price fixed
        </>
      ),
    ],
    ['Next payment', <Time key="due" of={billing_service.next_due_date} as="date" />],
  ]
  return (
    <Card title="Terms">
      <DescriptionList facts={facts} className="lg:grid-cols-6" />
      {data?.data.is_in_grace_period && (
        <div className="mt-4">
          <Note tone="warn">
            The last payment failed. Pay before the grace period ends, or the lease will be terminated.
          </Note>
        </div>
      )}
    </Card>
  )
}

const columns = (user: string): readonly Column<Period>[] => [
  {
    title: 'Period',
    cell: ({ starts_at, ends_at }) => (
      <span className="whitespace-nowrap">
        <Time of={starts_at} as="date" /> – <Time of={ends_at} as="date" />
      </span>
    ),
  },
  { title: 'Status', cell: ({ invoice_status }) => <Status of={invoice_status} /> },
  { title: 'Amount', align: 'right', wide: 'below', cell: ({ amount }) => <Money of={amount} /> },
  {
    title: 'Invoice',
    align: 'right',
    cell: ({ invoice_uuid, invoice_number }) => (
      <DownloadLink
        small
        look="quiet"
        label={`Download invoice ${invoice_number}`}
        href={`/ecommerce/public/${user}/invoices/${invoice_uuid}/download`}
      >
        <span className="max-sm:hidden">{invoice_number}</span>
      </DownloadLink>
    ),
  },
]

function Periods({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const periods = useQuery(periodsOf(tenantUUID, lease.billing_service.uuid, number))
  return (
    <Card title="Billing history" flush>
      <Timeline periods={periods.data?.data} lease={lease} />
      <Table
        label="Billing history"
        query={periods}
        columns={columns(tenantUUID)}
        rowKey={({ number: of }) => String(of)}
        onPage={(next) => patch({ page: next })}
        expected={4}
        empty={
          <EmptyState icon="invoice" title="Nothing billed yet">
            Each paid month is listed here with its invoice.
          </EmptyState>
        }
      />
    </Card>
  )
}

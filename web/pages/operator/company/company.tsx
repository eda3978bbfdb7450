import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Member } from '../../../../client/portal.gen.ts'
import { asProblem } from '../../../api/problem.ts'
import { read } from '../../../api/query.ts'
import { Badge, sentence } from '../../../ui/badge.tsx'
import { Identifier } from '../../../ui/copy.tsx'
import { Card, DescriptionList } from '../../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { None, Time } from '../../../ui/values.tsx'
import { GiveCredits, Standing } from './actions.tsx'
import { CompanyHead, useTenant } from './head.tsx'
import { Balance, NewestActivity, NewestInvoices, NewestLeases, NewestOffers, NewestPayouts } from './lists.tsx'

/** One company as operators see it: who it is, how it stands, what it leases, lists, owes and is owed, who belongs to it. */

const page = getRouteApi('/signed-in/operator/companies/$tenant')

export function CompanyPage() {
  const { tenant } = page.useParams()
  const { data, error, refetch } = useTenant(tenant)
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  return (
    <>
      <CompanyHead tenant={tenant} />
      <div className="grid gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <Facts tenant={tenant} />
          <NewestLeases tenant={tenant} />
          <NewestOffers tenant={tenant} />
          <NewestInvoices tenant={tenant} />
          <NewestPayouts tenant={tenant} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Account status">
            {data ? <Standing company={data.data} /> : <Skeleton className="h-28 w-full" />}
          </Card>
          <Card title="Balance" actions={<GiveCredits tenant={tenant} />}>
            <Balance tenant={tenant} />
          </Card>
          <Members tenant={tenant} />
        </div>
      </div>
      <NewestActivity tenant={tenant} />
    </>
  )
}

function Facts({ tenant }: { readonly tenant: string }) {
  const company = useTenant(tenant).data?.data
  return (
    <Card>
      <DescriptionList
        facts={[
          ['Customer number', company?.customer_number ?? <Skeleton className="w-14" />],
          ['Role', company ? sentence(company.role) : <Skeleton className="w-14" />],
          ['Contact', company ? (company.contact_email ?? <None />) : <Skeleton />, 'long'],
          ['Customer since', company ? <Time of={company.created_at} as="date" /> : <Skeleton />],
          ['Identifier', <Identifier key="u" of={tenant} />, 'long'],
        ]}
      />
    </Card>
  )
}

const membersOf = (tenantUUID: string) =>
  read('/portal/companies/{tenantUUID}/members', { params: { path: { tenantUUID }, query: { per_page: 100 } } })

function Members({ tenant }: { readonly tenant: string }) {
  return (
    <Card flush title="Members">
      <Table
        label="Members"
        query={useQuery(membersOf(tenant))}
        columns={memberColumns}
        rowKey={({ uuid }) => uuid}
        expected={2}
        empty={
          <EmptyState icon="people" title="No members">
            It can only be used via the API.
          </EmptyState>
        }
      />
    </Card>
  )
}

const memberColumns: readonly Column<Member>[] = [
  {
    title: 'Name',
    cell: ({ name, email, invited }) => (
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {invited && <Badge tone="warn">No password yet</Badge>}
        </p>
        <p className="truncate text-xs text-faint">{email}</p>
      </div>
    ),
  },
  { title: 'Role', cell: ({ role }) => sentence(role) },
  { title: 'Since', wide: true, align: 'right', cell: ({ created_at }) => <Time of={created_at} as="date" /> },
]

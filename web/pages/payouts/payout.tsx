import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PayoutInFull } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { BackLink } from '../../ui/link.tsx'
import { monthWord } from '../../ui/months.ts'
import { Card, Figure, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, Money, Prefix, Time } from '../../ui/values.tsx'

/** One payout, with what each lease brought. */

const page = getRouteApi('/signed-in/c/$company/payouts/$payout')

const payoutOf = (tenantUUID: string, payoutUUID: string, number: number) =>
  read('/billing/v1/{tenantUUID}/payouts/{payoutUUID}', {
    params: { path: { tenantUUID, payoutUUID }, query: { page: number } },
  })

type Lease = PayoutInFull['leases'][number]

export function Payout() {
  const { uuid, param: company } = useCompany()
  const { payout: id } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const query = useQuery(payoutOf(uuid, id, number))
  const payout = query.data?.data
  if (query.error && !payout) return <ErrorNote problem={asProblem(query.error)} />
  return (
    <>
      <PageHeader
        title={payout ? `Payout for ${monthWord(payout.month)}` : 'Payout'}
        above={
          <BackLink to="/c/$company/payouts" params={{ company }}>
            Payouts
          </BackLink>
        }
        says={payout && <span className="font-mono">{payout.number}</span>}
        actions={
          <DownloadLink href={`/billing/v1/${uuid}/market/payouts_invoices/${id}/download`}>Statement</DownloadLink>
        }
      />
      {payout ? <Totals payout={payout} /> : <Skeleton className="mb-5 h-20 w-full" />}
      <Card flush title="Earnings by lease">
        <Table
          label="Earnings by lease"
          query={{ ...query, data: query.data && { data: query.data.data.leases, meta: query.data.meta } }}
          columns={columns}
          rowKey={({ service_uuid }) => service_uuid}
          onPage={(next) => patch({ page: next })}
          empty={<EmptyState icon="payout" title="No earnings" />}
        />
      </Card>
    </>
  )
}

function Totals({ payout }: { readonly payout: PayoutInFull }) {
  const { gross, commission, amount, currency, status, paid_at } = payout
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure name="Gross">
        <Money of={gross} currency={currency} />
      </Figure>
      <Figure name="Commission">
        <Money of={-commission} currency={currency} />
      </Figure>
      <Figure name="Amount">
        <Money of={amount} currency={currency} />
      </Figure>
      <Figure name="Status" says={paid_at !== null && <Time of={paid_at} as="date" />}>
        <span className="text-base font-medium">
          <Status of={status} label={status === 'pending' ? 'In progress' : 'Paid'} />
        </span>
      </Figure>
    </div>
  )
}

const columns: readonly Column<Lease>[] = [
  { title: 'Block', cell: ({ name }) => <Prefix of={name} /> },
  { title: 'Payments', wide: true, align: 'right', cell: ({ earnings }) => <Count of={earnings} /> },
  { title: 'Gross', wide: true, align: 'right', cell: ({ gross }) => <Money of={gross} /> },
  { title: 'Commission', wide: true, align: 'right', cell: ({ commission }) => <Money of={-commission} /> },
  { title: 'Amount', align: 'right', cell: ({ amount }) => <Money of={amount} className="font-medium" /> },
]

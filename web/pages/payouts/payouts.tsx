import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Payout } from '../../../client/api.gen.ts'
import { payoutStates } from '../../../src/invoicing/payout/payout.states.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { MonthBars } from '../../ui/month-bars.tsx'
import { CsvLink, DownloadLink } from '../../ui/download.tsx'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { List } from '../../ui/list-page.tsx'
import { monthWord, shortMoney } from '../../ui/months.ts'
import { Card, Figure, PageHeader } from '../../ui/page.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Money, Time } from '../../ui/values.tsx'

/** What blocks have brought and what was sent of it. */

const page = getRouteApi('/signed-in/c/$company/payouts')

function useWish() {
  const { page: number = 1, sort, status } = page.useSearch()
  return { page: number, ...(sort && { sort: [sort] }), ...(status && { 'filter[status]': [status] }) }
}

export function Payouts() {
  const { uuid: tenantUUID, param: company } = useCompany()
  return (
    <>
      <PageHeader
        title="Payouts"
        actions={
          <>
            <CsvLink href={`/billing/v1/${tenantUUID}/market/payouts.csv`} by={useWish()} />
            <LinkButton to="/c/$company/payouts/account" params={{ company }} search={{}}>
              Bank account
            </LinkButton>
          </>
        }
        says="Your earnings, less commission, are paid out on the first of each month. Amounts below the minimum carry over."
      />
      <div className="grid grid-cols-1 gap-5">
        <Totals />
        <Payments />
      </div>
    </>
  )
}

function Totals() {
  const { uuid: tenantUUID } = useCompany()
  const { data } = useQuery(read('/billing/v1/{tenantUUID}/payouts/stats', { params: { path: { tenantUUID } } }))
  const stats = data?.data
  const amount = (of: number | undefined) =>
    of === undefined || !stats ? <Skeleton className="h-7 w-24" /> : <Money of={of} currency={stats.currency} />
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Total earned">{amount(stats?.earned.amount)}</Figure>
        <Figure name="Paid out">{amount(stats?.paid_out)}</Figure>
        <Figure name="In progress">{amount(stats?.pending)}</Figure>
        <Figure name="Not yet paid out">{amount(stats?.unpaid)}</Figure>
      </div>
      <Card title="Earnings by month" says="Net of commission, by month of payment.">
        {stats ? <Earned months={stats.months} currency={stats.currency} /> : <Skeleton className="h-60 w-full" />}
      </Card>
    </>
  )
}

interface EarnedProps {
  readonly months: readonly { readonly month: string; readonly amount: number; readonly commission: number }[]
  readonly currency: string
}

function Earned({ months, currency }: EarnedProps) {
  const said = months.map(({ month, amount }) => `${monthWord(month)}: ${amount.toFixed(2)}`).join('; ')
  return (
    <MonthBars
      label={`Earnings by month. ${said}`}
      months={months.map(({ month }) => month)}
      series={[
        { label: 'Earned', values: months.map(({ amount }) => amount), tone: 'accent' },
        { label: 'Commission', values: months.map(({ commission }) => commission), tone: 'faint' },
      ]}
      format={shortMoney(currency)}
    />
  )
}

function Payments() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { status } = search
  const params = { path: { tenantUUID }, query: useWish() }
  return (
    <List
      filters={
        <Filters label="Filter payouts" onClear={status && (() => patch({ status: undefined }))}>
          <ChoiceFilter
            label="Status"
            any="Any status"
            options={payoutStates.states.map((value) => ({ value, label: sentence(value) }))}
            value={status}
            onChange={(value) => patch({ status: value })}
          />
        </Filters>
      }
      label="Payouts"
      query={useQuery(read('/billing/v1/{tenantUUID}/market/payouts', { params }))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) => ({ to: '/c/$company/payouts/$payout', params: { company, payout: uuid } })}
      sort={search.sort ?? '-created_at'}
      empty={
        <EmptyState icon="payout" title="No payouts yet">
          Your first payout appears here with its statement, on the first of the month after you reach the minimum.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Payout>[] = [
  { title: 'Month', sort: 'month', cell: ({ month }) => monthWord(month) },
  { title: 'Number', wide: true, cell: ({ number }) => <span className="font-mono text-xs">{number}</span> },
  {
    title: 'Status',
    cell: ({ status }) => <Status of={status} label={status === 'pending' ? 'In progress' : 'Paid'} />,
  },
  {
    title: 'Gross',
    wide: true,
    align: 'right',
    cell: ({ gross, currency }) => <Money of={gross} currency={currency} />,
  },
  {
    title: 'Commission',
    wide: true,
    align: 'right',
    cell: ({ commission, currency }) => <Money of={-commission} currency={currency} />,
  },
  {
    title: 'Amount',
    align: 'right',
    sort: 'amount',
    cell: ({ amount, currency }) => <Money of={amount} currency={currency} className="font-medium" />,
  },
  { title: 'Paid', wide: true, align: 'right', cell: ({ paid_at }) => <Time of={paid_at} as="date" /> },
  { title: 'Statement', silent: true, wide: true, align: 'right', cell: (payout) => <Statement payout={payout} /> },
]

function Statement({ payout }: { readonly payout: Payout }) {
  const { uuid } = useCompany()
  return (
    <DownloadLink
      small
      look="quiet"
      href={`/billing/v1/${uuid}/market/payouts_invoices/${payout.uuid}/download`}
      label={`Statement ${payout.number} as PDF`}
    >
      PDF
    </DownloadLink>
  )
}

import type { LinkProps } from '@tanstack/react-router'
import type {
  OperatorCompany,
  OperatorCompanyInvoice as Invoice,
  OperatorCompanyLease as Lease,
  OperatorCompanyOffer as Offer,
  OperatorCompanyPayout as Payout,
} from '../../../../client/portal.gen.ts'
import { Status } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card, DescriptionList } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Money, None, Prefix, Time } from '../../../ui/values.tsx'
import { offerStatuses, terms } from '../../../ui/words.ts'
import { useCompanyShown } from './head.tsx'
import { LogTable } from '../log-table.tsx'

/** The newest of each of a company's lists, with the way to the whole of it. */

interface OfTenant {
  readonly tenant: string
}

export function Balance({ tenant }: OfTenant) {
  const shown = useCompanyShown(tenant).data?.data
  const amount = (of: number | undefined) =>
    shown && of !== undefined ? <Money of={of} currency={shown.currency} /> : <Skeleton className="w-16" />
  const balance = shown?.balance
  return (
    <DescriptionList
      facts={[
        ['Credits', amount(balance?.credits)],
        ['Reserved credits', amount(balance?.credits_held)],
        ['Unpaid invoices', amount(balance?.unpaid)],
        ['Payouts pending', amount(balance?.payouts_pending)],
        ['Earned, not in a payout yet', amount(balance?.earned), 'long'],
      ]}
    />
  )
}

interface NewestProps<Row> extends OfTenant {
  readonly title: string
  readonly of: (shown: OperatorCompany) => { readonly total: number; readonly newest: readonly Row[] }
  readonly says?: (shown: OperatorCompany) => string
  readonly columns: (currency: string) => readonly Column<Row>[]
  readonly all: LinkProps
  /** Small: one of several lists on a page, most of which a company does not need. */
  readonly empty: string
}

function Newest<Row extends { readonly uuid: string }>(props: NewestProps<Row>) {
  const { tenant, title, of, says, columns, all, empty } = props
  const { data, error, refetch, isPlaceholderData } = useCompanyShown(tenant)
  const shown = data?.data
  const list = shown && of(shown)
  const rows = list && { data: [...list.newest] }
  return (
    <Card
      flush
      title={title}
      says={shown ? says?.(shown) : undefined}
      actions={
        list?.total !== 0 && (
          <LinkButton small {...all}>
            {list ? `Show all ${list.total.toLocaleString('en')}` : 'Show all'}
            <span className="sr-only">: {title}</span>
          </LinkButton>
        )
      }
    >
      <Table
        label={title}
        query={{ data: rows, error, refetch, isPlaceholderData }}
        columns={columns(shown?.currency ?? 'USD')}
        rowKey={({ uuid }) => uuid}
        expected={3}
        empty={<p className="px-4 py-3 text-sm text-soft">{empty}</p>}
      />
    </Card>
  )
}

const leaseColumns = (currency: string): readonly Column<Lease>[] => [
  { title: 'Block', cell: ({ block }) => <Prefix of={block} className="font-medium" /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Renews', wide: true, cell: ({ next_due_at: at }) => (at === null ? <None /> : <Time of={at} as="date" />) },
  { title: 'A month', align: 'right', cell: ({ monthly }) => <Money of={monthly} currency={currency} /> },
]

export function NewestLeases({ tenant }: OfTenant) {
  return (
    <Newest
      tenant={tenant}
      title="Leases"
      of={({ leases }) => leases}
      says={({ leases: { running } }) => `${running.toLocaleString('en')} running`}
      columns={leaseColumns}
      all={{ to: '/c/$company/leases', params: { company: tenant } }}
      empty="No leases."
    />
  )
}

const offerColumns = (currency: string): readonly Column<Offer>[] => [
  { title: 'Block', cell: ({ block }) => <Prefix of={block} className="font-medium" /> },
  { title: 'Status', wide: 'below', cell: ({ status }) => <Status of={status} {...offerStatuses[status]} /> },
  { title: 'Leases', wide: true, align: 'right', cell: ({ leases }) => leases.toLocaleString('en') },
  { title: 'A month', align: 'right', cell: ({ monthly }) => <Money of={monthly} currency={currency} /> },
]

export function NewestOffers({ tenant }: OfTenant) {
  return (
    <Newest
      tenant={tenant}
      title={terms.listings}
      of={({ offers }) => offers}
      says={({ offers: { listed } }) => `${listed.toLocaleString('en')} not withdrawn`}
      columns={offerColumns}
      all={{ to: '/c/$company/offers', params: { company: tenant } }}
      empty="No listings."
    />
  )
}

const invoiceColumns = (currency: string): readonly Column<Invoice>[] => [
  { title: 'Document', cell: ({ invoice_number }) => <span className="font-medium">{invoice_number}</span> },
  { title: 'Date', wide: true, cell: ({ date }) => <Time of={date} as="date" /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Total', align: 'right', cell: ({ total }) => <Money of={total} currency={currency} /> },
]

export function NewestInvoices({ tenant }: OfTenant) {
  return (
    <Newest
      tenant={tenant}
      title="Invoices and credit notes"
      of={({ invoices }) => invoices}
      columns={invoiceColumns}
      all={{ to: '/operator/companies/$tenant/invoices', params: { tenant } }}
      empty="No invoices yet."
    />
  )
}

const payoutColumns = (currency: string): readonly Column<Payout>[] => [
  { title: 'Payout', cell: ({ number }) => <span className="font-medium">{number}</span> },
  { title: 'Date', wide: true, cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Amount', align: 'right', cell: ({ amount }) => <Money of={amount} currency={currency} /> },
]

/** Of who has never leased anything out there is nothing to show. */
export function NewestPayouts({ tenant }: OfTenant) {
  const total = useCompanyShown(tenant).data?.data.payouts.total ?? 0
  if (total === 0) return null
  return (
    <Newest
      tenant={tenant}
      title="Payouts"
      of={({ payouts }) => payouts}
      columns={payoutColumns}
      all={{ to: '/c/$company/payouts', params: { company: tenant } }}
      empty="No payouts yet."
    />
  )
}

export function NewestActivity({ tenant }: OfTenant) {
  const filter = { 'filter[company]': tenant, 'filter[date_from]': 0 }
  return (
    <Card
      flush
      className="mt-5"
      title={terms.recentActivity}
      actions={
        <LinkButton small to="/operator/companies/$tenant/log" params={{ tenant }}>
          Show all<span className="sr-only"> activity</span>
        </LinkButton>
      }
    >
      <LogTable page={1} most={5} filter={filter} empty="No activity yet" />
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Invoice } from '../../../client/api.gen.ts'
import { invoiceStates } from '../../../src/invoicing/invoice/invoice.states.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { daysAsked, usePatchSearch } from '../../search.ts'
import { Badge, sentence, Status } from '../../ui/badge.tsx'
import { CsvLink, DownloadLink } from '../../ui/download.tsx'
import { ChoiceFilter, DayFilter, Filters } from '../../ui/filters.tsx'
import { TextLink } from '../../ui/link.tsx'
import { List } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Money, None, Time } from '../../ui/values.tsx'
import { BillingFrame } from './billing-frame.tsx'

/** Invoices and credit notes. */

const page = getRouteApi('/signed-in/c/$company/billing')

function useWish() {
  const { page: number = 1, sort, status, from, to } = page.useSearch()
  return {
    page: number,
    ...(sort && { sort: [sort] }),
    ...(status && { 'filter[status]': [status] }),
    ...daysAsked(from, to),
  }
}

export function Invoices() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const search = page.useSearch()
  const wish = useWish()
  return (
    <BillingFrame
      title="Invoices"
      actions={<CsvLink href={`/billing/v1/${tenantUUID}/invoices.csv`} by={wish} />}
      says={
        <>
          All invoices and credit notes, made out to your{' '}
          <TextLink to="/c/$company/settings" params={{ company }}>
            company details
          </TextLink>{' '}
          as of the date of issue.
        </>
      }
    >
      <List
        filters={<InvoiceFilters />}
        label="Invoices"
        query={useQuery(read('/billing/v1/{tenantUUID}/invoices', { params: { path: { tenantUUID }, query: wish } }))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => ({ to: '/c/$company/billing/invoices/$invoice', params: { company, invoice: uuid } })}
        sort={search.sort ?? '-date'}
        expected={10}
        empty={
          <EmptyState icon="invoice" title="No invoices">
            Purchases are invoiced immediately, renewals on their due date. Invoices appear here as PDFs.
          </EmptyState>
        }
      />
    </BillingFrame>
  )
}

function InvoiceFilters() {
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { status, from, to } = search
  const any = status ?? from ?? to
  const none = { status: undefined, from: undefined, to: undefined }
  return (
    <Filters label="Filter invoices" onClear={any === undefined ? undefined : () => patch(none)}>
      <ChoiceFilter
        label="Status"
        any="Any status"
        options={invoiceStates.states.map((value) => ({ value, label: sentence(value) }))}
        value={status}
        onChange={(value) => patch({ status: value })}
      />
      <DayFilter label="Issued from" value={from} onChange={(day) => patch({ from: day })} />
      <DayFilter label="Issued until" value={to} onChange={(day) => patch({ to: day })} />
    </Filters>
  )
}

const columns: readonly Column<Invoice>[] = [
  {
    title: 'Number',
    cell: ({ invoice_number, corrects_invoice_uuid }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-xs whitespace-nowrap">{invoice_number}</span>
        {corrects_invoice_uuid !== null && <Badge>Credit note</Badge>}
      </span>
    ),
  },
  { title: 'Issued', wide: true, sort: 'date', cell: ({ date }) => <Time of={date} as="date" /> },
  { title: 'Due', wide: true, sort: 'date_due', cell: ({ date_due }) => <Time of={date_due} as="date" /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Amount due',
    wide: true,
    align: 'right',
    cell: ({ total_left_to_pay: left, currency }) => (left > 0 ? <Money of={left} currency={currency} /> : <None />),
  },
  {
    title: 'Total',
    align: 'right',
    sort: 'total',
    cell: ({ total, currency }) => <Money of={total} currency={currency} className="font-medium" />,
  },
  { title: 'Download', silent: true, wide: true, align: 'right', cell: (invoice) => <Pdf invoice={invoice} /> },
]

function Pdf({ invoice }: { readonly invoice: Invoice }) {
  const { uuid } = useCompany()
  return (
    <DownloadLink
      small
      look="quiet"
      href={`/billing/v1/${uuid}/invoices/${invoice.uuid}/download`}
      label={`${invoice.invoice_number} as PDF`}
    >
      PDF
    </DownloadLink>
  )
}

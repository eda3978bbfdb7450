import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Invoice } from '../../../../client/api.gen.ts'
import { read } from '../../../api/query.ts'
import { usePatchSearch } from '../../../search.ts'
import { Status } from '../../../ui/badge.tsx'
import { CsvLink } from '../../../ui/download.tsx'
import { Card } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Money, Time } from '../../../ui/values.tsx'
import { CompanyHead } from './head.tsx'
import { invoicesPath, Refund } from './refund.tsx'

/** What a company was billed, and giving it back. */

const page = getRouteApi('/signed-in/operator/companies/$tenant/invoices')

function useInvoices() {
  const { tenant } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  return read(invoicesPath, { params: { path: { tenantUUID: tenant }, query: { page: number } } })
}

export function CompanyInvoices() {
  const { tenant } = page.useParams()
  const patch = usePatchSearch<{ page: number }>()
  return (
    <>
      <CompanyHead tenant={tenant} />
      <Card flush actions={<CsvLink small href={`/billing/v1/${tenant}/invoices.csv`} by={{}} />}>
        <Table
          label="Invoices"
          query={useQuery(useInvoices())}
          columns={columns}
          rowKey={({ uuid }) => uuid}
          onPage={(number) => patch({ page: number })}
          empty={
            <EmptyState icon="invoice" title="No invoices yet">
              Every purchase and renewal is invoiced.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const columns: readonly Column<Invoice>[] = [
  { title: 'Invoice', cell: ({ invoice_number }) => <span className="font-medium">{invoice_number}</span> },
  { title: 'Date', wide: true, cell: ({ date }) => <Time of={date} as="date" /> },
  { title: 'Total', align: 'right', cell: (invoice) => <Total invoice={invoice} /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (invoice) => <Refund invoice={invoice} /> },
]

function Total({ invoice: { total, total_paid: paid, currency, status } }: { readonly invoice: Invoice }) {
  const refunded = status === 'paid' ? total - paid : 0
  return (
    <>
      <Money of={total} currency={currency} />
      {refunded > 0 && (
        <p className="text-xs text-soft">
          <Money of={refunded} currency={currency} /> refunded
        </p>
      )}
    </>
  )
}

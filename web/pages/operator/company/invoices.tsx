import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Invoice } from '../../../../client/api.gen.ts'
import { api } from '../../../api/client.ts'
import { read, useWrite } from '../../../api/query.ts'
import { usePatchSearch } from '../../../search.ts'
import { Status } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CsvLink } from '../../../ui/download.tsx'
import { Field } from '../../../ui/field.tsx'
import { Card } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Money, Time } from '../../../ui/values.tsx'
import { CompanyHead } from './head.tsx'
import { ReasonDialog } from '../reason.tsx'

/** What a company was billed, and giving it back. */

const page = getRouteApi('/signed-in/operator/companies/$tenant/invoices')
const listPath = '/billing/v1/{tenantUUID}/invoices'

function useInvoices() {
  const { tenant } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { path: { tenantUUID: tenant }, query: { page: number } } })
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
  { title: 'Total', align: 'right', cell: ({ total, currency }) => <Money of={total} currency={currency} /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (invoice) => <Refund invoice={invoice} /> },
]

type To = 'method' | 'credits'

const ways = [
  { value: 'method', label: 'To the payment method', hint: 'Anything paid with credits is returned as credits' },
  { value: 'credits', label: 'To credits' },
] as const

function whyNoRefund({ status, corrects_invoice_uuid: corrects }: Invoice): string | undefined {
  if (corrects !== null) return 'This is already a credit note.'
  return status === 'paid' ? undefined : `Only paid invoices can be refunded; this one is ${status}.`
}

function Refund({ invoice }: { readonly invoice: Invoice }) {
  const { uuid: invoiceUUID, invoice_number: number } = invoice
  const refund = useWrite(
    (body: { to: To; reason: string }) =>
      api.POST('/portal/operator/invoices/{invoiceUUID}/refund', { params: { path: { invoiceUUID } }, body }),
    {
      changes: [listPath, '/credits/public/{user_id}/balances'],
      inline: true,
      done: `${number} refunded.`,
    },
  )
  return (
    <ReasonDialog
      title={`Refund ${number}?`}
      says="The whole invoice is refunded with a credit note. This cannot be undone."
      action="Refund"
      hint="Shown on the credit note."
      problem={refund.problem}
      onConfirm={(reason, typed) => refund.runAsync({ to: typed.text('to') as To, reason })}
      trigger={
        <Button small aria-label={`Refund ${number}`} why={whyNoRefund(invoice)}>
          Refund
        </Button>
      }
    >
      <Field name="to" label="Refund to">
        <Select name="to" options={ways} defaultValue="method" />
      </Field>
    </ReasonDialog>
  )
}

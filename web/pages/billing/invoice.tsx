import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { asProblem } from '../../api/problem.ts'
import { read, type AnswerOf } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { DownloadLink } from '../../ui/download.tsx'
import { BackLink, TextLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader, type Fact } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Described, Money, Time } from '../../ui/values.tsx'

/** One invoice: its lines, its taxes, and what was paid. */

const page = getRouteApi('/signed-in/c/$company/billing/invoices/$invoice')

const invoiceOf = (tenantUUID: string, invoiceUUID: string) =>
  read('/billing/v1/{tenantUUID}/invoices/{invoiceUUID}', { params: { path: { tenantUUID, invoiceUUID } } })

type InvoiceView = AnswerOf<typeof invoiceOf>
type Line = InvoiceView['items'][number]

export function Invoice() {
  const { uuid, param: company } = useCompany()
  const { invoice: id } = page.useParams()
  const { data: invoice, error } = useQuery(invoiceOf(uuid, id))
  if (error && !invoice) return <ErrorNote problem={asProblem(error)} />
  const kind = invoice && invoice.corrects_invoice_uuid !== null ? 'Credit note' : 'Invoice'
  return (
    <>
      <PageHeader
        title={invoice ? `${kind} ${invoice.invoice_number}` : 'Invoice'}
        above={
          <BackLink to="/c/$company/billing" params={{ company }}>
            Invoices
          </BackLink>
        }
        actions={<DownloadLink href={`/billing/v1/${uuid}/invoices/${id}/download`}>PDF</DownloadLink>}
      />
      {invoice ? (
        <div className="grid grid-cols-1 gap-5">
          <Card>
            <DescriptionList facts={factsOf(invoice, company)} />
          </Card>
          <Lines title="What it is for" lines={invoice.items} currency={invoice.currency} />
          <Totals invoice={invoice} />
          {invoice.transactions.length > 0 && (
            <Lines title="Payments and refunds" lines={invoice.transactions} currency={invoice.currency} />
          )}
        </div>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </>
  )
}

function factsOf(invoice: InvoiceView, company: string): Fact[] {
  return [
    ['Status', <Status key="s" of={invoice.status} />],
    ['Issued', <Time key="d" of={invoice.date} as="date" />],
    ['Due', <Time key="u" of={invoice.date_due} as="date" />],
    ['Paid', <Time key="p" of={invoice.date_paid} as="date" />],
    ...(invoice.corrects_invoice_uuid === null
      ? []
      : [
          [
            'Takes back',
            <TextLink
              key="c"
              to="/c/$company/billing/invoices/$invoice"
              params={{ company, invoice: invoice.corrects_invoice_uuid }}
            >
              The invoice
            </TextLink>,
          ] as const,
        ]),
  ]
}

interface LinesProps {
  readonly title: string
  readonly lines: readonly Line[]
  readonly currency: string
}

interface Row extends Line {
  readonly key: string
  readonly currency: string
}

function Lines({ title, lines, currency }: LinesProps) {
  const data = { data: lines.map((line, i): Row => ({ ...line, currency, key: String(i) })) }
  return (
    <Card flush title={title}>
      <Table
        label={title}
        query={{ data, error: null, isPlaceholderData: false, refetch: () => undefined }}
        columns={columns}
        rowKey={({ key }) => key}
        empty={<EmptyState icon="invoice" title="Nothing" />}
      />
    </Card>
  )
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Description',
    cell: ({ description, period_start, period_end }) => (
      <span>
        <Described as={description} />
        {period_start !== null && period_end !== null && (
          <span className="block text-xs text-soft">
            <Time of={period_start} as="date" /> to <Time of={period_end} as="date" />
          </span>
        )}
      </span>
    ),
  },
  { title: 'Amount', align: 'right', cell: ({ amount, currency }) => <Money of={amount} currency={currency} /> },
]

function Totals({ invoice }: { readonly invoice: InvoiceView }) {
  const { currency } = invoice
  const money = (of: number) => <Money of={of} currency={currency} />
  return (
    <Card>
      <dl className="ml-auto grid max-w-md gap-2 text-sm">
        <Sum term="Before taxes">{money(invoice.subtotal)}</Sum>
        {invoice.taxes.map(({ description, percentage, amount, order }) => (
          <Sum key={order} term={`${description}${percentage > 0 ? ` (${percentage} %)` : ''}`}>
            {money(amount)}
          </Sum>
        ))}
        <Sum term="Total" strong>
          {money(invoice.total)}
        </Sum>
        <Sum term="Paid">{money(invoice.total_paid)}</Sum>
        <Sum term="Left to pay" strong>
          {money(invoice.total_left_to_pay)}
        </Sum>
      </dl>
    </Card>
  )
}

function Sum({ term, strong, children }: { readonly term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={cx('flex justify-between gap-6', strong && 'border-t border-line pt-2 font-semibold')}>
      <dt className={strong ? '' : 'text-soft'}>{term}</dt>
      <dd className="text-right whitespace-nowrap">{children}</dd>
    </div>
  )
}

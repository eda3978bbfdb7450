import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Invoice as InvoiceView, CommerceInvoice as Told } from '../../../client/api.gen.ts'
import { useCountryName } from '../../api/countries.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { BackLink, TextLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader, type Fact } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Sum } from '../../ui/price/sums.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Described, Money, Time } from '../../ui/values.tsx'
import { percent } from '../../ui/words.ts'

/** One invoice: its lines, its taxes, and what was paid. */

const page = getRouteApi('/signed-in/c/$company/billing/invoices/$invoice')

const invoiceOf = (tenantUUID: string, invoiceUUID: string) =>
  read('/billing/v1/{tenantUUID}/invoices/{invoiceUUID}', { params: { path: { tenantUUID, invoiceUUID } } })

/** Who billed whom and for which order is told in commerce's words. */
const sameInvoiceOf = (user_id: string, invoice: string) =>
  read('/ecommerce/public/{user_id}/invoices/{invoice}', { params: { path: { user_id, invoice } } })

type Line = InvoiceView['items'][number]

export function Invoice() {
  const { uuid, param: company } = useCompany()
  const { invoice: id } = page.useParams()
  const { data: invoice, error } = useQuery(invoiceOf(uuid, id))
  const told = useQuery(sameInvoiceOf(uuid, id)).data?.data
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
            <DescriptionList facts={factsOf(invoice, company, told)} />
          </Card>
          <Lines title="Items" lines={invoice.items} currency={invoice.currency} />
          <Card>
            <div className="grid gap-x-10 gap-y-6 text-sm md:grid-cols-2 print:grid-cols-2">
              <Parties told={told} />
              <Totals invoice={invoice} />
            </div>
          </Card>
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

function factsOf(invoice: InvoiceView, company: string, told: Told | undefined): Fact[] {
  const order = told?.order_uuid ?? null
  return [
    ['Status', <Status key="s" of={invoice.status} />],
    ['Issued', <Time key="d" of={invoice.date} as="date" />],
    ['Due', <Time key="u" of={invoice.date_due} as="date" />],
    ['Paid', <Time key="p" of={invoice.date_paid} as="date" />],
    ...(order === null
      ? []
      : [
          [
            'Order',
            <TextLink key="o" to="/c/$company/orders/$order" params={{ company, order }}>
              View order
            </TextLink>,
          ] as const,
        ]),
    ...(invoice.corrects_invoice_uuid === null
      ? []
      : [
          [
            'Credits invoice',
            <TextLink
              key="c"
              to="/c/$company/billing/invoices/$invoice"
              params={{ company, invoice: invoice.corrects_invoice_uuid }}
            >
              Invoice details
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

/** As on the paper. As high without names as with most. */
function Parties({ told }: { readonly told: Told | undefined }) {
  return (
    <div className="grid min-h-32 grid-cols-2 content-start gap-6">
      {told ? (
        <>
          <Party title="Billed by" name={told.seller.name} lines={told.seller.address} of={told.seller} />
          <Party title="Billed to" name={told.address.company_name} lines={linesOf(told.address)} of={told.address} />
        </>
      ) : (
        <Skeleton className="col-span-2 h-24 w-full" />
      )}
    </div>
  )
}

function linesOf(buyer: Told['address']): readonly (string | null)[] {
  const person = [buyer.first_name, buyer.last_name].filter(Boolean).join(' ')
  const place = [`${buyer.postcode} ${buyer.city}`, buyer.province_code].filter(Boolean).join(', ')
  return [person, buyer.line_one, buyer.line_two, buyer.line_three, place]
}

interface PartyProps {
  readonly title: string
  readonly name: string | null
  readonly lines: readonly (string | null)[]
  readonly of: { readonly country_code: string; readonly vat_number: string | null }
}

function Party({ title, name, lines, of: { country_code, vat_number } }: PartyProps) {
  const country = useCountryName()(country_code)
  return (
    <div className="min-w-0">
      <p className="text-xs text-faint">{title}</p>
      <address className="mt-0.5 text-soft not-italic">
        {name && <p className="font-medium text-ink">{name}</p>}
        {[...lines, country].map((line) => line && <p key={line}>{line}</p>)}
      </address>
      {vat_number && (
        <p className="mt-1 text-soft">
          VAT <span className="font-mono text-[0.95em] wrap-anywhere">{vat_number}</span>
        </p>
      )}
    </div>
  )
}

function Totals({ invoice }: { readonly invoice: InvoiceView }) {
  const { currency } = invoice
  const money = (of: number) => <Money of={of} currency={currency} />
  return (
    <dl className="grid content-start gap-2">
      <Sum name="Subtotal">{money(invoice.subtotal)}</Sum>
      {invoice.taxes.map(({ description, percentage, amount, order }) => (
        <Sum key={order} name={`${description}${percentage > 0 ? ` (${percent(percentage)})` : ''}`}>
          {money(amount)}
        </Sum>
      ))}
      <Sum name="Total" strong>
        {money(invoice.total)}
      </Sum>
      <Sum name="Paid">{money(invoice.total_paid)}</Sum>
      <Sum name="Amount due" strong>
        {money(invoice.total_left_to_pay)}
      </Sum>
    </dl>
  )
}

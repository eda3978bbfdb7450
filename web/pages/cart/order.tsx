import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { CommerceInvoice as Invoice, Order } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Identifier } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { BackLink, TextLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Money, None, Time } from '../../ui/values.tsx'
import { orderPath } from './cart-read.ts'
import { BankTransfer } from './bank-transfer.tsx'
import { OrderLines, useLines } from './order-lines.tsx'
import { courseOf, kinds } from './orders.tsx'
import { PayOrder } from './pay-order.tsx'

/** One order: right after it was placed a confirmation, later a record. */

const page = getRouteApi('/signed-in/c/$company/orders/$order')

export function OrderPage() {
  const { order: order_uuid } = page.useParams()
  const { placed } = page.useSearch()
  const { uuid: user_id } = useCompany()
  const { data, error, refetch } = useQuery({
    ...read(orderPath, { params: { path: { user_id, order_uuid } } }),
    // Whoever waits for a payment looks here: the bank's answer comes by itself.
    refetchInterval: (query) => (waits(query.state.data?.data) ? 5_000 : false),
  })
  const order = data?.data
  return (
    <>
      <PageHeader
        title="Order"
        above={<Back />}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            {order ? `${kinds[order.kind]} ${order.number}` : 'Order'}
            {order && (
              <span className="text-sm font-normal">
                <Status of={courseOf(order)} />
              </span>
            )}
          </span>
        }
      />
      {error && !order ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          {order && placed && order.status === 'completed' && <Thanks order={order.uuid} />}
          {order && waits(order) && <PayOrder order={order} back={placed ?? false} />}
          {order?.status === 'pending_payment' && <BankTransfer order={order} />}
          <Card title="Order details">{order ? <Facts order={order} /> : <Skeleton className="h-24 w-full" />}</Card>
          <OrderLines order={order_uuid} begun={order?.kind !== 'purchase' || order.status === 'completed'} />
        </div>
      )}
    </>
  )
}

const waits = (order: Order | undefined): boolean => order?.status === 'pending_payment' || order?.status === 'draft'

function Back() {
  const { param: company } = useCompany()
  return (
    <BackLink to="/c/$company/orders" params={{ company }} search={{}}>
      Orders
    </BackLink>
  )
}

/** What was done and what comes next: an order of nothing but letters has started no lease. */
function Thanks({ order }: { readonly order: string }) {
  const { param: company } = useCompany()
  const lines = useQuery(useLines(order)).data?.data
  if (!lines) return <Skeleton className="h-20 w-full" />
  const onlyLetters = lines.every(({ type }) => type === 'letter')
  const next = (to: string) => ({ to, params: { company } }) as unknown as LinkProps
  return (
    <section
      aria-labelledby="thanks"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-good/40 bg-good-wash px-5 py-4 print:hidden"
    >
      <span className="flex size-10 items-center justify-center rounded-full bg-good text-surface">
        <Icon name="check" className="size-5" />
      </span>
      <div className="min-w-56 flex-1">
        <h2 id="thanks" className="text-lg font-semibold">
          Thank you. Your order is complete.
        </h2>
        <p className="text-sm text-soft">
          {onlyLetters
            ? 'Your LOAs have been requested. Each is released once the holder has done what it needs.'
            : 'Payment received; your leases have started. To announce a block, request an LOA.'}
        </p>
      </div>
      <div className="flex gap-2">
        {onlyLetters ? (
          <LinkButton look="primary" {...next('/c/$company/letters')}>
            View LOAs
          </LinkButton>
        ) : (
          <LinkButton look="primary" {...next('/c/$company/leases')}>
            View leases
          </LinkButton>
        )}
        <LinkButton to="/c/$company/market" params={{ company }} search={{}}>
          Lease more
        </LinkButton>
      </div>
    </section>
  )
}

const invoicesOf = (user_id: string, order_uuid: string) =>
  read('/ecommerce/public/{user_id}/invoices', {
    params: { path: { user_id }, query: { 'filter[order_uuid]': order_uuid } },
  })

function Facts({ order }: { readonly order: Order }) {
  const { uuid: user_id } = useCompany()
  const invoices = useQuery({
    ...invoicesOf(user_id, order.uuid),
    // It was read before the order was paid for; the next look has it.
    refetchInterval: (query) => (order.status === 'completed' && query.state.data?.data.length === 0 ? 2_000 : false),
  }).data?.data
  return (
    <DescriptionList
      facts={[
        ['Placed', <Time of={order.placed_at} as="date" />],
        order.status === 'pending_payment'
          ? ['Payment due', <Time of={order.expires_at} as="date" />]
          : ['Completed', <Time of={order.completed_at} as="date" />],
        ['Subtotal', <Money of={order.sub_total} />],
        ['Discount', <Money of={order.discount_total} />],
        ['Tax', <Money of={order.tax_total} />],
        ['Paid with credits', <Money of={order.credits_total} />],
        ['Total', <Money of={order.total} className="font-semibold" />],
        ['Amount due', <Money of={order.remaining_total} />],
        [invoices && invoices.length > 1 ? 'Invoices' : 'Invoice', <Invoices invoices={invoices} />],
        ['Identifier', <Identifier of={order.uuid} />, 'long'],
      ]}
    />
  )
}

/** One, and perhaps the note that takes it back. */
function Invoices({ invoices }: { readonly invoices: readonly Invoice[] | undefined }) {
  const { param: company } = useCompany()
  if (!invoices) return <Skeleton className="w-28" />
  if (invoices.length === 0) return <None />
  return invoices.map(({ uuid, reference }) => (
    <p key={uuid}>
      <TextLink to="/c/$company/billing/invoices/$invoice" params={{ company, invoice: uuid }}>
        {reference}
      </TextLink>
    </p>
  ))
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { Order } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { BackLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { orderPath } from './cart-read.ts'
import { BankTransfer } from './bank-transfer.tsx'
import { OrderLines, useLines } from './order-lines.tsx'
import { OrderSummary } from './order-summary.tsx'
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
      <Head order={order} />
      {error && !order ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-1 gap-4">
            {order && placed && order.status === 'completed' && <Thanks order={order.uuid} />}
            {order && waits(order) && <PayOrder order={order} back={placed ?? false} />}
            {order?.status === 'pending_payment' && <BankTransfer order={order} />}
            <OrderLines order={order_uuid} begun={order?.kind !== 'purchase' || order.status === 'completed'} />
          </div>
          <OrderSummary order={order} />
        </div>
      )}
    </>
  )
}

const waits = (order: Order | undefined): boolean => order?.status === 'pending_payment' || order?.status === 'draft'

function Head({ order }: { readonly order: Order | undefined }) {
  return (
    <PageHeader
      title="Order"
      above={<Back />}
      says={
        order ? (
          <>
            Placed <Time of={order.placed_at} as="date" />
            {order.completed_at !== null && (
              <>
                , completed <Time of={order.completed_at} as="date" />
              </>
            )}
          </>
        ) : (
          ' '
        )
      }
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
  )
}

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

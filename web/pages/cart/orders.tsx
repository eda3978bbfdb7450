import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '../../../client/api.gen.ts'
import { orderStates, type OrderStatus } from '../../../src/commerce/order/order.states.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { StatusChoice } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Described, Money, None, Time } from '../../ui/values.tsx'
import { ordersPath } from './cart-read.ts'

/** What was bought, renewed or left early. */

const page = getRouteApi('/signed-in/c/$company/orders')

function useWish() {
  const { page: number = 1, status, sort = '-placed_at' } = page.useSearch()
  return { page: number, per_page: 25, sort: [sort], ...(status && { 'filter[status]': [status] }) }
}

export const kinds: Readonly<Record<Order['kind'], string>> = {
  purchase: 'Purchase',
  renewal: 'Renewal',
  early_exit: 'Early termination',
}

/** One that never waited for its money was given up because its payment was declined; the cart was given back. */
export const courseOf = ({ status, kind, expires_at }: Order) =>
  status === 'cancelled' && kind === 'purchase' && expires_at === null ? 'declined' : status

export function Orders() {
  const { uuid: user_id, param: company } = useCompany()
  const { status, sort = '-placed_at' } = page.useSearch()
  const wish = useWish()
  const patch = usePatchSearch<{ status: OrderStatus }>()
  return (
    <ListPage
      title="Orders"
      says="All purchases and renewals."
      actions={
        <>
          <StatusChoice states={orderStates.states} value={status} onChange={(value) => patch({ status: value })} />
          <CsvLink href={`/ecommerce/public/${user_id}/orders.csv`} by={wish} />
        </>
      }
      query={useQuery(read(ordersPath, { params: { path: { user_id }, query: wish } }))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) => ({ to: '/c/$company/orders/$order', params: { company, order: uuid } })}
      sort={sort}
      expected={10}
      empty={<Nothing status={status} />}
    />
  )
}

const columns: readonly Column<Order>[] = [
  { title: 'Order', wide: 'below', cell: ({ number }) => <span className="font-mono text-soft">{number}</span> },
  { title: 'Items', cell: (order) => <What order={order} /> },
  { title: 'Placed', sort: 'placed_at', wide: 'below', cell: ({ placed_at }) => <Time of={placed_at} as="date" /> },
  { title: 'Kind', wide: true, cell: ({ kind }) => <span className="text-soft">{kinds[kind]}</span> },
  { title: 'Status', wide: 'below', cell: (order) => <Status of={courseOf(order)} /> },
  { title: 'Total', align: 'right', cell: ({ total }) => <Money of={total} /> },
]

/** The first of what was ordered, and how many more. */
function What({ order: { name, items_count } }: { readonly order: Order }) {
  return (
    <>
      {name === null ? <None /> : <Described as={name} />}
      {items_count > 1 && <span className="font-normal whitespace-nowrap text-faint"> and {items_count - 1} more</span>}
    </>
  )
}

function Nothing({ status }: { readonly status: OrderStatus | undefined }) {
  const { param: company } = useCompany()
  return (
    <EmptyState
      icon="invoice"
      title={status ? `No order is ${sentence(status).toLowerCase()}` : 'No orders yet'}
      action={
        <LinkButton to="/c/$company/market" params={{ company }} search={{}}>
          Search the market
        </LinkButton>
      }
    >
      Orders appear here when you check out and whenever a lease renews.
    </EmptyState>
  )
}

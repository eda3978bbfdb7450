import { useQuery } from '@tanstack/react-query'
import type { OrderLine as Line } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { TextLink } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Described, Money, Time } from '../../ui/values.tsx'

export function useLines(order_uuid: string) {
  const { uuid: user_id } = useCompany()
  return read('/ecommerce/public/{user_id}/orders/{order_uuid}/lines', { params: { path: { user_id, order_uuid } } })
}

const what: Column<Line> = { title: 'Item', cell: ({ description }) => <Described as={description} /> }
const whatLeads: Column<Line> = { title: 'Item', cell: (line) => <Leads line={line} /> }
const period: Column<Line> = {
  title: 'Period',
  wide: 'below',
  cell: ({ period_start, period_end }) =>
    period_start && (
      <span className="text-soft">
        <Time of={period_start} as="date" /> – <Time of={period_end} as="date" />
      </span>
    ),
}
const price: Column<Line> = { title: 'Price', align: 'right', cell: ({ total }) => <Money of={total} /> }

function Leads({ line: { description, service_uuid: lease } }: { readonly line: Line }) {
  const { param: company } = useCompany()
  const words = <Described as={description} />
  if (lease === null) return words
  return (
    <TextLink to="/c/$company/leases/$lease" params={{ company, lease }}>
      {words}
    </TextLink>
  )
}

interface OrderLinesProps {
  readonly order: string
  /** Leases have their identifiers when they are ordered, and their pages when they have begun. */
  readonly begun: boolean
}

/** An order has few lines, and all of them. */
export function OrderLines({ order, begun }: OrderLinesProps) {
  const query = useQuery(useLines(order))
  const hasPeriods = query.data?.data.some(({ period_start }) => period_start !== null) ?? false
  return (
    <Card title="Items" flush>
      <Table
        label="Order items"
        query={query}
        columns={[begun ? whatLeads : what, ...(hasPeriods ? [period] : []), price]}
        rowKey={({ service_uuid, reservation_uuid, description }) => service_uuid ?? reservation_uuid ?? description}
        expected={1}
        empty={<EmptyState icon="invoice" title="This order has no items" />}
      />
    </Card>
  )
}

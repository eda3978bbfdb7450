import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Described, Money, Time } from '../../ui/values.tsx'
import type { AnswerOf } from '../../api/query.ts'

function useLines(order_uuid: string) {
  const { uuid: user_id } = useCompany()
  return read('/ecommerce/public/{user_id}/orders/{order_uuid}/lines', { params: { path: { user_id, order_uuid } } })
}

type Line = AnswerOf<typeof useLines>['data'][number]

const columns: readonly Column<Line>[] = [
  { title: 'What', cell: ({ description }) => <Described as={description} /> },
  {
    title: 'Period',
    wide: true,
    cell: ({ period_start, period_end }) =>
      period_start === null ? null : (
        <span className="text-soft">
          <Time of={period_start} as="date" /> – <Time of={period_end} as="date" />
        </span>
      ),
  },
  { title: 'Price', align: 'right', cell: ({ total }) => <Money of={total} /> },
]

/** An order has few lines, and all of them. */
export function OrderLines({ order }: { readonly order: string }) {
  return (
    <Card title="Lines" flush>
      <Table
        label="Lines of the order"
        query={useQuery(useLines(order))}
        columns={columns}
        rowKey={({ service_uuid, reservation_uuid, description }) => service_uuid ?? reservation_uuid ?? description}
        expected={1}
        empty={<EmptyState icon="invoice" title="This order has no lines" />}
      />
    </Card>
  )
}

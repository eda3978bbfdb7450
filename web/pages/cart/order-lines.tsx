import { useQuery } from '@tanstack/react-query'
import type { OrderLine as Line } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Described, Money, Time } from '../../ui/values.tsx'

export function useLines(order_uuid: string) {
  const { uuid: user_id } = useCompany()
  return read('/ecommerce/public/{user_id}/orders/{order_uuid}/lines', { params: { path: { user_id, order_uuid } } })
}

interface OrderLinesProps {
  readonly order: string
  /** Leases have their identifiers when they are ordered, and their pages when they have begun. */
  readonly begun: boolean
}

/** An order has few lines, and all of them; they look as they did in the cart. */
export function OrderLines({ order, begun }: OrderLinesProps) {
  const { data, error, refetch } = useQuery(useLines(order))
  const lines = data?.data
  return (
    <Card title="Items" flush>
      {error && !lines ? (
        <ErrorNote className="m-4" problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : !lines ? (
        <Skeleton className="m-4 h-9 w-72" />
      ) : lines.length === 0 ? (
        <EmptyState icon="invoice" title="This order has no items" />
      ) : (
        <ul aria-label="Order items">
          {lines.map((line, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of an order never change
            <OneLine key={i} line={line} begun={begun} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function OneLine({ line, begun }: { readonly line: Line; readonly begun: boolean }) {
  const { type, period_start, period_end, total } = line
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent print:hidden">
        <Icon name={type === 'letter' ? 'letter' : 'lease'} />
      </span>
      <div className="min-w-0 text-sm">
        <p className="font-medium">
          <Words line={line} leads={begun} />
        </p>
        {period_start !== null && (
          <p className="text-xs text-soft">
            <Time of={period_start} as="date" /> – <Time of={period_end} as="date" />
          </p>
        )}
      </div>
      <Money of={total} className="ml-auto text-sm font-medium" />
    </li>
  )
}

function Words({
  line: { description, service_uuid: lease },
  leads,
}: {
  readonly line: Line
  readonly leads: boolean
}) {
  const { param: company } = useCompany()
  const words = <Described as={description} />
  if (!leads || lease === null) return words
  return (
    <TextLink to="/c/$company/leases/$lease" params={{ company, lease }}>
      {words}
    </TextLink>
  )
}

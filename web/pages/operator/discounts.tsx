import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DiscountCode as Code } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useNow } from '../../ui/now.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Count, Money, None, Time } from '../../ui/values.tsx'
import { percent } from '../../ui/words.ts'
import { codesPath, NewCode } from './new-code.tsx'

/** Codes that take something off a first invoice; the marketplace bears it. */

const page = getRouteApi('/signed-in/operator/discount-codes')

function useCodes() {
  const { page: number = 1 } = page.useSearch()
  return read(codesPath, { params: { query: { page: number } } })
}

export function Discounts() {
  return (
    <ListPage
      title="Discount codes"
      says="Applied to the first invoice. The marketplace bears the cost: holders earn the same."
      actions={<NewCode />}
      query={useQuery(useCodes())}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      empty={
        <EmptyState icon="offer" title="No discount codes yet">
          Create one for lessees to enter in their cart.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Code>[] = [
  {
    title: 'Code',
    cell: ({ code, name }) => (
      <div className="min-w-0">
        <p className="font-mono font-medium">{code}</p>
        <p className="text-xs text-faint">{name}</p>
      </div>
    ),
  },
  {
    title: 'Discount',
    align: 'right',
    cell: ({ kind, value }) => (kind === 'percent' ? percent(value) : <Money of={value} />),
  },
  {
    title: 'Used',
    align: 'right',
    wide: true,
    cell: ({ uses, most_uses }) => (
      <span>
        <Count of={uses} />
        {most_uses !== null && (
          <span className="text-faint">
            {' '}
            of <Count of={most_uses} />
          </span>
        )}
      </span>
    ),
  },
  { title: 'From', wide: true, cell: ({ valid_from }) => <Day of={valid_from} /> },
  { title: 'Until', wide: true, cell: ({ valid_until }) => <Day of={valid_until} /> },
  { title: 'Status', wide: true, cell: (code) => <Standing code={code} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (code) => <End code={code} /> },
]

const Day = ({ of }: { readonly of: number | null }) => (of === null ? <None /> : <Time of={of} as="date" />)

/** As the cart would judge it now. */
function Standing({ code: { ended_at, valid_from, valid_until, uses, most_uses } }: { readonly code: Code }) {
  const now = useNow().getTime() / 1_000
  if (ended_at !== null || (valid_until !== null && valid_until <= now)) return <Status of="ended" />
  if (valid_from !== null && valid_from > now) return <Status of="pending" label="Not yet valid" />
  if (most_uses !== null && uses >= most_uses) return <Status of="used_up" />
  return <Status of="active" />
}

function End({ code: { uuid: codeUUID, code, ended_at } }: { readonly code: Code }) {
  const end = useWrite(() => api.POST(`${codesPath}/{codeUUID}/end`, { params: { path: { codeUUID } } }), {
    changes: [codesPath],
    inline: true,
    done: `${code} ended.`,
  })
  if (ended_at !== null) return null
  return (
    <Confirm
      title={`End ${code}?`}
      says="It is removed from open carts; existing orders keep it. This cannot be undone."
      action="End"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
      trigger={
        <Button small look="quiet" aria-label={`End ${code}`}>
          End
        </Button>
      }
    />
  )
}

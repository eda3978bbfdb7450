import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { CreditTransaction as Transaction } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { TextLink } from '../../ui/link.tsx'
import { Card, Figure } from '../../ui/page.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { BillingFrame } from './billing-frame.tsx'

/** What a company has in credits, and where they went. */

const page = getRouteApi('/signed-in/c/$company/billing/credits')

function useTransactions() {
  const { uuid: user_id } = useCompany()
  const { page: number = 1, sort } = page.useSearch()
  return read('/credits/public/{user_id}/transactions', {
    params: { path: { user_id }, query: { page: number, per_page: 25, ...(sort && { sort: [sort] }) } },
  })
}

export function Credits() {
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  return (
    <BillingFrame
      title="Credits"
      says="Your credit balance: applied at checkout, topped up by refunds and by operators."
    >
      <div className="grid grid-cols-1 gap-5">
        <Balance />
        <Card flush title="Transactions">
          <Table
            label="Credit transactions"
            query={useQuery(useTransactions())}
            columns={columns}
            rowKey={({ uuid }) => uuid}
            sort={search.sort ?? '-created_at'}
            onSort={(sort) => patch({ sort: sort as NonNullable<typeof search.sort> })}
            onPage={(number) => patch({ page: number })}
            empty={
              <EmptyState icon="payout" title="No credits yet">
                Refunds and credits from an operator appear here. At checkout you choose how much to use.
              </EmptyState>
            }
          />
        </Card>
      </div>
    </BillingFrame>
  )
}

function Balance() {
  const { uuid: user_id } = useCompany()
  const { data } = useQuery(read('/credits/public/{user_id}/balances', { params: { path: { user_id } } }))
  const balance = data?.data[0]
  const amount = (of: number | undefined) =>
    balance && of !== undefined ? <Money of={of} currency={balance.currency} /> : <Skeleton className="h-7 w-24" />
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure name="Available">{amount(balance?.available_balance)}</Figure>
      <Figure name="Total" says="Including credits reserved for open orders.">
        {amount(balance?.total_balance)}
      </Figure>
    </div>
  )
}

const columns: readonly Column<Transaction>[] = [
  { title: 'Date', sort: 'created_at', cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  { title: 'What', cell: (transaction) => <What transaction={transaction} /> },
  {
    title: 'Amount',
    align: 'right',
    cell: ({ amount, currency }) => <Money of={amount} currency={currency} className={amount > 0 ? 'text-good' : ''} />,
  },
]

function What({ transaction: { description, invoice_uuid: invoice } }: { readonly transaction: Transaction }) {
  const { param: company } = useCompany()
  return invoice === null ? (
    description
  ) : (
    <TextLink to="/c/$company/billing/invoices/$invoice" params={{ company, invoice }}>
      {description}
    </TextLink>
  )
}

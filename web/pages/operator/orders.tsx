import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorOrder as Order } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { Approvals } from './approvals.tsx'
import { CompanyLink } from './company-link.tsx'

/** Orders whose money comes by a bank: an operator sees it come. */

const page = getRouteApi('/signed-in/operator/approvals/orders')
const listPath = '/portal/operator/orders'

function useOrders() {
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { query: { page: number } } })
}

export function Orders() {
  const patch = usePatchSearch<{ page: number }>()
  return (
    <Approvals file={<CsvLink href={`${listPath}.csv`} by={{}} />}>
      <Table
        label="Unpaid orders"
        query={useQuery(useOrders())}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        onPage={(number) => patch({ page: number })}
        empty={
          <EmptyState icon="payout" title="No unpaid orders">
            Orders paid by bank transfer are listed here until you confirm the payment.
          </EmptyState>
        }
      />
    </Approvals>
  )
}

const columns: readonly Column<Order>[] = [
  {
    title: 'Company',
    cell: ({ tenant_uuid, company, uuid }) => (
      <div className="min-w-0">
        <CompanyLink tenant={tenant_uuid} title={company} />
        <p className="truncate font-mono text-xs text-faint">…{uuid.slice(-8)}</p>
      </div>
    ),
  },
  { title: 'For', wide: true, cell: ({ kind }) => sentence(kind) },
  { title: 'Placed', wide: true, cell: ({ placed_at }) => <Time of={placed_at} /> },
  { title: 'Expires', wide: true, cell: ({ expires_at }) => <Time of={expires_at} /> },
  { title: 'Amount due', align: 'right', cell: ({ remaining_total }) => <Money of={remaining_total} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (order) => <MarkPaid order={order} /> },
]

function MarkPaid({ order }: { readonly order: Order }) {
  const { uuid: order_uuid, company, remaining_total } = order
  const [open, setOpen] = useState(false)
  const pay = useWrite(
    ({ reference, amount }: { readonly reference: string | null; readonly amount: number }) =>
      api.POST('/portal/operator/orders/{order_uuid}/payment', {
        params: { path: { order_uuid } },
        body: { amount, ...(reference !== null && { reference }) },
      }),
    {
      changes: [listPath],
      inline: true,
      done: ({ data }) => [data.status === 'completed' ? `Order of ${company} paid.` : 'Part payment recorded.'],
      onDone: () => setOpen(false),
    },
  )
  return (
    <Dialog
      title="Record payment"
      says={
        <>
          <Money of={remaining_total} /> due from {company}. Once fully paid, the leases start; this cannot be undone.
        </>
      }
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small aria-label={`Mark paid: order of ${company}`}>
          Mark paid
        </Button>
      }
    >
      <Form
        keeps={`payment:${order_uuid}`}
        problem={pay.problem}
        onSubmit={(typed) => pay.run({ reference: typed.textOrNull('reference'), amount: typed.number('amount') })}
      >
        <PaymentFields left={remaining_total} />
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={pay.busy}>
            Mark paid
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function PaymentFields({ left }: { readonly left: Order['remaining_total'] }) {
  return (
    <>
      <Field
        name="amount"
        label={`Amount received (${left.currency})`}
        hint="A shortfall remains due; an excess becomes credits."
      >
        <Input mono required inputMode="decimal" autoComplete="off" defaultValue={left.amount} />
      </Field>
      <Field name="reference" label="Bank reference" optional hint="As on the statement; never recorded twice.">
        <Input maxLength={255} autoComplete="off" />
      </Field>
    </>
  )
}

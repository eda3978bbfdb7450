import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankLine as Line } from '../../../client/portal.gen.ts'
import { bankLineStates } from '../../../src/commerce/bank/line.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { whyNotNow } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, None } from '../../ui/values.tsx'
import { Approvals } from './approvals.tsx'
import { CompanyLink } from './company-link.tsx'
import { ImportStatement } from './import-statement.tsx'
import { ReasonDialog } from './reason.tsx'

/** Money that came by a bank, and what nobody has said yet whose it is. */

const page = getRouteApi('/signed-in/operator/approvals/bank')
const listPath = '/portal/operator/bank-lines'
const stale = [listPath, '/portal/operator/orders'] as const

function useLines() {
  const { page: number = 1, status = 'open' } = page.useSearch()
  const filter = status === 'all' ? {} : { 'filter[status]': status }
  return read(listPath, { params: { query: { page: number, ...filter } } })
}

export function BankLines() {
  const { status = 'open' } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  return (
    <Approvals
      status={{
        label: 'Filter bank transactions',
        of: bankLineStates.states,
        value: status,
        usual: 'open',
        onChange: (value) => patch({ status: value }),
      }}
      actions={<ImportStatement />}
    >
      <Table
        label="Bank transactions"
        query={useQuery(useLines())}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        onPage={(number) => patch({ page: number })}
        empty={
          <EmptyState icon="payout" title={status === 'open' ? 'Nothing to review' : 'No bank transactions yet'}>
            Import a statement: transactions that match an order by reference and amount are booked, the rest is listed
            here.
          </EmptyState>
        }
      />
    </Approvals>
  )
}

const columns: readonly Column<Line>[] = [
  {
    title: 'From',
    cell: ({ payer, received_on, remittance }) => (
      <div className="min-w-0">
        <p className="truncate">{payer ?? 'Unknown'}</p>
        <p className="truncate text-xs text-faint">
          {received_on} · {remittance ?? 'no reference'}
        </p>
      </div>
    ),
  },
  { title: 'Amount', align: 'right', cell: ({ amount }) => <Money of={amount} /> },
  {
    title: 'Order by',
    wide: true,
    cell: ({ order }) =>
      order ? (
        <div>
          <CompanyLink tenant={order.tenant_uuid} title={order.company} />
          <p className="text-xs text-faint">
            <Money of={order.remaining} /> due
          </p>
        </div>
      ) : (
        <None />
      ),
  },
  {
    title: 'Status',
    wide: true,
    cell: ({ status, mismatch, reason }) => (
      <div className="max-w-64">
        <Status of={status} />
        <p className="text-xs text-soft">{mismatch?.message ?? reason}</p>
      </div>
    ),
  },
  { title: 'Actions', silent: true, align: 'right', cell: (line) => <Actions line={line} /> },
]

function Actions({ line }: { readonly line: Line }) {
  return (
    <span className="flex justify-end gap-1">
      <Book line={line} />
      <Dismiss line={line} />
    </span>
  )
}

function Book({ line }: { readonly line: Line }) {
  const [open, setOpen] = useState(false)
  const path = { lineUUID: line.uuid }
  const book = useWrite(
    (order_uuid: string) =>
      api.POST('/portal/operator/bank-lines/{lineUUID}/order', { params: { path }, body: { order_uuid } }),
    { changes: stale, inline: true, done: 'Payment booked.', onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Book this payment to an order"
      says="A shortfall remains due; an excess becomes credits. This cannot be undone."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button small why={whyNotNow(bankLineStates, line.status, 'book')}>
          Book
        </Button>
      }
    >
      <Form problem={book.problem} onSubmit={(typed) => book.run(typed.text('order_uuid'))}>
        <Field name="order_uuid" label="Order number" hint="As shown on its page.">
          <Input mono required maxLength={36} autoComplete="off" defaultValue={line.order?.uuid ?? ''} />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={book.busy}>
            Book
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function Dismiss({ line }: { readonly line: Line }) {
  const path = { lineUUID: line.uuid }
  const dismiss = useWrite(
    (reason: string) =>
      api.POST('/portal/operator/bank-lines/{lineUUID}/dismiss', { params: { path }, body: { reason } }),
    { changes: stale, inline: true, done: 'Transaction dismissed.' },
  )
  return (
    <ReasonDialog
      title="Dismiss this transaction?"
      says="For interest, bank refunds or money that is returned. It stays in the list."
      action="Dismiss"
      hint="For later reference."
      problem={dismiss.problem}
      onConfirm={(reason) => dismiss.runAsync(reason)}
      trigger={
        <Button small look="quiet" why={whyNotNow(bankLineStates, line.status, 'dismiss')}>
          Dismiss
        </Button>
      }
    />
  )
}

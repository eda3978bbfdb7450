import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { OperatorPayout as Payout } from '../../../client/portal.gen.ts'
import { payoutStates } from '../../../src/invoicing/payout/payout.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { whyNotNow } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { Approvals } from './approvals.tsx'
import { CompanyLink } from './company-link.tsx'

/** What holders have earned, month by month, and whether it was sent. */

const page = getRouteApi('/signed-in/operator/approvals/payouts')
const listPath = '/portal/operator/payouts'

function useWish() {
  const { page: number = 1, status = 'pending' } = page.useSearch()
  return { page: number, ...(status !== 'all' && { 'filter[status]': [status] }) }
}

export function Payouts() {
  const { status = 'pending' } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const wish = useWish()
  return (
    <Approvals
      file={<CsvLink href={`${listPath}.csv`} by={wish} />}
      status={{
        label: 'Filter payouts',
        of: payoutStates.states,
        value: status,
        onChange: (value) => patch({ status: value }),
      }}
      actions={
        <LinkButton small to="/operator/approvals/payout-files" search={{}}>
          Bank files
        </LinkButton>
      }
    >
      <Table
        label="Payouts"
        query={useQuery(read(listPath, { params: { query: wish } }))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        onPage={(number) => patch({ page: number })}
        empty={
          <EmptyState icon="payout" title={status === 'paid' ? 'No payouts yet' : 'Nothing to pay out'}>
            On the first of each month, holders’ earnings of the previous month become payouts.
          </EmptyState>
        }
      />
    </Approvals>
  )
}

const columns: readonly Column<Payout>[] = [
  {
    title: 'Payout',
    cell: ({ number, month, holder, tenant_uuid }) => (
      <div className="min-w-0">
        <CompanyLink tenant={tenant_uuid} title={holder} />
        <p className="text-xs text-faint">
          {number} · {month}
        </p>
      </div>
    ),
  },
  {
    title: 'Gross',
    align: 'right',
    wide: true,
    cell: ({ gross, currency }) => <Money of={gross} currency={currency} />,
  },
  {
    title: 'Commission',
    align: 'right',
    wide: true,
    cell: ({ commission, currency }) => <Money of={commission} currency={currency} />,
  },
  { title: 'Net', align: 'right', cell: ({ total, currency }) => <Money of={total} currency={currency} /> },
  {
    title: 'Status',
    wide: true,
    cell: ({ status, paid_at }) => (
      <div>
        <Status of={status} />
        {paid_at !== null && (
          <p className="text-xs text-faint">
            <Time of={paid_at} as="date" />
          </p>
        )}
      </div>
    ),
  },
  { title: 'Actions', silent: true, align: 'right', cell: (payout) => <MarkSent payout={payout} /> },
]

function MarkSent({ payout }: { readonly payout: Payout }) {
  const { uuid: payoutUUID, number, total, currency, holder, status } = payout
  const send = useWrite(
    () => api.POST('/portal/operator/payouts/{payoutUUID}/paid', { params: { path: { payoutUUID } } }),
    { changes: [listPath], inline: true, done: `${number} marked paid.` },
  )
  return (
    <Confirm
      harmless
      title={`Mark ${number} as paid?`}
      says={
        <>
          <Money of={total} currency={currency} /> to {holder}. Their statement will show it as paid; this cannot be
          undone.
        </>
      }
      action="Mark paid"
      problem={send.problem}
      onConfirm={() => send.runAsync()}
      trigger={
        <Button small aria-label={`Mark paid: ${number}`} why={whyNotNow(payoutStates, status, 'pay')}>
          Mark paid
        </Button>
      }
    />
  )
}

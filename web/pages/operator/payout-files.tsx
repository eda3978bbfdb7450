import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { MadePayoutFile, PayoutFile } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { EmptyState, ErrorNote, Note } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Time } from '../../ui/values.tsx'
import { Approvals } from './approvals.tsx'

/** Payouts as a bank takes them: each in one file, which can be downloaded again, and is noted as sent at once. */

const page = getRouteApi('/signed-in/operator/approvals/payout-files')
const listPath = '/portal/operator/payout-files'
const stale = [listPath, '/portal/operator/payouts'] as const

export function PayoutFiles() {
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  return (
    <Approvals>
      <Make />
      <Table
        label="Payout files"
        query={useQuery(read(listPath, { params: { query: { page: number } } }))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        onPage={(to) => patch({ page: to })}
        empty={
          <EmptyState icon="payout" title="No payout files yet">
            A file contains every pending payout whose holder has confirmed a bank account. Submit it to your bank, then
            mark it paid.
          </EmptyState>
        }
      />
    </Approvals>
  )
}

function Make() {
  const [made, setMade] = useState<MadePayoutFile | null>(null)
  const make = useWrite(() => api.POST(listPath), {
    changes: stale,
    inline: true,
    done: ({ data }) => [data.payouts === 1 ? 'One payout in the file.' : `${data.payouts} payouts in the file.`],
    onDone: ({ data }) => setMade(data),
  })
  return (
    <div className="grid justify-items-start gap-2 border-b border-line px-4 py-3">
      {make.problem && <ErrorNote problem={make.problem} />}
      {made && made.left.length > 0 && (
        <Note tone="warn">
          Not in the file (no confirmed bank account): {made.left.map(({ holder }) => holder).join(', ')}.
        </Note>
      )}
      <Button small look="primary" icon="plus" busy={make.busy} onClick={() => make.run()}>
        Create bank file
      </Button>
    </div>
  )
}

const columns: readonly Column<PayoutFile>[] = [
  { title: 'Created', cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  {
    title: 'Name',
    wide: true,
    cell: ({ message_id }) => <span className="font-mono text-xs">{message_id}</span>,
  },
  { title: 'Payouts', align: 'right', wide: true, cell: ({ payouts }) => payouts },
  { title: 'Total', align: 'right', cell: ({ total, currency }) => <Money of={total} currency={currency} /> },
  { title: 'Unpaid', align: 'right', wide: true, cell: ({ pending }) => pending },
  { title: 'Actions', silent: true, align: 'right', cell: (file) => <Actions file={file} /> },
]

function Actions({ file }: { readonly file: PayoutFile }) {
  const { uuid: fileUUID, message_id, payouts, pending, total, currency } = file
  const href = `${listPath}/${fileUUID}/download`
  const pay = useWrite(
    () => api.POST('/portal/operator/payout-files/{fileUUID}/paid', { params: { path: { fileUUID } } }),
    { changes: stale, inline: true, done: 'Payouts marked paid.' },
  )
  return (
    <span className="flex justify-end gap-1 max-sm:flex-col max-sm:items-end max-sm:py-2">
      <DownloadLink small href={href} label={`pain.001: ${message_id}`}>
        pain.001
      </DownloadLink>
      <DownloadLink small href={`${href}?format=csv`} label={`CSV: ${message_id}`}>
        CSV
      </DownloadLink>
      <Confirm
        harmless
        title="Mark all as paid?"
        says={
          <>
            <Money of={total} currency={currency} /> in {payouts} payouts. The holders are e-mailed; this cannot be
            undone.
          </>
        }
        action="Mark paid"
        problem={pay.problem}
        onConfirm={() => pay.runAsync()}
        trigger={
          <Button
            small
            aria-label={`Mark paid: ${message_id}`}
            why={pending === 0 ? 'All are marked paid.' : undefined}
          >
            Mark paid
          </Button>
        }
      />
    </span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ListedTerminationRequest as Request } from '../../../client/portal.gen.ts'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { whyNotNow } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Prefix, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { Approvals } from './approvals.tsx'
import { CompanyLink } from './company-link.tsx'

/** Leases that lessees want to end at once: only with an operator's word. */

const page = getRouteApi('/signed-in/operator/approvals')
const listPath = '/portal/operator/termination-requests'

function useRequests() {
  const { page: number = 1, status = 'pending' } = page.useSearch()
  const filter = status === 'all' ? {} : { 'filter[status]': [status] }
  return read(listPath, { params: { query: { page: number, ...filter } } })
}

export function Terminations() {
  const { status = 'pending' } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  return (
    <Approvals
      status={{
        label: 'Filter terminations',
        of: terminationStates.states,
        value: status,
        onChange: (value) => patch({ status: value }),
      }}
    >
      <Table
        label="Termination requests"
        query={useQuery(useRequests())}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        onPage={(number) => patch({ page: number })}
        empty={
          <EmptyState icon="check" title={status === 'pending' ? 'Nothing to decide' : 'No matching requests'}>
            {status === 'pending' &&
              'Requests for immediate termination are decided here. Terminations at the end of a period need no approval.'}
          </EmptyState>
        }
      />
    </Approvals>
  )
}

const columns: readonly Column<Request>[] = [
  {
    title: 'Lease',
    cell: ({ block, company, tenant_uuid }) => (
      <div className="min-w-0">
        <p className="font-medium">
          <Prefix of={block} />
        </p>
        <p className="text-xs">
          <CompanyLink tenant={tenant_uuid} title={company} />
        </p>
      </div>
    ),
  },
  {
    title: 'Reason',
    wide: true,
    cell: ({ reason, details }) => (
      <div className="max-w-xs">
        <p>{sentence(reason)}</p>
        {details && <p className="line-clamp-2 text-xs text-soft">{details}</p>}
      </div>
    ),
  },
  { title: 'Requested', wide: true, cell: ({ requested_at }) => <Time of={requested_at} /> },
  {
    title: terms.earlyTerminationFee,
    align: 'right',
    wide: true,
    cell: ({ early_exit_total }) => <Money of={early_exit_total} />,
  },
  { title: 'Status', wide: true, cell: ({ status }) => <Status of={status} /> },
  { title: 'Decide', silent: true, align: 'right', cell: (request) => <Decide request={request} /> },
]

function Decide({ request }: { readonly request: Request }) {
  const { uuid: request_uuid, block, company, status } = request
  const path = { path: { request_uuid } }
  const settings = { changes: [listPath], inline: true } as const
  const approve = useWrite(() => api.POST(`${listPath}/{request_uuid}/approve`, { params: path }), {
    ...settings,
    done: `Lease of ${block} terminated.`,
  })
  const reject = useWrite(() => api.POST(`${listPath}/{request_uuid}/reject`, { params: path }), {
    ...settings,
    done: `Lease of ${block} continues.`,
  })
  return (
    <span className="flex gap-2">
      <Confirm
        title={`Terminate the lease of ${block}?`}
        says={`${company} loses the block immediately and is charged an early-termination fee if it is under commitment. This cannot be undone.`}
        action="Approve"
        problem={approve.problem}
        onConfirm={() => approve.runAsync()}
        trigger={
          <Button small aria-label={`Approve ${block}`} why={whyNotNow(terminationStates, status, 'approve')}>
            Approve
          </Button>
        }
      />
      <Confirm
        title={`Reject the termination of ${block}?`}
        says={`The lease continues; ${company} can terminate it at the end of the period at any time.`}
        action="Reject"
        problem={reject.problem}
        onConfirm={() => reject.runAsync()}
        trigger={
          <Button
            small
            look="quiet"
            aria-label={`Reject ${block}`}
            why={whyNotNow(terminationStates, status, 'reject')}
          >
            Reject
          </Button>
        }
      />
    </span>
  )
}

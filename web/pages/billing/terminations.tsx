import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TerminationRequest as Request } from '../../../client/api.gen.ts'
import { terminationStates } from '../../../src/commerce/termination/termination.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { List } from '../../ui/list-page.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Money, None, Prefix, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { BillingFrame } from './billing-frame.tsx'

/** Ends that were asked for. */

const page = getRouteApi('/signed-in/c/$company/billing/terminations')
const listPath = '/ecommerce/public/{user_id}/subscriptions/termination-requests'

function useRequests() {
  const { uuid: user_id } = useCompany()
  const { page: number = 1, sort, status } = page.useSearch()
  return read(listPath, {
    params: {
      path: { user_id },
      query: {
        page: number,
        per_page: 25,
        ...(sort && { sort: [sort] }),
        ...(status && { 'filter[status]': [status] }),
      },
    },
  })
}

/** The blocks that a page of requests is about: all of them by one question. */
function useNames(requests: readonly Request[] | undefined): ReadonlyMap<string, string> {
  const { uuid: user_id } = useCompany()
  const uuids = [...new Set((requests ?? []).map(({ subscription_uuid }) => subscription_uuid))]
  const { data } = useQuery({
    queryKey: ['names of subscriptions', user_id, uuids],
    enabled: uuids.length > 0,
    queryFn: async ({ signal }) =>
      api.POST('/ecommerce/public/{user_id}/subscriptions/search', {
        params: { path: { user_id } },
        body: { filter: { uuids }, per_page: 100 },
        signal,
      }),
  })
  return new Map((data?.data?.data ?? []).map(({ uuid, name }) => [uuid, name]))
}

export function Terminations() {
  const requests = useQuery(useRequests())
  const names = useNames(requests.data?.data)
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { status } = search
  return (
    <BillingFrame
      title="Termination requests"
      says="Leases you asked to terminate. You can cancel a request until it takes effect."
    >
      <List
        filters={
          <Filters label="Filter requests" onClear={status && (() => patch({ status: undefined }))}>
            <ChoiceFilter
              label="Status"
              any="Any status"
              options={terminationStates.states.map((value) => ({ value, label: sentence(value) }))}
              value={status}
              onChange={(value) => patch({ status: value })}
            />
          </Filters>
        }
        label="Termination requests"
        query={requests}
        columns={[blockColumn(names), ...columns]}
        rowKey={({ uuid }) => uuid}
        sort={search.sort ?? '-requested_at'}
        empty={
          <EmptyState icon="clock" title="No termination requests">
            To terminate a lease, open it under Leases. You see the cost before you confirm.
          </EmptyState>
        }
      />
    </BillingFrame>
  )
}

const kinds = { end_of_period: 'End of period', immediate: 'Immediately' } as const

const blockColumn = (names: ReadonlyMap<string, string>): Column<Request> => ({
  title: 'Block',
  cell: ({ subscription_uuid }) => {
    const name = names.get(subscription_uuid)
    return name === undefined ? <Skeleton className="w-28" /> : <Prefix of={name} />
  },
})

const columns: readonly Column<Request>[] = [
  { title: 'Ends', cell: ({ type }) => kinds[type] },
  { title: 'Effective', wide: true, cell: ({ effective_at }) => <Time of={effective_at} as="date" /> },
  { title: 'Reason', wide: true, cell: ({ reason }) => <span className="text-soft">{reason}</span> },
  {
    title: terms.earlyTerminationFee,
    wide: true,
    align: 'right',
    cell: ({ early_exit_total: fee }) => (Number(fee.amount) === 0 ? <None /> : <Money of={fee} />),
  },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Requested',
    wide: true,
    align: 'right',
    sort: 'requested_at',
    cell: ({ requested_at }) => <Time of={requested_at} as="date" />,
  },
  { title: 'Actions', silent: true, align: 'right', cell: (request) => <TakeBack request={request} /> },
]

function TakeBack({ request }: { readonly request: Request }) {
  const { uuid: user_id } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { user_id, request_uuid: request.uuid }
  const cancel = useWrite(() => api.POST(`${listPath}/{request_uuid}/cancel`, { params: { path } }), {
    changes: [listPath],
    inline: true,
    done: 'Request cancelled; the lease renews as before.',
  })
  if (!terminationStates.can(request.status, 'cancel')) return null
  return (
    <Confirm
      harmless
      title="Keep the lease?"
      says="The termination request is cancelled and the lease renews as before."
      action="Keep the lease"
      problem={cancel.problem}
      onConfirm={cancel.with()}
      trigger={
        <Button small why={mayNot}>
          Keep the lease
        </Button>
      }
    />
  )
}

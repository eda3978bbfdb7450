import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WebhookDelivery } from '../../../client/api.gen.ts'
import { deliveryStates } from '../../../src/webhooks/delivery/delivery.rules.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status, type Tone } from '../../ui/badge.tsx'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None, Time } from '../../ui/values.tsx'
import { eventsOf, logPath } from './endpoint-read.ts'

const page = getRouteApi('/signed-in/c/$company/webhooks/$endpoint')

type Search = ReturnType<typeof page.useSearch>

/** What was sent in the last 30 days; looked at again while something is under way. */
export function Deliveries({ endpoint }: { readonly endpoint: string }) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { page: number = 1, status, type } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const query = {
    page: number,
    ...(status && { 'filter[status]': [status] }),
    ...(type && { 'filter[type]': [type] }),
  }
  const asked = useQuery({
    ...read(logPath, { params: { path: { tenantUUID, endpointUUID: endpoint }, query } }),
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.status === 'waiting') ? 2_000 : 15_000),
  })
  return (
    <Card flush title="Deliveries" says="Last 30 days, newest first.">
      <LogFilters />
      <Table
        label="Deliveries"
        query={asked}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => ({
          to: '/c/$company/webhooks/$endpoint',
          params: { company, endpoint },
          search: ((old: Search) => ({ ...old, delivery: uuid })) as never,
          resetScroll: false,
        })}
        onPage={(next) => patch({ page: next })}
        empty={
          <EmptyState icon="webhook" title={status || type ? 'No matching deliveries' : 'No deliveries yet'}>
            {!status && !type && 'Send a test event to check that it arrives.'}
          </EmptyState>
        }
      />
    </Card>
  )
}

function LogFilters() {
  const { status, type } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const { data } = useQuery(eventsOf(useCompany().uuid))
  const types = (data?.data ?? []).map((one) => ({ value: one.type, label: one.type }))
  return (
    <Filters
      label="Filter deliveries"
      onClear={status || type ? () => patch({ status: undefined, type: undefined }) : undefined}
    >
      <ChoiceFilter
        label="Status"
        any="Any status"
        options={deliveryStates.map((one) => ({ value: one, label: sentence(one) }))}
        value={status}
        onChange={(chosen) => patch({ status: chosen })}
      />
      <ChoiceFilter
        label="Event"
        any="Any event"
        className="w-52"
        options={types}
        value={type}
        onChange={(chosen) => patch({ type: chosen })}
      />
    </Filters>
  )
}

const tones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  waiting: 'info',
  delivered: 'good',
  failed: 'bad',
  dropped: 'plain',
}

export function DeliveryStatus({ of: { status, tries } }: { readonly of: WebhookDelivery }) {
  if (status === 'waiting' && tries > 0) return <Status of={status} tone="warn" label="Retrying" />
  return <Status of={status} tone={tones[status]} />
}

const columns: readonly Column<WebhookDelivery>[] = [
  { title: 'Event', cell: ({ type }) => <code className="font-mono text-xs wrap-anywhere">{type}</code> },
  { title: 'Status', cell: (delivery) => <DeliveryStatus of={delivery} /> },
  { title: 'Response', wide: true, cell: ({ answer_status: answer }) => answer ?? <None /> },
  { title: 'Attempts', wide: true, align: 'right', cell: ({ tries }) => tries },
  { title: 'Created', wide: 'below', cell: ({ created_at }) => <Time of={created_at} real /> },
]

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { listPath } from './endpoint-read.ts'
import { AddEndpoint } from './endpoint-form.tsx'
import { SecretOnce, type NewSecret } from './secret-once.tsx'

/** Where the company's own programs are told of what happens. */

const page = getRouteApi('/signed-in/c/$company/webhooks')

export function Endpoints() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const [secret, setSecret] = useState<NewSecret | null>(null)
  return (
    <>
      <ListPage
        title="Webhooks"
        says="Signed events about your leases, listings, orders and prefixes, sent to your own systems."
        actions={<AddEndpoint onSecret={setSecret} />}
        query={useQuery(read(listPath, { params: { path: { tenantUUID }, query: { page: number } } }))}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => ({ to: '/c/$company/webhooks/$endpoint', params: { company, endpoint: uuid } })}
        empty={
          <EmptyState icon="webhook" title="No endpoints yet">
            Enter a URL and the events it should receive. You get a secret to verify deliveries.
          </EmptyState>
        }
      />
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

const shown = 3

const columns: readonly Column<WebhookEndpoint>[] = [
  { title: 'Address', cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
  {
    title: 'Events',
    wide: 'below',
    cell: ({ events }) => (
      <span className="flex flex-wrap gap-1">
        {events.slice(0, shown).map((event) => (
          <Badge key={event}>{event === '*' ? 'All' : event}</Badge>
        ))}
        {events.length > shown && <span className="text-xs text-faint">and {events.length - shown} more</span>}
      </span>
    ),
  },
  {
    title: 'Last delivered',
    wide: true,
    cell: ({ last_delivered_at: at }) =>
      at === null ? <span className="text-faint">Never</span> : <Time of={at} real />,
  },
  { title: 'Status', cell: (endpoint) => <EndpointStatus of={endpoint} /> },
]

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { None, Time } from '../../ui/values.tsx'
import { DeliveryDialog } from './delivery.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { endpointOf, hostIn } from './endpoint-read.ts'
import { EndpointStatus, offWords } from './endpoint-status.tsx'
import { SecretOnce, type NewSecret } from './secret-once.tsx'

/** One address: how it fares, what was sent to it and what it answered. */

const page = getRouteApi('/signed-in/c/$company/webhooks/$endpoint')

export function Endpoint() {
  const { uuid, param: company } = useCompany()
  const { endpoint: id } = page.useParams()
  const { data, error, refetch } = useQuery({ ...endpointOf(uuid, id), refetchInterval: 15_000 })
  const [secret, setSecret] = useState<NewSecret | null>(null)
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  const endpoint = data?.data
  return (
    <>
      <PageHeader
        title={endpoint ? hostIn(endpoint.url) : 'Endpoint'}
        above={
          <BackLink to="/c/$company/webhooks" params={{ company }}>
            Webhooks
          </BackLink>
        }
        actions={endpoint && <EndpointActions endpoint={endpoint} onSecret={setSecret} />}
      />
      <div className="flex flex-col gap-5">
        {endpoint ? <Facts of={endpoint} /> : <Skeleton className="h-40 w-full rounded-lg" />}
        <Deliveries endpoint={id} />
      </div>
      <DeliveryDialog />
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

function Facts({ of: endpoint }: { readonly of: WebhookEndpoint }) {
  const { url, events, status, failures, rests_until, last_delivered_at, secrets, switched_off_because } = endpoint
  return (
    <Card>
      <div className="flex flex-col gap-5">
        {switched_off_because !== null && (
          <Note tone="warn">
            This endpoint has been disabled. {offWords[switched_off_because]} Activate it once it is fixed, and replay
            what it missed.
          </Note>
        )}
        {status === 'active' && failures > 0 && (
          <Note tone="warn">
            The last {failures === 1 ? 'try' : `${failures} attempts`} failed. It is tried again{' '}
            <Time of={rests_until} real />.
          </Note>
        )}
        <DescriptionList
          facts={[
            [
              'Address',
              <span key="u" className="wrap-anywhere">
                {url}
              </span>,
              'long',
            ],
            ['Status', <EndpointStatus key="s" of={endpoint} />],
            [
              'Last delivered',
              last_delivered_at === null ? <None key="l" /> : <Time key="l" of={last_delivered_at} real />,
            ],
            ['Secrets', secrets.length === 1 ? 'One' : 'Two: requests are signed with both'],
            ['Since', <Time key="c" of={endpoint.created_at} real as="date" />],
            [
              'Events',
              <span key="e" className="flex flex-wrap gap-1">
                {events.map((event) => (
                  <Badge key={event}>{event === '*' ? 'All' : event}</Badge>
                ))}
              </span>,
              'long',
            ],
          ]}
        />
      </div>
    </Card>
  )
}

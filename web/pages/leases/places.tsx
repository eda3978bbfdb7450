import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ListedGeofeedLine as FeedLine,
  Geodata as Place,
  LeaseInFull as LeaseView,
} from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None, Prefix, Time } from '../../ui/values.tsx'
import { providerName, terms } from '../../ui/words.ts'
import { FeedEditor } from './feed-editor.tsx'
import { geofeedPath } from './lease-read.ts'

/** Where providers of geodata see the block, and where its lessee says it is used. */

const useFeed = (tenantUUID: string, service_uuid: string) =>
  read(geofeedPath, {
    params: { path: { tenantUUID }, query: { per_page: 256, 'filter[service_uuid]': service_uuid } },
  })

export function Places({ lease }: { readonly lease: LeaseView }) {
  return (
    <div className="flex flex-col gap-4">
      <Seen lease={lease} />
      <Feed lease={lease} />
    </div>
  )
}

const placesOf = (tenantUUID: string, serviceUUID: string) =>
  read('/billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/geodata', {
    params: { path: { tenantUUID, serviceUUID } },
  })

const columns: readonly Column<Place>[] = [
  {
    title: terms.geolocationSource,
    cell: ({ provider }) => <span className="font-medium">{providerName(provider)}</span>,
  },
  { title: 'Country', cell: ({ country_name, country_code }) => `${country_name} (${country_code})` },
  { title: 'State', wide: true, cell: ({ state }) => state ?? <None /> },
  { title: 'City', cell: ({ city_name }) => city_name ?? <None /> },
  { title: 'As of', wide: true, align: 'right', cell: ({ date }) => <Time of={date} as="date" /> },
]

function Seen({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  return (
    <Card title="Geolocation by source" says="Sources differ, and pick up geofeeds at their own pace." flush>
      <Table
        label="Geolocation by source"
        query={useQuery(placesOf(tenantUUID, lease.billing_service.uuid))}
        columns={columns}
        rowKey={({ provider }) => provider}
        expected={2}
        empty={
          <EmptyState icon="globe" title="No geolocation data for this block">
            Geolocation sources that cover this block are listed here.
          </EmptyState>
        }
      />
    </Card>
  )
}

function Feed({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  const { data, error, refetch } = useQuery(useFeed(tenantUUID, lease.billing_service.uuid))
  const [editing, setEditing] = useState(false)
  const over = lease.billing_service.status === 'terminated' ? 'This lease has ended.' : undefined
  const whyNot = useWhyNot('member') ?? over
  const lines = data?.data
  return (
    <Card
      title="Geofeed"
      says="Where you use this block, published for geolocation providers (RFC 8805)."
      actions={
        !editing && (
          <>
            {lines && lines.length > 0 && <Forget lease={lease} />}
            <Button icon="edit" why={whyNot} onClick={() => setEditing(true)}>
              {lines?.length === 0 ? 'Set location' : 'Change'}
            </Button>
          </>
        )
      }
    >
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : !lines ? (
        <Skeleton className="h-16 w-full" />
      ) : editing ? (
        <FeedEditor lease={lease} lines={lines} onDone={() => setEditing(false)} />
      ) : (
        <Lines lines={lines} />
      )}
      <div className="mt-4">
        <p className="mb-1 text-xs text-faint">
          Your company’s geofeed URL, to be referenced in registry records (RFC 9632)
        </p>
        <Code label="Geofeed URL">{`${location.origin}/geofeed/${tenantUUID}.csv`}</Code>
      </div>
    </Card>
  )
}

function Lines({ lines }: { readonly lines: readonly FeedLine[] }) {
  if (lines.length === 0)
    return <p className="text-sm text-soft">Not in your geofeed yet: providers have to guess its location.</p>
  return (
    <ul className="divide-y divide-line text-sm">
      {lines.map(({ notation, country_code, region_code, city_name, postal_code, changed_at }) => (
        <li key={notation} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 first:pt-0">
          <Prefix of={notation} />
          <span>{[country_code, region_code, city_name, postal_code].filter(Boolean).join(', ')}</span>
          <span className="text-xs text-faint">
            updated <Time of={changed_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Forget({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const forget = useWrite(
    () =>
      api.DELETE('/billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/geofeed', {
        params: { path: { tenantUUID, serviceUUID: lease.billing_service.uuid } },
      }),
    { changes: [geofeedPath], inline: true, done: 'Removed from the geofeed.' },
  )
  return (
    <Confirm
      title="Remove this block from the geofeed?"
      says="Providers that read the feed will go back to guessing its location."
      action="Remove"
      problem={forget.problem}
      onConfirm={forget.with()}
      trigger={<Button why={whyNot}>Remove</Button>}
    />
  )
}

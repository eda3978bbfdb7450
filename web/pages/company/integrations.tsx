import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppKey } from '../../../client/portal.gen.ts'
import { warningDays } from '../../../src/identity/app-key/expiry.rules.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useSelection } from '../../ui/bulk/selection.tsx'
import { useNow } from '../../ui/now.ts'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None, Time } from '../../ui/values.tsx'
import { AppKeysBulk } from './app-keys-bulk.tsx'
import { AppKeyActions } from './app-key-actions.tsx'
import { CreateAppKey } from './app-key-create.tsx'
import { FirstCall } from './first-call.tsx'
import { SecretOnce, type NewSecret } from './app-key-secret.tsx'

/** What lets programs in: app keys. */

const page = getRouteApi('/signed-in/c/$company/integrations')

function useAppKeys() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, sort, status = 'live' } = page.useSearch()
  const query = { page: number, 'filter[status]': [status], ...(sort && { sort: [sort] }) }
  return read('/portal/companies/{tenantUUID}/app-keys', { params: { path: { tenantUUID }, query } })
}

const statuses = [
  { value: 'live', label: 'Live' },
  { value: 'revoked', label: 'Revoked' },
] as const

export function Integrations() {
  const { sort, status = 'live' } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const query = useQuery(useAppKeys())
  const selection = useSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ uuid }) => uuid,
    nameOf: ({ name }) => name,
    may: ({ revoked_at }) => revoked_at === null,
  })
  return (
    <>
      <PageHeader
        title="Integrations"
        says="Programs authenticate with an app key: a client ID and secret for this company only."
        actions={<HeadActions onSecret={setSecret} />}
      />
      <div className="flex flex-col gap-4">
        <Card
          flush
          title="App keys"
          actions={
            <Select
              small
              label="Show"
              className="w-28"
              options={statuses}
              value={status}
              onChange={(value) => patch({ status: value === 'live' ? undefined : value })}
            />
          }
        >
          <AppKeysBulk selection={selection} />
          <Table
            label="App keys"
            query={query}
            columns={[selection.column, ...columnsWith(setSecret)]}
            rowKey={({ uuid }) => uuid}
            sort={sort ?? '-created_at'}
            onSort={(sort) => patch({ sort: sort as 'name' })}
            onPage={(number) => patch({ page: number })}
            empty={<NoneHere live={status === 'live'} />}
          />
        </Card>
        {!query.isPending && <FirstCall clientId={firstLive(query.data?.data)?.client_id} />}
      </div>
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

const firstLive = (keys: readonly AppKey[] = []) => keys.find(({ revoked_at }) => revoked_at === null)

function HeadActions({ onSecret }: { readonly onSecret: (secret: NewSecret) => void }) {
  return (
    <>
      <a href="/docs" className={buttonClass('plain')}>
        API documentation
      </a>
      <CreateAppKey onSecret={onSecret} />
    </>
  )
}

function NoneHere({ live }: { readonly live: boolean }) {
  return (
    <EmptyState icon="key" title={live ? 'No app keys yet' : 'No revoked app keys'}>
      {live && 'Create one, select its scopes, and give the client ID and secret to your program.'}
    </EmptyState>
  )
}

const columnsWith = (onSecret: (secret: NewSecret) => void): readonly Column<AppKey>[] => [
  {
    title: 'Name',
    sort: 'name',
    cell: ({ name, client_id }) => (
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="truncate font-mono text-xs text-faint">{client_id}</p>
      </div>
    ),
  },
  {
    title: 'Scopes',
    wide: true,
    cell: ({ scopes }) => (
      <span className="flex flex-wrap gap-1">
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    ),
  },
  {
    title: 'Created',
    sort: 'created_at',
    wide: true,
    cell: ({ created_at }) => <Time of={created_at} real as="date" />,
  },
  {
    title: 'Last used',
    sort: 'last_used_at',
    wide: true,
    cell: ({ last_used_at, last_used_from }) =>
      last_used_at === null ? (
        <span className="text-faint">Never</span>
      ) : (
        <div>
          <Time of={last_used_at} real />
          {last_used_from !== null && <p className="font-mono text-xs text-faint">{last_used_from}</p>}
        </div>
      ),
  },
  { title: 'Status', wide: 'below', cell: (key) => <KeyStatus appKey={key} /> },
  {
    title: 'Actions',
    silent: true,
    align: 'right',
    cell: (key) => (key.revoked_at === null ? <AppKeyActions appKey={key} onSecret={onSecret} /> : <None />),
  },
]

/** As long before its end as owners are first warned by mail. */
const endsSoon = (expires_at: number, now: Date): boolean =>
  expires_at - now.getTime() / 1_000 < warningDays[0] * 86_400

function KeyStatus({ appKey }: { readonly appKey: AppKey }) {
  const { revoked_at, expires_at, secrets, allowed_addresses: places } = appKey
  const now = useNow(true)
  if (revoked_at !== null) return <Status of="revoked" />
  return (
    <div className="flex flex-col">
      <Status of="live" />
      {secrets.length > 1 && <span className="text-xs text-warn">Two active secrets</span>}
      {expires_at !== null && (
        <span className={endsSoon(expires_at, now) ? 'text-xs text-warn' : 'text-xs text-faint'}>
          expires <Time of={expires_at} real />
        </span>
      )}
      {places.length > 0 && (
        <span className="text-xs text-faint">
          from {places[0]}
          {places.length > 1 && ` and ${places.length - 1} more`}
        </span>
      )}
    </div>
  )
}

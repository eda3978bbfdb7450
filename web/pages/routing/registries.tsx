import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RoutingConnector, RoutingObject } from '../../../client/api.gen.ts'
import { connectorKinds } from '../../../src/routing/connector/kind.rules.ts'
import { routingObjectStates } from '../../../src/routing/object/object.states.ts'
import { reasonWords } from '../../../src/routing/object/words.rules.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { connectorsPath, objectsPath, objectStates } from '../../ui/registry/objects.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { ConnectRegistry } from './connect-form.tsx'
import { ConnectorActions } from './connector-actions.tsx'

/** Registries where ROAs and route objects are made for the holder, and how far each of them is. */

const page = getRouteApi('/signed-in/c/$company/offers/routing')

export function Registries() {
  return (
    <>
      <PageHeader
        title="Connected registries"
        says="ROAs and route objects for your lessees’ LOAs are created and removed at your registries for you. Without a connection you get the text to paste, as before."
        actions={<ConnectRegistry />}
      />
      <div className="flex flex-col gap-5">
        <Connectors />
        <Objects />
      </div>
    </>
  )
}

function Connectors() {
  const { uuid: tenantUUID } = useCompany()
  return (
    <Card flush title="Registries">
      <Table
        label="Registries"
        query={useQuery(read(connectorsPath, { params: { path: { tenantUUID }, query: {} } }))}
        columns={connectorColumns}
        rowKey={({ uuid }) => uuid}
        empty={
          <EmptyState icon="webhook" title="No registries connected">
            Connect your CA or your maintainer with a key of least rights. Nothing is changed there before a test has
            passed.
          </EmptyState>
        }
      />
    </Card>
  )
}

function Objects() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, status, within } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const query = { page: number, ...(status && { status: [status] }), ...(within && { within }) }
  const show = (
    <Select
      small
      label="Show"
      className="w-36"
      options={shownStates}
      value={status ?? 'all'}
      onChange={(value) => patch({ status: value === 'all' ? undefined : value, page: undefined })}
    />
  )
  return (
    <Card flush title="ROAs and route objects" actions={show}>
      <Table
        label="ROAs and route objects"
        query={useQuery(read(objectsPath, { params: { path: { tenantUUID }, query } }))}
        columns={objectColumns}
        rowKey={({ uuid }) => uuid}
        onPage={(next) => patch({ page: next })}
        empty={
          <EmptyState icon="data" title="Nothing here">
            What LOAs need appears here once a registry is connected.
          </EmptyState>
        }
      />
    </Card>
  )
}

const shownStates = [
  { value: 'all' as const, label: 'All current' },
  ...routingObjectStates.states.map((value) => ({ value, label: objectStates[value][0] })),
]

const connectorTones: Readonly<Record<RoutingConnector['status'], readonly [label: string, tone: Tone]>> = {
  draft: ['Not tested', 'plain'],
  on: ['On', 'good'],
  paused: ['Paused', 'plain'],
  refused: ['Key refused', 'bad'],
  removed: ['Removed', 'plain'],
}

function ConnectorStatus({ of: { status, stopped, failures } }: { readonly of: RoutingConnector }) {
  const [label, tone] = connectorTones[status]
  if (stopped) return <Status of={status} tone="warn" label="Stopped by the operator" />
  if (status === 'on' && failures > 0) return <Status of={status} tone="warn" label="Failing" />
  return <Status of={status} tone={tone} label={label} />
}

const connectorColumns: readonly Column<RoutingConnector>[] = [
  {
    title: 'Registry',
    cell: ({ title, kind, url }) => (
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-xs wrap-anywhere text-faint">
          {connectorKinds[kind].title} · {URL.parse(url)?.host ?? url}
        </p>
      </div>
    ),
  },
  {
    title: 'Health',
    wide: 'below',
    cell: ({ fault_detail, made, refused }) => (
      <div className="text-xs">
        {fault_detail !== null && <p className="wrap-anywhere text-bad">{fault_detail}</p>}
        <p className="text-faint">
          {made} created{refused > 0 && `, ${refused} need attention`}
        </p>
      </div>
    ),
  },
  { title: 'Status', cell: (connector) => <ConnectorStatus of={connector} /> },
  {
    title: 'Actions',
    silent: true,
    align: 'right',
    wide: 'below',
    cell: (connector) => <ConnectorActions connector={connector} />,
  },
]

const objectColumns: readonly Column<RoutingObject>[] = [
  {
    title: 'Prefix',
    cell: ({ prefix, asn, kind, source }) => (
      <div className="min-w-0">
        <p className="font-mono">{prefix}</p>
        <p className="text-xs text-faint">
          {kind === 'roa' ? 'ROA' : `Route object in ${source ?? ''}`}, AS{asn}
        </p>
      </div>
    ),
  },
  {
    title: 'Why',
    wide: 'below',
    cell: ({ reason, detail }) =>
      reason && (
        <span className="text-xs wrap-anywhere">
          {reasonWords[reason]} {detail}
        </span>
      ),
  },
  {
    title: 'Status',
    cell: ({ status }) => <Status of={status} label={objectStates[status][0]} tone={objectStates[status][1]} />,
  },
  {
    title: 'Actions',
    silent: true,
    align: 'right',
    cell: (object) => object.status === 'refused' && <Retry object={object} />,
  },
]

function Retry({ object: { uuid: objectUUID } }: { readonly object: RoutingObject }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('member')
  const path = { tenantUUID, objectUUID }
  const retry = useWrite(() => api.POST(`${objectsPath}/{objectUUID}/retry`, { params: { path } }), {
    changes: [objectsPath, connectorsPath],
    done: 'Trying again.',
  })
  return (
    <Button busy={retry.busy} why={whyNot} onClick={() => retry.run()}>
      Try again
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { DnsServer } from '../../../client/api.gen.ts'
import { dnsServerStates } from '../../../src/dns/server/server.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Connections } from './connections.tsx'
import { offersPath, serverPath, serversPath } from './dns-read.ts'
import { AddServer } from './server-form.tsx'

/** The name servers at which lessees' reverse names are written, and for which listings. */

const page = getRouteApi('/signed-in/c/$company/name-servers')

export function Servers() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1 } = page.useSearch()
  return (
    <ListPage
      title="Name servers"
      says="Let lessees set reverse DNS themselves, at your own servers."
      actions={<AddServer />}
      query={useQuery(read(serversPath, { params: { path: { tenantUUID }, query: { page: number } } }))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      empty={
        <EmptyState icon="data" title="No name servers yet">
          Add the server that has your reverse zones, then connect your listings to it.
        </EmptyState>
      }
    >
      <div className="mt-4">
        <Connections />
      </div>
    </ListPage>
  )
}

const columns: readonly Column<DnsServer>[] = [
  { title: 'Name', cell: (server) => <Title of={server} /> },
  {
    title: 'Address',
    wide: 'below',
    cell: ({ address }) => <span className="wrap-anywhere text-soft">{address}</span>,
  },
  { title: 'Pending', wide: true, align: 'right', cell: ({ waiting }) => waiting },
  { title: 'Status', cell: (server) => <ServerStatus of={server} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (server) => <Actions of={server} /> },
]

function Title({ of: { title, own, fault, zone_faults } }: { readonly of: DnsServer }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        {!own && <Badge>Marketplace</Badge>}
      </p>
      {fault !== null && <p className="text-xs text-bad wrap-anywhere">The server {fault}.</p>}
      {zone_faults.map((one) => (
        <p key={one.zone} className="text-xs text-bad wrap-anywhere">
          <span className="font-mono">{one.zone}</span>: {one.fault}
        </p>
      ))}
    </div>
  )
}

function ServerStatus({ of: { status, failures, zone_faults } }: { readonly of: DnsServer }) {
  if (status === 'active' && failures > 0) return <Status of="failing" tone="bad" />
  if (status === 'active' && zone_faults.length > 0) return <Status of="failing" tone="warn" label="Zones refused" />
  return <Status of={status} />
}

function Actions({ of: server }: { readonly of: DnsServer }) {
  const { uuid: tenantUUID } = useCompany()
  const member = useWhyNot('member')
  const whyNot = server.own ? member : 'The marketplace runs this one.'
  const [removing, setRemoving] = useState(false)
  const params = { path: { tenantUUID, serverUUID: server.uuid } }
  const changes = [serversPath, offersPath] as const
  const test = useWrite(() => api.POST(`${serverPath}/test`, { params }), {
    changes,
    done: (answer) => [testWords(answer?.data ?? [])],
  })
  const to = server.status === 'active' ? ('paused' as const) : ('active' as const)
  const move = useWrite(() => api.PATCH(serverPath, { params, body: { status: to } }), { changes })
  const remove = useWrite(() => api.DELETE(serverPath, { params }), { changes, inline: true, done: 'Removed.' })
  const trigger = to === 'active' ? 'activate' : 'pause'
  const entries = [
    { label: 'Test', icon: 'bolt' as const, onPick: () => test.run(), why: whyNot },
    {
      label: to === 'active' ? 'Activate' : 'Pause',
      icon: 'clock' as const,
      onPick: () => move.run(),
      why: whyNot ?? whyNotNow(dnsServerStates, server.status, trigger),
    },
  ]
  const last = { label: 'Remove', icon: 'trash' as const, danger: true, onPick: () => setRemoving(true), why: whyNot }
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={`Actions for ${server.title}`} />} entries={[entries, [last]]} />
      <Confirm
        open={removing}
        onOpen={setRemoving}
        title={`Remove ${server.title}?`}
        says="Its key is forgotten, and nothing more is sent there. Records that are there stay."
        action="Remove"
        problem={remove.problem}
        onConfirm={remove.with()}
      />
    </>
  )
}

function testWords(tests: readonly { readonly zone: string; readonly fault: string | null }[]): string {
  const bad = tests.find(({ fault }) => fault !== null)
  if (bad) return `${bad.zone}: ${bad.fault}`
  return tests.length === 0 ? 'It answers; there is no zone to try yet.' : `It takes changes of ${tests.length} zones.`
}

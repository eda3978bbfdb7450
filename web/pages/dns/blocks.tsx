import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReverseBlock } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Count, Prefix } from '../../ui/values.tsx'
import { blocksPath } from './dns-read.ts'

/** Leased blocks, and what reverse DNS they have. */

const page = getRouteApi('/signed-in/c/$company/reverse-dns')

export function Blocks() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { page: number = 1 } = page.useSearch()
  return (
    <ListPage
      title="Reverse DNS"
      says="Host names for the addresses you lease, served by the holder’s name servers or delegated to yours."
      query={useQuery(read(blocksPath, { params: { path: { tenantUUID }, query: { page: number } } }))}
      columns={columns}
      rowKey={({ service_uuid }) => service_uuid}
      to={({ block }) => ({ to: '/c/$company/reverse-dns/$notation', params: { company, notation: block } })}
      empty={
        <EmptyState icon="tree" title="No leases yet">
          Once you lease a block, you set its reverse DNS here.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<ReverseBlock>[] = [
  { title: 'Block', cell: ({ block }) => <Prefix of={block} /> },
  { title: 'Names', align: 'right', cell: ({ names }) => <Count of={names} /> },
  { title: 'Pending', wide: true, align: 'right', cell: ({ waiting }) => <Count of={waiting} /> },
  { title: 'Status', cell: (block) => <BlockStatus of={block} /> },
]

function BlockStatus({ of: { connected, waiting, fault } }: { readonly of: ReverseBlock }) {
  if (!connected) return <Status of="unavailable" tone="plain" label="Not offered" />
  if (fault !== null) return <Status of="failing" tone="bad" label="Name server down" />
  return waiting > 0 ? <Status of="pending" tone="info" /> : <Status of="live" tone="good" label="Up to date" />
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReverseName } from '../../../client/api.gen.ts'
import {
  addressCount,
  childCount,
  children,
  firstAddress,
  formatAddress,
  formatPrefix,
  nthChild,
  parsePrefix,
  type Prefix as Block,
} from '../../../src/kernel/ip/index.ts'
import { read } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None } from '../../ui/values.tsx'
import { Delegations } from './delegations.tsx'
import { blocksPath, namesPath } from './dns-read.ts'
import { ImportNames } from './import-names.tsx'
import { EditName, NameAll } from './name-form.tsx'

/** The names of a leased block, a /24 at a time. */

const page = getRouteApi('/signed-in/c/$company/reverse-dns/$notation')

export function Block() {
  const { param: company, uuid: tenantUUID } = useCompany()
  const { notation } = page.useParams()
  const isOffered = useOffered(notation)
  const parsed = parsePrefix(notation)
  const block = parsed.ok && parsed.value.family === 4 && parsed.value.length >= 8 ? parsed.value : null
  const above = (
    <BackLink to="/c/$company/reverse-dns" params={{ company }}>
      Reverse DNS
    </BackLink>
  )
  if (block === null)
    return (
      <>
        <PageHeader title="Reverse names" above={above} />
        <Card>
          <EmptyState icon="tree" title="Not an IPv4 block" />
        </Card>
      </>
    )
  return (
    <>
      <PageHeader
        title={`Reverse names of ${notation}`}
        above={above}
        actions={
          isOffered === true && (
            <>
              <CsvLink href={`/dns/${tenantUUID}/reverse/names.csv`} by={{ 'filter[block]': notation }} />
              <ImportNames />
              <NameAll block={notation} />
            </>
          )
        }
      />
      {isOffered === undefined ? (
        <Skeleton className="h-96 w-full rounded-lg" />
      ) : isOffered ? (
        <div className="grid grid-cols-1 gap-4">
          <Names block={block} />
          <Delegations block={block} />
        </div>
      ) : (
        <NotOffered />
      )}
    </>
  )
}

/** Undefined until it is known. What is not among the first hundred may be: then the API says so when something is named. */
function useOffered(notation: string): boolean | undefined {
  const { uuid: tenantUUID } = useCompany()
  const query = { per_page: 100 }
  const { data, error } = useQuery(read(blocksPath, { params: { path: { tenantUUID }, query } }))
  if (!data) return error ? true : undefined
  return data.data.find(({ block }) => block === notation)?.connected ?? true
}

function NotOffered() {
  return (
    <Card>
      <EmptyState icon="tree" title="No reverse DNS for this block yet">
        Its holder has connected no name server. Ask them to: you can then name every address here, or delegate the
        block to servers of your own.
      </EmptyState>
    </Card>
  )
}

const perTable = 256

interface Row {
  readonly address: string
  readonly name: ReverseName | undefined
}

function Names({ block }: { readonly block: Block }) {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const parts = block.length < 24 ? childCount(block, 24) : 1
  const part = block.length < 24 ? nthChild(block, 24, Math.min(number, parts) - 1) : block
  const filter = { 'filter[block]': formatPrefix(part), per_page: perTable }
  const asked = useQuery({
    ...read(namesPath, { params: { path: { tenantUUID }, query: filter } }),
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'wanted') ? 2_000 : 30_000),
  })
  const { error, isPlaceholderData, refetch } = asked
  const data = asked.data && { data: rowsOf(part, asked.data.data), meta: metaOf(block, number, parts) }
  return (
    <Card
      flush
      title={formatPrefix(part)}
      says="A change takes effect within moments; resolvers may remember the old name for an hour."
    >
      <Table
        label={`Addresses of ${formatPrefix(part)}`}
        query={{ data, error, isPlaceholderData, refetch }}
        columns={columns}
        rowKey={({ address }) => address}
        onPage={(next) => patch({ page: next })}
        expected={20}
        empty={null}
      />
    </Card>
  )
}

function rowsOf(part: Block, names: readonly ReverseName[]): Row[] {
  const known = new Map(names.map((name) => [name.address, name]))
  return [...children(part, 32)].map((host) => {
    const address = formatAddress(firstAddress(host))
    return { address, name: known.get(address) }
  })
}

const metaOf = (block: Block, number: number, parts: number) => ({
  current_page: number,
  last_page: parts,
  per_page: perTable,
  from: (number - 1) * perTable + 1,
  to: Math.min(number * perTable, addressCount(block)),
  total: addressCount(block),
})

const columns: readonly Column<Row>[] = [
  { title: 'Address', cell: ({ address }) => <code className="font-mono text-xs">{address}</code> },
  {
    title: 'Name',
    wide: 'below',
    cell: ({ name }) => (name ? <span className="wrap-anywhere">{name.name}</span> : <None />),
  },
  { title: 'State', cell: ({ name }) => name && <NameState of={name} /> },
  { title: 'Change', silent: true, align: 'right', cell: (row) => <Edit row={row} /> },
]

const states = {
  wanted: { tone: 'info', label: 'Pending' },
  sent: { tone: 'good', label: 'Sent' },
  seen: { tone: 'good', label: 'Live' },
} as const

const NameState = ({ of: { state } }: { readonly of: ReverseName }) => <Status of={state} {...states[state]} />

function Edit({ row }: { readonly row: Row }) {
  const whyNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const label = `Change the name of ${row.address}`
  return (
    <>
      <IconButton small icon="edit" label={label} why={whyNot} onClick={() => setOpen(true)} />
      {open && <EditName {...row} onClose={() => setOpen(false)} />}
    </>
  )
}

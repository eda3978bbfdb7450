import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { NetworkImport as Import } from '../../../client/portal.gen.ts'
import { importStates } from '../../../src/network/import/import.states.ts'
import { read } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { List } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Count, None, Time } from '../../ui/values.tsx'
import { ImportStatus } from './import-status.tsx'
import { kindOptions, kindTitle } from './kinds.ts'
import { NetworkHead } from './network-head.tsx'

/** What was imported, what runs, and what was refused. */

const page = getRouteApi('/signed-in/operator/network/imports')

function useImports() {
  const { page: number = 1, status, kind } = page.useSearch()
  const filter = { ...(status && { 'filter[status]': [status] }), ...(kind && { 'filter[kind]': [kind] }) }
  return read('/portal/operator/network/imports', { params: { query: { page: number, ...filter } } })
}

const isUnderWay = ({ status }: { readonly status: string }) => status === 'waiting' || status === 'running'

const statuses = importStates.states.map((value) => ({ value, label: sentence(value) }))

export function Imports() {
  const { status, kind } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const filtered = status !== undefined || kind !== undefined
  const imports = useQuery({
    ...useImports(),
    refetchInterval: (query) => (query.state.data?.data.some(isUnderWay) ? 2_000 : false),
  })
  return (
    <>
      <NetworkHead />
      <List
        filters={
          <Filters
            label="Filter imports"
            onClear={filtered ? () => patch({ status: undefined, kind: undefined }) : undefined}
          >
            <ChoiceFilter
              label="Kind"
              any="Any kind"
              className="w-56"
              options={kindOptions}
              value={kind}
              onChange={(value) => patch({ kind: value })}
            />
            <ChoiceFilter
              label="Status"
              any="Any status"
              options={statuses}
              value={status}
              onChange={(value) => patch({ status: value })}
            />
          </Filters>
        }
        label="Imports"
        query={imports}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => ({ to: '/operator/network/imports/$import', params: { import: uuid } })}
        expected={8}
        empty={
          <EmptyState icon="download" title={filtered ? 'No matching imports' : 'No imports yet'}>
            Imports are listed here with their row counts and why rows were rejected.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: readonly Column<Import>[] = [
  {
    title: 'Import',
    cell: ({ kind, name, trial }) => (
      <>
        {name ?? kindTitle(kind)}
        <span className="block text-xs font-normal text-faint">
          {kindTitle(kind)}
          {trial && ', a test'}
        </span>
      </>
    ),
  },
  {
    title: 'From',
    wide: true,
    cell: ({ origin }) => (
      <p className="max-w-56 truncate text-xs text-soft" title={origin}>
        {origin}
      </p>
    ),
  },
  { title: 'Rows', align: 'right', wide: true, cell: ({ rows }) => <Count of={rows} /> },
  {
    title: 'Rejected',
    align: 'right',
    wide: true,
    cell: ({ refused }) => (refused === 0 ? <None /> : <Count of={refused} />),
  },
  { title: 'Requested', wide: true, cell: ({ asked_at }) => <Time of={asked_at} real /> },
  { title: 'Status', cell: (one) => <ImportStatus of={one} /> },
]

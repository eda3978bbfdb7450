import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { HolderLetter as Row } from '../../../client/api.gen.ts'
import { letterStates, type LetterStatus } from '../../../src/letters/letter/letter.states.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { useSelection } from '../../ui/bulk/selection.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Lengths, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { LettersBulk } from './bulk/letters-bulk.tsx'
import { letterTones, stateOf } from './letter-read.ts'

/** Letters of authorisation on our blocks: what lessees wait for stands first. */

const page = getRouteApi('/signed-in/c/$company/letters-to-do')

function useLetters() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, sort, status, asn } = page.useSearch()
  return read('/billing/v1/{tenantUUID}/market/letters', {
    params: {
      path: { tenantUUID },
      query: {
        page: number,
        ...(sort && { sort: [sort] }),
        ...(status && { statuses: [status] }),
        ...(asn !== undefined && { asn }),
      },
    },
  })
}

export function Letters() {
  const { param: company } = useCompany()
  const search = page.useSearch()
  const query = useQuery(useLetters())
  const selection = useSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ uuid }) => uuid,
    nameOf: ({ subnet, asn }) => `${subnet} for AS${asn}`,
    may: (letter) => letterStates.can(stateOf(letter), 'revoke'),
  })
  return (
    <ListPage
      title={terms.loaRequests}
      says="Lessees need a ROA, and often a route object, from you before they announce a block. Each request says exactly which."
      filters={
        <>
          <LetterFilters />
          <LettersBulk selection={selection} />
        </>
      }
      label="LOAs for your blocks"
      query={query}
      columns={[selection.column, ...columns]}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) => ({
        to: '/c/$company/letters-to-do/$holderLetter',
        params: { company, holderLetter: uuid },
      })}
      sort={search.sort ?? '-created_at'}
      empty={
        <EmptyState icon="letter" title="No LOA requests">
          When a lessee requests an LOA for one of your blocks, it appears here with what you need to do at your
          registry.
        </EmptyState>
      }
    />
  )
}

function LetterFilters() {
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { status, asn } = search
  const clear = status ?? asn
  return (
    <Filters
      label="Filter LOA requests"
      onClear={clear === undefined ? undefined : () => patch({ status: undefined, asn: undefined })}
    >
      <ChoiceFilter
        label="Status"
        any="Any status"
        options={letterStates.states.map((value) => ({ value, label: sentence(value) }))}
        value={status}
        onChange={(value) => patch({ status: value })}
      />
      <TextFilter
        label="AS number"
        placeholder="AS64500"
        mono
        className="w-32"
        value={asn === undefined ? undefined : String(asn)}
        onChange={(value) => patch({ asn: Number(value?.replace(/^AS/i, '')) || undefined })}
      />
    </Filters>
  )
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Block',
    sort: 'address',
    cell: ({ subnet, max_length }) => <Lengths of={subnet} maxLength={max_length} />,
  },
  {
    title: 'AS number',
    wide: 'below',
    cell: ({ asn, as_name }) => (
      <span>
        <span className="font-mono">AS{asn}</span>
        {as_name && <span className="block max-w-40 truncate text-xs text-faint max-md:hidden">{as_name}</span>}
      </span>
    ),
  },
  { title: 'Issued to', wide: true, cell: ({ company_name }) => company_name },
  {
    title: 'Status',
    cell: ({ status }) => <Status of={status} tone={letterTones[status.toLowerCase() as LetterStatus]} />,
  },
  { title: 'Waiting for', wide: true, cell: (row) => <span className="text-soft">{nextStep(row)}</span> },
  {
    title: 'Requested',
    wide: true,
    align: 'right',
    sort: 'created_at',
    cell: ({ created_at }) => <Time of={created_at} />,
  },
]

function nextStep({ status, readiness, reason }: Row): string {
  if (status === 'Active') return 'Nothing: issued to the lessee.'
  if (status !== 'Pending') return reason ?? 'Nothing more.'
  return readiness.find(({ required, done }) => required && !done)?.description ?? 'Your confirmation.'
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { Letter } from '../../../client/api.gen.ts'
import { letterStates } from '../../../src/letters/letter/letter.states.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { BulkBar } from '../../ui/bulk/bar.tsx'
import { useSelection } from '../../ui/bulk/selection.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Lengths, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { fileOf, LetterDetails, LetterState, Revoke, stateOf, waitsFor } from './letter.tsx'
import { lettersOf } from './lease-read.ts'
import { asnIn } from './wish.ts'

/** All letters of the company, over all that it leases. */

const page = getRouteApi('/signed-in/c/$company/letters')
type Search = ReturnType<typeof page.useSearch>

export function Letters() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { status, letter: shown, ...search } = page.useSearch()
  const query = useQuery(lettersOf(tenantUUID, { ...search, statuses: status }))
  const rows = query.data?.data ?? []
  const selection = useSelection({ rows, keyOf: ({ uuid }) => uuid, nameOf, may: mayRevoke })
  const filtered = status !== undefined || search.asn !== undefined
  return (
    <ListPage
      title={terms.loas}
      says="Letters of authorisation for your upstreams: which AS may announce the blocks you lease."
      actions={
        <LinkButton look="primary" icon="plus" to="/c/$company/letters/new" params={{ company }}>
          Request LOAs
        </LinkButton>
      }
      filters={
        <>
          <LetterFilters />
          <BulkBar selection={selection} nouns={['LOA', 'LOAs']}>
            <Revoke letters={selection.chosen} onDone={selection.clear} small />
          </BulkBar>
        </>
      }
      query={query}
      columns={[selection.column, ...columns]}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) =>
        ({ to: '.', search: (old: object) => ({ ...old, letter: uuid }), resetScroll: false }) as LinkProps
      }
      sort={search.sort ?? '-created_at'}
      empty={filtered ? <NoneFound /> : <NoneYet />}
    >
      <Shown letter={rows.find(({ uuid }) => uuid === shown)} />
    </ListPage>
  )
}

function Shown({ letter }: { readonly letter: Letter | undefined }) {
  const { page: number } = page.useSearch()
  const patch = usePatchSearch<Search>()
  return (
    <Dialog
      wide
      title={letter ? `LOA for ${letter.subnet}, AS${letter.asn}` : 'LOA'}
      says={letter && <LetterState letter={letter} />}
      open={letter !== undefined}
      onOpen={(open) => !open && patch({ letter: undefined, page: number })}
    >
      {letter && <LetterDetails letter={letter} />}
    </Dialog>
  )
}

const mayRevoke = (letter: Letter): boolean => letterStates.can(stateOf(letter), 'revoke')
const nameOf = ({ subnet, asn }: Letter): string => `the LOA for ${subnet}, AS${asn}`

const columns: readonly Column<Letter>[] = [
  { title: 'Block', cell: ({ subnet, max_length }) => <Lengths of={subnet} maxLength={max_length} /> },
  { title: 'AS', wide: 'below', cell: (letter) => <Network letter={letter} /> },
  { title: 'Status', wide: 'below', cell: (letter) => <Standing letter={letter} /> },
  { title: 'Requested', sort: 'created_at', wide: true, cell: ({ created_at }) => <Time of={created_at} /> },
  { title: 'Download', silent: true, align: 'right', cell: (letter) => <TakeAlong letter={letter} /> },
]

/** The letter itself, and where others see that it is real. */
function TakeAlong({ letter }: { readonly letter: Letter }) {
  const { uuid: tenantUUID } = useCompany()
  const { subnet, asn, status, verification_url: url } = letter
  return (
    <div className="flex gap-2">
      {url !== null && (
        <span className="max-md:hidden">
          <CopyButton text={url} label="Copy verification link" />
        </span>
      )}
      {status === 'Active' && (
        <DownloadLink small href={fileOf(tenantUUID, letter)} label={`PDF of the LOA for ${subnet}, AS${asn}`}>
          PDF
        </DownloadLink>
      )}
    </div>
  )
}

function Network({ letter: { asn, as_name } }: { readonly letter: Letter }) {
  return (
    <div className="min-w-0">
      <p className="font-mono text-[0.95em]">AS{asn}</p>
      {as_name && <p className="max-w-40 truncate text-xs text-faint max-md:hidden">{as_name}</p>}
    </div>
  )
}

function Standing({ letter }: { readonly letter: Letter }) {
  const step = waitsFor(letter)
  return (
    <div className="min-w-0">
      <LetterState letter={letter} />
      {step && <p className="max-w-72 text-xs text-faint max-md:hidden">{step.description}</p>}
    </div>
  )
}

const statusOptions = letterStates.states.map((value) => ({ value, label: sentence(value) }))

function LetterFilters() {
  const { status, asn } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const clear = () => patch({ status: undefined, asn: undefined })
  return (
    <Filters label="Filter LOAs" onClear={(status ?? asn) ? clear : undefined}>
      <ChoiceFilter
        label="Status"
        any="Any status"
        options={statusOptions}
        value={status}
        onChange={(next) => patch({ status: next })}
      />
      <TextFilter
        label="AS number"
        placeholder="AS number"
        mono
        className="w-28"
        value={asn === undefined ? undefined : `AS${asn}`}
        onChange={(typed) => patch({ asn: asnIn(typed) })}
      />
    </Filters>
  )
}

function NoneFound() {
  return (
    <EmptyState icon="search" title="No matching LOAs">
      None of your LOAs matches these filters. Clear some of them.
    </EmptyState>
  )
}

function NoneYet() {
  const { param: company } = useCompany()
  return (
    <EmptyState
      icon="letter"
      title="No LOAs yet"
      action={
        <LinkButton look="primary" icon="plus" to="/c/$company/letters/new" params={{ company }}>
          Request LOAs
        </LinkButton>
      }
    >
      You need an LOA before your network announces a leased block. Enter the AS, the holder creates the ROA, and the
      LOA is released once the ROA is visible.
    </EmptyState>
  )
}

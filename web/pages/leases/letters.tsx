import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Letter } from '../../../client/api.gen.ts'
import { letterStates } from '../../../src/letters/letter/letter.states.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { Checkbox } from '../../ui/field.tsx'
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = query.data?.data ?? []
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
          <Chosen letters={rows.filter(({ uuid }) => chosen.has(uuid))} onDone={() => setChosen(new Set())} />
        </>
      }
      query={query}
      columns={[chooseFrom(rows, chosen, setChosen), ...columns]}
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

type Choose = (chosen: ReadonlySet<string>) => void

const mayRevoke = (letter: Letter): boolean => letterStates.can(stateOf(letter), 'revoke')

/** Boxes, for what can be done with many at once. */
function chooseFrom(rows: readonly Letter[], chosen: ReadonlySet<string>, choose: Choose): Column<Letter> {
  const all = rows.filter(mayRevoke).map(({ uuid }) => uuid)
  const set = (uuids: readonly string[], on: boolean) =>
    choose(new Set([...chosen].filter((uuid) => !uuids.includes(uuid)).concat(on ? uuids : [])))
  return {
    title: 'Select',
    silent: true,
    ...(all.length > 0 && {
      head: (
        <Checkbox
          label={<span className="sr-only">Select all on this page</span>}
          checked={all.every((uuid) => chosen.has(uuid))}
          onChange={(on) => set(all, on)}
        />
      ),
    }),
    cell: (letter) =>
      mayRevoke(letter) && (
        <Checkbox
          label={<span className="sr-only">{`Select the LOA for ${letter.subnet}, AS${letter.asn}`}</span>}
          checked={chosen.has(letter.uuid)}
          onChange={(on) => set([letter.uuid], on)}
        />
      ),
  }
}

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

function Chosen({ letters, onDone }: { readonly letters: readonly Letter[]; readonly onDone: () => void }) {
  if (letters.length === 0) return null
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line bg-accent-wash px-4 py-2 text-sm">
      <p aria-live="polite">
        {letters.length} {letters.length === 1 ? 'LOA' : 'LOAs'} selected
      </p>
      <Revoke letters={letters} onDone={onDone} />
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

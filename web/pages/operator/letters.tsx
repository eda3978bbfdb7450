import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { OperatorLetter as Letter } from '../../../client/portal.gen.ts'
import { letterStates, type LetterStatus } from '../../../src/letters/letter/letter.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Lengths, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { CompanyLink } from './company-link.tsx'
import { ReasonDialog } from './reason.tsx'
import { letterStatuses } from './routes.ts'

/** Letters of authorisation of all companies. */

const page = getRouteApi('/signed-in/operator/letters')
const listPath = '/portal/operator/letters'
const options = letterStatuses.map((value) => ({ value, label: value }))

function useLetters() {
  const { page: number = 1, status, asn } = page.useSearch()
  const query = { page: number, ...(status && { statuses: [status] }), ...(asn !== undefined && { asn }) }
  return read(listPath, { params: { query } })
}

export function Letters() {
  const { status, asn } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const filtered = status !== undefined || asn !== undefined
  return (
    <ListPage
      title={terms.allLoas}
      says="LOAs of every company, and what they are waiting for."
      filters={
        <Filters
          label="Filter LOAs"
          onClear={filtered ? () => patch({ status: undefined, asn: undefined }) : undefined}
        >
          <ChoiceFilter
            label="Status"
            any="Any status"
            options={options}
            value={status}
            onChange={(value) => patch({ status: value })}
          />
          <TextFilter
            label="AS number"
            placeholder="AS number"
            mono
            className="w-32"
            value={asn === undefined ? undefined : String(asn)}
            onChange={(value) => patch({ asn: asNumber(value) })}
          />
        </Filters>
      }
      label={terms.loas}
      query={useQuery(useLetters())}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      empty={
        <EmptyState icon="letter" title={filtered ? 'No matching LOAs' : 'No LOAs yet'}>
          Lessees request LOAs for the blocks they lease, so that upstreams accept their announcements.
        </EmptyState>
      }
    />
  )
}

const asNumber = (typed: string | undefined) => {
  const digits = /^(?:as)?(\d{1,10})$/i.exec(typed ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const columns: readonly Column<Letter>[] = [
  {
    title: 'LOA',
    cell: ({ subnet, max_length, asn, as_name, status }) => (
      <div className="min-w-0">
        <p className="font-medium">
          <Lengths of={subnet} maxLength={max_length} />
        </p>
        <p className="truncate text-xs text-faint">
          AS{asn} {as_name}
        </p>
        <p className="text-xs md:hidden">
          <Status of={status} />
        </p>
      </div>
    ),
  },
  {
    title: 'For',
    wide: true,
    cell: ({ tenant_uuid, company_name }) => (
      <span className="block max-w-56 truncate whitespace-nowrap">
        <CompanyLink tenant={tenant_uuid} title={company_name} />
      </span>
    ),
  },
  { title: 'Waiting for', wide: true, cell: (letter) => <Waits letter={letter} /> },
  { title: 'Requested', wide: true, cell: ({ created_at }) => <Time of={created_at} /> },
  { title: 'Status', wide: true, cell: ({ status }) => <Status of={status} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (letter) => <Decide letter={letter} /> },
]

function Waits({ letter: { status, readiness } }: { readonly letter: Letter }) {
  const missing = readiness.find(({ required, done, name }) => required && !done && name !== 'released')
  if (status !== 'Pending') return <span className="text-faint">Nothing</span>
  return <span className="text-soft">{missing?.description ?? 'Release'}</span>
}

function Decide({ letter }: { readonly letter: Letter }) {
  const { uuid: letterUUID, subnet, asn, status } = letter
  const state = status.toLowerCase() as LetterStatus
  const path = { path: { letterUUID } }
  const settings = { changes: [listPath], inline: true } as const
  const release = useWrite(() => api.POST(`${listPath}/{letterUUID}/confirm`, { params: path }), {
    ...settings,
    done: `LOA for ${subnet} released.`,
  })
  const revoke = useWrite(
    (reason: string) => api.POST(`${listPath}/{letterUUID}/revoke`, { params: path, body: { reason } }),
    { ...settings, done: `LOA for ${subnet} revoked.` },
  )
  return (
    <span className="flex justify-end gap-1 max-sm:flex-col">
      {letterStates.can(state, 'release') && (
        <Confirm
          harmless
          title={`Release LOA for ${subnet}?`}
          says={`AS${asn} may announce the block from now on, and anyone who verifies the LOA is told so. It can be revoked later.`}
          action="Release"
          problem={release.problem}
          onConfirm={() => release.runAsync()}
          trigger={
            <Button small aria-label={`Release LOA for ${subnet}`}>
              Release
            </Button>
          }
        />
      )}
      {letterStates.can(state, 'revoke') && (
        <ReasonDialog
          title={`Revoke LOA for ${subnet}?`}
          says={`AS${asn} may no longer announce the block, and anyone who verifies the LOA is told so. This cannot be undone.`}
          action="Revoke"
          hint="Shown to the lessee and the holder."
          problem={revoke.problem}
          onConfirm={revoke.runAsync}
          trigger={
            <Button small look="quiet" aria-label={`Revoke LOA for ${subnet}`}>
              Revoke
            </Button>
          }
        />
      )}
    </span>
  )
}

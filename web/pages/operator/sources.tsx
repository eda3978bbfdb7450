import { useQuery } from '@tanstack/react-query'
import type { NetworkSource as Source } from '../../../client/portal.gen.ts'
import type { KindName } from '../../../src/network/kinds.rules.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { Status } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, None, Time } from '../../ui/values.tsx'
import { kindTitle } from './kinds.ts'
import { NetworkHead } from './network-head.tsx'
import { useStartImport } from './start-import.tsx'

/** Where network data comes from, and how old it is. */

const listPath = '/portal/operator/network/sources'
const sources = () => read(listPath)

export function Sources() {
  return (
    <>
      <NetworkHead />
      <Card flush>
        <Table
          label="Sources"
          query={useQuery({ ...sources(), staleTime: 0 })}
          columns={columns}
          rowKey={({ kind, name }) => `${kind} ${name ?? ''}`}
          expected={8}
          empty={
            <EmptyState icon="data" title="No data yet">
              Without routes and ROAs, LOAs cannot be released and routing health is unknown. Set
              SUBLET_SOURCES=recommended, add a source, or import a file to begin.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const columns: readonly Column<Source>[] = [
  {
    title: 'Source',
    cell: ({ kind, name, title }) => (
      <div className="min-w-0">
        <p className="font-medium">{kindTitle(kind)}</p>
        <p className="text-xs text-faint">{title ?? name ?? 'Not imported yet'}</p>
      </div>
    ),
  },
  {
    title: 'From',
    wide: true,
    cell: ({ origin, configured_url: configured }) => {
      const shown = origin ?? configured
      return shown === null ? (
        <None />
      ) : (
        <p className="max-w-56 truncate text-xs text-soft" title={shown}>
          {shown}
        </p>
      )
    },
  },
  { title: 'Rows', align: 'right', wide: true, cell: ({ rows }) => (rows === null ? <None /> : <Count of={rows} />) },
  {
    title: 'Rejected',
    align: 'right',
    wide: true,
    cell: ({ refused }) => (refused ? <Count of={refused} /> : <None />),
  },
  { title: 'Data of', wide: true, cell: (source) => <Age source={source} /> },
  {
    title: 'Status',
    cell: (source) => (
      <>
        <Freshness source={source} />
        {source.paused_at !== null && (
          <p className="text-xs text-warn">
            Paused since <Time of={source.paused_at} real />
          </p>
        )}
      </>
    ),
  },
  { title: 'Actions', silent: true, align: 'right', cell: (source) => <Actions source={source} /> },
]

/** Of when it is, and since when it is here: a sample of long ago may have come with this morning's start. */
function Age({ source: { taken_at, imported_at, fresh_seconds } }: { readonly source: Source }) {
  if (taken_at === null) return <None />
  return (
    <div>
      <Time of={taken_at} as={fresh_seconds === null ? 'date' : 'relative'} real />
      <p className="text-xs text-faint">
        Imported <Time of={imported_at} real />
      </p>
    </div>
  )
}

/** What is given by hand or comes with the program is never too old; everything else until its limit has passed. */
function Freshness({ source: { stale, taken_at, fresh_seconds } }: { readonly source: Source }) {
  if (stale === null || taken_at === null) return <Status of="none" label="Not imported" />
  if (fresh_seconds === null)
    return (
      <div>
        <Status of="none" label="Fixed sample" />
        <p className="text-xs text-faint">Not renewed</p>
      </div>
    )
  return (
    <div>
      {stale ? <Status of="warning" label="Stale" /> : <Status of="ok" label="Fresh" />}
      <p className="text-xs text-faint">
        {stale ? 'Stale since' : 'Stale'} <Time of={taken_at + fresh_seconds} real />
      </p>
    </div>
  )
}

function Actions({ source }: { readonly source: Source }) {
  const { kind, name, configured_url: configured, imported_at: imported, added } = source
  return (
    <span className="flex items-center justify-end gap-1">
      {configured !== null && <Fetching source={source} kind={kind as KindName} url={configured} />}
      {name !== null && (imported !== null || added) && <Remove kind={kind as KindName} name={name} />}
    </span>
  )
}

interface FetchingProps {
  readonly source: Source
  readonly kind: KindName
  readonly url: string
}

/** What can be done about a source that is fetched by itself. */
function Fetching({ source: { name, paused_at: paused }, kind, url }: FetchingProps) {
  const called = name ?? kind
  const start = useStartImport(false)
  const asked = { kind, ...(name !== null && { name }) }
  const body = { kind, url }
  const pause = useWrite(() => api.POST('/portal/operator/network/sources/pause', { body }), {
    changes: [listPath],
    done: `${called} paused.`,
  })
  const resume = useWrite(() => api.POST('/portal/operator/network/sources/resume', { body }), {
    changes: [listPath],
    done: `${called} resumed.`,
  })
  const importing = {
    label: 'Import now',
    why: paused === null ? undefined : 'Resume it first.',
    onPick: () => start.run(asked),
  }
  const testing = { label: 'Test', onPick: () => start.run({ ...asked, trial: true }) }
  const switching =
    paused === null ? { label: 'Pause', onPick: () => pause.run() } : { label: 'Resume', onPick: () => resume.run() }
  return (
    <Menu
      trigger={<IconButton icon="more" label={`Actions for ${called}`} small />}
      entries={[[importing, testing], [switching]]}
    />
  )
}

function Remove({ kind, name }: { readonly kind: KindName; readonly name: string }) {
  const remove = useWrite(
    () => api.DELETE('/portal/operator/network/sources/{kind}/{name}', { params: { path: { kind, name } } }),
    { changes: [listPath], inline: true, done: `${name} removed.` },
  )
  return (
    <Confirm
      title={`Remove ${name}?`}
      says="Its data is deleted and, if it was added here, it is no longer fetched; other sources stay."
      action="Remove"
      problem={remove.problem}
      onConfirm={() => remove.runAsync()}
      trigger={<IconButton icon="trash" label={`Remove ${name}`} small />}
    />
  )
}

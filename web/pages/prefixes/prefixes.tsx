import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, TextFilter } from '../../ui/filters.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { levelOf, levelTones } from '../../ui/routing.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Status } from '../../ui/badge.tsx'
import { levels } from '../../../src/prefixes/health/verdict.rules.ts'
import { Tree } from './tree.tsx'
import { branchesOf, rowsOf, treeOf, type Node } from './tree-read.ts'

/** Every prefix the company holds or leases and what is known inside, as one tree. */

const page = getRouteApi('/signed-in/c/$company/prefixes')
type Search = ReturnType<typeof page.useSearch>

export function Prefixes() {
  return (
    <>
      <PageHeader title="Prefixes" says="The space you hold and lease, as seen from the internet now." />
      <Card flush>
        <PrefixTree />
      </Card>
    </>
  )
}

function PrefixTree() {
  const { uuid: tenantUUID } = useCompany()
  const { at, ...wish } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(treeOf(tenantUUID, wish))
  const roots = useMemo(() => data?.pages.flat() ?? [], [data])
  const rows = useMemo(() => rowsOf(roots, closed), [roots, closed])
  const toggle = (notation: string) => {
    const next = new Set(closed)
    if (!next.delete(notation)) next.add(notation)
    setClosed(next)
  }
  const filtered = wish.notation !== undefined || wish.organisation !== undefined
  return (
    <>
      <TreeFilters
        shut={closed.size > 0}
        onShut={
          roots.some(({ subsets }) => subsets.length > 0)
            ? () => setClosed(new Set(closed.size > 0 ? [] : branchesOf(roots)))
            : undefined
        }
      />
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-4" />
      ) : !data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nothing filtered={filtered} />
      ) : (
        <>
          <Tree
            rows={rows}
            at={at}
            onAt={(notation) => notation !== at && patch({ at: notation })}
            onToggle={toggle}
            more={hasNextPage}
            onMore={() => void fetchNextPage()}
          />
          <Tally roots={roots} more={hasNextPage} />
        </>
      )}
    </>
  )
}

function Waiting() {
  return (
    <div className="flex h-72 flex-col gap-5 p-4" aria-hidden="true">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className={i % 3 === 0 ? 'w-64' : 'ml-6 w-96'} />
      ))}
    </div>
  )
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <EmptyState icon="search" title="No matching prefixes">
      None of your prefixes matches. Enter the full organisation name; case does not matter.
    </EmptyState>
  ) : (
    <EmptyState icon="tree" title="No prefixes yet">
      Blocks you lease or list appear here with everything announced, registered and authorised within them.
    </EmptyState>
  )
}

interface TreeFiltersProps {
  readonly shut: boolean
  /** Where nothing is inside anything there is nothing to close. */
  readonly onShut: (() => void) | undefined
}

function TreeFilters({ shut, onShut }: TreeFiltersProps) {
  const { notation, organisation } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const clear = () => patch({ notation: undefined, organisation: undefined })
  return (
    <Filters label="Filter prefixes" onClear={(notation ?? organisation) ? clear : undefined}>
      <TextFilter
        label="Start from this prefix"
        icon="search"
        mono
        className="w-48"
        placeholder="104.234.0.0/16"
        value={notation}
        onChange={(next) => patch({ notation: next, at: undefined })}
      />
      <TextFilter
        label="Organisation"
        className="w-48"
        placeholder="Organisation"
        value={organisation}
        onChange={(next) => patch({ organisation: next, at: undefined })}
      />
      {onShut && (
        <Button look="quiet" small icon={shut ? 'down' : 'up'} onClick={onShut} className="ml-auto">
          {shut ? 'Expand all' : 'Collapse all'}
        </Button>
      )}
    </Filters>
  )
}

function countLevels(nodes: readonly Node[], counts: Map<string, number>): Map<string, number> {
  for (const { routingHealth, subsets } of nodes) {
    const level = levelOf(routingHealth.criticalityStatus)
    counts.set(level, (counts.get(level) ?? 0) + 1)
    countLevels(subsets, counts)
  }
  return counts
}

/** How many there are of each kind, of those that have been read. */
function Tally({ roots, more }: { readonly roots: readonly Node[]; readonly more: boolean }) {
  const counts = useMemo(() => countLevels(roots, new Map()), [roots])
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 -mt-px border-t border-line px-4 py-2 text-xs text-soft">
      {levels.toReversed().map((level) => {
        const count = counts.get(level) ?? 0
        return (
          count > 0 && (
            <Status
              key={level}
              of={level}
              tone={levelTones[level]}
              label={`${count} ${level === 'ok' ? 'OK' : level}`}
            />
          )
        )
      })}
      {more && <span className="text-faint">Scroll for more.</span>}
    </div>
  )
}

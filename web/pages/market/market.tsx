import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo } from 'react'
import { usePatchSearch } from '../../search.ts'
import { cx } from '../../ui/cx.ts'
import { PageHeader } from '../../ui/page.tsx'
import { Filters } from './filters.tsx'
import { closerPart, useAsked, useFound, useMap } from './found.ts'
import { usualSize, type MarketSearch } from './market-search.ts'
import { notation, type Block } from './map/ipv4.ts'
import { Picked } from './picked.tsx'
import { Results } from './results.tsx'
import { SaveSearch } from './save-search.tsx'
import { ViewSwitch } from './view-switch.tsx'

/** The market: what is to be had, as a table and on the map. What is chosen in one is chosen in the other. */

const MarketMap = lazy(() => import('./map/map.tsx'))

export function Market() {
  const view = useAsked('view')
  return (
    <>
      <PageHeader
        title="Market"
        says="IPv4 blocks available to lease now."
        actions={
          <>
            <SaveSearch />
            <ViewSwitch view={view} />
          </>
        }
      />
      <Filters />
      <div
        className={cx(
          'grid grid-cols-1 gap-4',
          view === undefined &&
            'lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]',
        )}
      >
        {view !== 'map' && <Results />}
        {view !== 'table' && <MapCard alone={view === 'map'} />}
      </div>
      <Picked />
    </>
  )
}

/** What the map shows. It is drawn when nothing more urgent is to be done, and only when something of it has changed. */
function useMapped() {
  const at = useAsked('at')
  const zoom = useAsked('zoom')
  const { data: market } = useQuery(useMap())
  const { data: found } = useQuery(useFound())
  const detail = market?.meta.detail ?? null
  const part = useMemo(() => closerPart({ at, zoom }, detail), [at, zoom, detail])
  const { data: near } = useQuery({ ...useMap(part ? notation(part) : undefined), enabled: part !== null })
  const closer = useMemo(() => (part && near ? { inside: part, mapped: near } : undefined), [part, near])
  return { at, zoom, market, closer, found: useDeferredValue(found?.data ?? none) }
}

function useMapDeeds() {
  const patch = usePatchSearch<MarketSearch>()
  return {
    onPick: useCallback((block: Block) => patch({ pick: notation(block) }), [patch]),
    onHide: useCallback((hide: string | undefined) => patch({ hide }), [patch]),
    onView: useCallback((at: string | undefined, zoom: number | undefined) => patch({ at, zoom }), [patch]),
  }
}

function MapCard({ alone }: { readonly alone: boolean }) {
  const height = alone ? 'h-[max(20rem,calc(100dvh-28rem))]' : 'min-h-72 flex-1'
  const mapped = useMapped()
  const deeds = useMapDeeds()
  return (
    <section
      aria-label="Map"
      className={cx(
        'flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card',
        !alone && 'max-lg:hidden',
      )}
    >
      <Suspense fallback={<div className={cx('skeleton rounded-none', height)} />}>
        <MarketMap
          {...mapped}
          {...deeds}
          length={useAsked('size') ?? usualSize}
          pick={useAsked('pick')}
          hidden={useAsked('hide')}
          own
          className={height}
        />
      </Suspense>
    </section>
  )
}

const none: readonly [] = []

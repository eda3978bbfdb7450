import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { OpenMarketMap as OpenMap } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { signedIn } from '../../api/signed-in.ts'
import { usePatchSearch } from '../../search.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Figure, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Count } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { OpenPrices } from './open-prices.tsx'

/** The market as anyone may see it: what there is, not whose it is; what it costs where the operator lets visitors know. */

const MarketMap = lazy(() => import('./map/map.tsx'))
const page = getRouteApi('/public/market')
const board = 'aspect-square w-full'

type OpenSearch = ReturnType<typeof page.useSearch>

const useOpenMap = () => ({ ...read('/portal/market/map'), staleTime: 60_000 })

export function Preview() {
  const { at, zoom, hide } = page.useSearch()
  const patch = usePatchSearch<OpenSearch>()
  const { data, error, refetch } = useQuery(useOpenMap())
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <PageHeader
        title="Market"
        heading="The market today"
        says="Every block available, on hold or leased here. Each square is a /8 of the IPv4 address space; zoom in to see blocks by name."
      />
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-4 lg:flex-row lg:items-start">
          {/* A square, as large as it is seen whole. */}
          <section
            aria-label="Map"
            className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card lg:w-[max(24rem,calc(100dvh-17rem))]"
          >
            <Suspense fallback={<div className={`skeleton mb-24 rounded-none ${board}`} />}>
              <MarketMap
                market={data}
                at={at}
                zoom={zoom}
                hidden={hide}
                onHide={(next) => patch({ hide: next })}
                onView={(nextAt, nextZoom) => patch({ at: nextAt, zoom: nextZoom })}
                className={board}
              />
            </Suspense>
          </section>
          <Aside market={data} />
        </div>
      )}
    </div>
  )
}

/** Addresses of all blocks in one state. */
const addressesOf = ({ meta }: OpenMap, name: OpenMap['meta']['states'][number]): number =>
  meta.addresses[meta.states.indexOf(name)] ?? 0

function Aside({ market }: { readonly market: OpenMap | undefined }) {
  return (
    <div className="@container flex flex-col gap-3 lg:min-w-64 lg:flex-1">
      <div className="grid gap-3 @sm:grid-cols-3">
        {(['offered', 'held', 'leased'] as const).map((name) => (
          <Figure key={name} name={names[name]} says="addresses">
            {market ? <Count of={addressesOf(market, name)} /> : <Skeleton className="h-6 w-24" />}
          </Figure>
        ))}
      </div>
      <WayIn seesPrices={market?.meta.shows_prices ?? false} />
      {market?.meta.shows_prices && <Priced />}
    </div>
  )
}

function Priced() {
  const { size } = page.useSearch()
  const patch = usePatchSearch<OpenSearch>()
  return <OpenPrices size={size} onSize={(next) => patch({ size: next })} />
}

function WayIn({ seesPrices }: { readonly seesPrices: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent-wash px-4 py-3">
      <p className="text-sm">Sign in to see {seesPrices ? '' : 'prices, '}locations and routing. Signing up is free.</p>
      {signedIn.maybe ? (
        <LinkButton look="primary" to="/home">
          Open the portal
        </LinkButton>
      ) : (
        <LinkButton look="primary" to="/sign-up">
          Sign up to lease
        </LinkButton>
      )}
    </div>
  )
}

const names = { offered: terms.available, held: terms.held, leased: terms.leased } as const

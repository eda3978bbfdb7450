import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Icicle } from './icicle.tsx'
import { prefixOf, treeOf } from './offer-read.ts'
import { PartPanel } from './part-panel.tsx'
import { partLooks, stateNames } from './part-words.ts'

/** How a block is split: drawn, zoomed, and each part within reach. */

const page = getRouteApi('/signed-in/c/$company/offers/$offer')

const wideScreen = matchMedia('(min-width: 48rem)')

function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      wideScreen.addEventListener('change', tell)
      return () => wideScreen.removeEventListener('change', tell)
    },
    () => wideScreen.matches,
  )
}

export function Split({ offer }: { readonly offer: Offer }) {
  const { uuid } = useCompany()
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const whole = prefixOf(offer)
  // As deep as there is room to see and to touch.
  const wide = useWide()
  const inside = search.inside === whole ? undefined : search.inside
  const { data, error, refetch } = useQuery(treeOf(uuid, offer.uuid, inside, wide ? 5 : 3))
  const shown = search.at ?? inside ?? whole
  const part = data?.data.find((node) => prefixOf(node) === shown) ?? data?.data[0]
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card
        title="Subnets"
        says="Each row halves the one above. Select a subnet to see its lessee, hide it or zoom in."
        actions={<ZoomOut inside={inside} whole={whole} onGo={(to) => patch({ inside: to, at: undefined })} />}
      >
        {error && !data && <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />}
        {data ? (
          <Icicle
            nodes={data.data}
            wide={wide}
            picked={part ? prefixOf(part) : whole}
            onPick={(at) => patch({ at })}
            onZoom={(to) => patch({ inside: to === whole ? undefined : to, at: undefined })}
          />
        ) : (
          !error && <Skeleton className="h-60 w-full" />
        )}
        <Legend />
      </Card>
      {part ? (
        <PartPanel
          key={prefixOf(part)}
          offer={offer}
          part={part}
          currency={data?.meta.currency ?? 'USD'}
          onZoom={
            part.splits && data && prefixOf(part) !== (inside ?? whole)
              ? () => patch({ inside: prefixOf(part), at: undefined })
              : undefined
          }
        />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </div>
  )
}

interface ZoomOutProps {
  readonly inside: string | undefined
  readonly whole: string
  readonly onGo: (inside: string | undefined) => void
}

function ZoomOut({ inside, whole, onGo }: ZoomOutProps) {
  if (inside === undefined) return null
  return (
    <Button small icon="minus" onClick={() => onGo(undefined)}>
      Back to {whole}
    </Button>
  )
}

function Legend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {(['free', 'hidden', 'held', 'leased'] as const).map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-3 rounded-sm border', partLooks[state])} />
          {stateNames[state]}
        </li>
      ))}
    </ul>
  )
}

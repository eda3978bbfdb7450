import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Blocks, type Mapped } from './blocks.ts'
import type { Content } from './content.ts'
import { blockOf, type Block } from './ipv4.ts'
import { Legend, Swatches, useHidden } from './legend.tsx'
import { looksOf, type Drawn } from './looks.ts'
import type { Layer } from './paint.ts'
import { MapText } from './map-text.tsx'
import { Scene } from './scene.ts'
import { useHands } from './use-hands.ts'
import { usePosition, type Positioned } from './use-position.ts'

/** The market on a Hilbert curve: seen, zoomed into and picked from, by pointer and by keyboard. */

export interface MarketMapProps extends Positioned {
  readonly market: Mapped | undefined
  /** A part of it in more detail, where the whole is drawn in squares. */
  readonly closer?: { readonly inside: Block; readonly mapped: Mapped } | undefined
  readonly found?: readonly { readonly address: string; readonly cidr: number }[]
  /** The size that is looked for. */
  readonly length?: number
  readonly pick?: string | undefined
  readonly onPick?: (block: Block) => void
  /** Whether blocks of the viewer's own may be there. */
  readonly own?: boolean
  /** What the legend has switched off, by name. */
  readonly hidden?: string | undefined
  readonly onHide: (hidden: string | undefined) => void
  /** Its height. */
  readonly className?: string
}

const everywhere: Block = { n: 0, length: 0 }

function useContent({ market, closer, found, length }: MarketMapProps, hidden: ReadonlySet<Drawn>): Content {
  const searching = found !== undefined
  const base = useMemo(
    () => market && layerOf(market, everywhere, looksOf(market.meta.states, searching), hidden),
    [market, searching, hidden],
  )
  const near = useMemo(
    () => closer && layerOf(closer.mapped, closer.inside, looksOf(closer.mapped.meta.states, searching), hidden),
    [closer, searching, hidden],
  )
  const matches = useMemo(
    () => (found && !hidden.has('found') ? blocksOf(found, base) : undefined),
    [found, base, hidden],
  )
  return useMemo(
    () => ({ layers: [base, near].filter((layer) => layer !== undefined), found: matches, length: length ?? null }),
    [base, near, matches, length],
  )
}

const isOwn = ({ blocks, looks }: Layer, n: number): boolean => {
  const i = blocks.at(n)
  return i !== undefined && looks[blocks.states[i] as number]?.name === 'own'
}

const layerOf = ({ data }: Mapped, inside: Block, looks: Layer['looks'], hidden: ReadonlySet<Drawn>): Layer => ({
  blocks: new Blocks(hidden.size === 0 ? data : without(data, looks, hidden)),
  looks,
  inside,
})

/** What is switched off is not there at all: neither drawn nor told nor picked. */
function without(data: Mapped['data'], looks: Layer['looks'], hidden: ReadonlySet<Drawn>): Mapped['data'] {
  const isShown = (_: number, i: number) => {
    const look = looks[data.states[i] as number]
    return !look || !hidden.has(look.name)
  }
  const { starts, lengths, states } = data
  return { starts: starts.filter(isShown), lengths: lengths.filter(isShown), states: states.filter(isShown) }
}

/** The results of a search as blocks of the map, in the order of their addresses; what is one's own stays marked so. */
function blocksOf(found: NonNullable<MarketMapProps['found']>, base: Layer | undefined): Blocks {
  const blocks = found
    .flatMap(({ address, cidr }) => blockOf(`${address}/${cidr}`) ?? [])
    .filter(({ n }) => base === undefined || !isOwn(base, n))
    .toSorted((a, b) => a.n - b.n)
  return new Blocks({
    starts: blocks.map(({ n }) => n * 256),
    lengths: blocks.map(({ length }) => length),
    states: blocks.map(() => 0),
  })
}

export default memo(function MarketMap(props: MarketMapProps) {
  const { pick, onPick, own = false, className } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const swatches = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<Scene>()
  const [hidden, toggle] = useHidden(props)
  const content = useContent(props, hidden)
  useEffect(() => {
    if (!canvas.current || !swatches.current) return undefined
    const made = new Scene(canvas.current, swatches.current)
    setScene(made)
    return () => made.close()
  }, [])
  useEffect(() => scene?.show(content), [scene, content])
  useEffect(() => scene?.show({ pick: pick === undefined ? undefined : blockOf(pick) }), [scene, pick])
  const position = usePosition(scene, props)
  const hands = useHands({ scene, content, position, onPick })
  return (
    <div className="flex flex-1 flex-col">
      <div className={cx('relative', className)}>
        <Board canvas={canvas} hands={hands} />
        <div className="absolute top-2 right-2 flex flex-col rounded-md border border-line bg-raised shadow-card">
          <IconButton icon="plus" label="Zoom in" small onClick={() => position.zoom(1)} />
          <IconButton icon="minus" label="Zoom out" small onClick={() => position.zoom(-1)} />
          <IconButton icon="globe" label="Show everything" small onClick={() => position.whole()} />
        </div>
      </div>
      <p className="h-7 truncate border-y border-line bg-surface px-3 text-xs/7 text-soft" data-testid="map-status">
        {hands.says}
      </p>
      <Legend own={own} found={props.found !== undefined} hidden={hidden} onToggle={toggle} />
      <MapText layer={content.layers[0]} own={own} hidden={hidden} />
      <Swatches ref={swatches} />
    </div>
  )
})

interface BoardProps {
  readonly canvas: React.RefObject<HTMLCanvasElement | null>
  readonly hands: ReturnType<typeof useHands>
}

function Board({ canvas, hands }: BoardProps) {
  const hint = useId()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- a map has no element of its own */}
      <div
        role="application"
        aria-label="Map of the IPv4 address space"
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is walked through by the keyboard
        tabIndex={0}
        className="absolute inset-0 cursor-crosshair touch-none overflow-hidden outline-offset-[-2px]"
        {...hands.events}
      >
        <canvas ref={canvas} aria-hidden="true" className="block size-full" />
      </div>
      <p id={hint} className="sr-only">
        Arrow keys move, plus and minus zoom, 0 shows all, Enter selects. A text version is below.
      </p>
      <p aria-live="polite" className="sr-only">
        {hands.announces}
      </p>
    </>
  )
}

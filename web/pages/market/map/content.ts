import type { Blocks } from './blocks.ts'
import { blockAround, holds, notation, type Block } from './ipv4.ts'
import type { Look } from './looks.ts'
import { leastPixels, type Layer } from './paint.ts'
import { numberAt, scaleOf, seen, type Size, type View } from './view.ts'

/** What the map has at a position, for fingers and for words. */

export interface Content {
  readonly layers: readonly Layer[]
  /** What the present search found. */
  readonly found: Blocks | undefined
  /** The size that is searched for; null where nobody searches. */
  readonly length: number | null
}

const layerAt = ({ layers }: Content, n: number): Layer | undefined =>
  layers.findLast(({ inside }) => holds(inside, { n, length: 24 }))

const lookAt = ({ blocks, looks }: Layer, i: number): Look | undefined => looks[blocks.states[i] as number]

interface Here {
  readonly block: Block
  readonly says: string
  /** What a click there chooses: a block of the size that is looked for. */
  readonly picks: Block
}

function hereAt(content: Content, n: number): Here | undefined {
  const { found, length } = content
  const match = found?.at(n)
  const layer = layerAt(content, n)
  const i = layer?.blocks.at(n)
  const look = layer && i !== undefined ? lookAt(layer, i) : undefined
  if (found && match !== undefined) {
    const block = found.block(match)
    return { block, says: look?.says ?? 'available', picks: block }
  }
  if (!layer || i === undefined || !look) return undefined
  const block = layer.blocks.block(i)
  const picks = length === null || block.length >= length ? block : blockAround(n, length)
  return { block, says: look.says, picks }
}

/** What a pixel shows. Blocks that are drawn larger than they are can be pointed at where they are drawn. */
export function hereUnder(
  content: Content,
  { view, size }: { readonly view: View; readonly size: Size },
  at: { readonly x: number; readonly y: number },
): Here | undefined {
  const n = numberAt(view, size, at)
  const exactly = n === undefined ? undefined : hereAt(content, n)
  if (exactly || n === undefined) return exactly
  const scale = scaleOf(view, size)
  const { x, y } = seen(view, size)
  const drawn = [content.found, ...content.layers.map(({ blocks }) => blocks).toReversed()]
  for (const blocks of drawn) {
    const dot = blocks?.dotAt(x + at.x / scale, y + at.y / scale, leastPixels(blocks) / scale)
    if (blocks && dot !== undefined) return hereAt(content, blocks.starts[dot] as number)
  }
  return undefined
}

const plural = (count: number) => (count === 1 ? '1 block' : `${count.toLocaleString('en')} blocks`)

/** What a part of the space has, in a sentence. */
export function sayWithin(content: Content, area: Block): string {
  const layer = layerAt(content, area.n)
  const { total, first, byState } = layer?.blocks.within(area) ?? { total: 0, first: undefined, byState: new Map() }
  if (!layer || first === undefined) return `${notation(area)}: nothing listed.`
  const block = layer.blocks.block(first)
  if (total === 1) return `${notation(block)}: ${lookAt(layer, first)?.says ?? ''}.`
  const parts = [...byState].map(([state, count]) => `${count.toLocaleString('en')} ${layer.looks[state]?.says ?? ''}`)
  return `${notation(area)}: ${plural(total)}, ${parts.join('; ')}.`
}

/** The only block in a part of the space, or the one around it. */
export function onlyBlockIn(content: Content, area: Block): Here | undefined {
  const layer = layerAt(content, area.n)
  const { total, first } = layer?.blocks.within(area) ?? { total: 0, first: undefined }
  if (!layer || first === undefined || (total > 1 && area.length < 24)) return undefined
  return hereAt(content, Math.max(area.n, layer.blocks.block(first).n))
}

/** Where in a part of the space something is: the square of this length that has the first block of it. */
export function firstSquareIn(content: Content, area: Block, length: number): Block {
  const layer = layerAt(content, area.n)
  const first = layer?.blocks.within(area).first
  const n = layer && first !== undefined ? Math.max(area.n, layer.blocks.block(first).n) : area.n
  return blockAround(n, length)
}

interface TextRow {
  readonly area: string
  readonly counts: ReadonlyMap<string, number>
}

/** The whole map as a table: each /8 that has something. */
export function asText({ blocks, looks }: Layer): TextRow[] {
  return Array.from({ length: 256 }, (_, octet) => ({ n: octet << 16, length: 8 }))
    .map((area) => ({ area, ...blocks.within(area) }))
    .filter(({ total }) => total > 0)
    .map(({ area, byState }) => {
      const counts = new Map<string, number>()
      for (const [state, count] of byState) {
        const drawn = looks[state]?.name ?? ''
        const name = drawn === 'found' ? 'offered' : drawn
        counts.set(name, (counts.get(name) ?? 0) + count)
      }
      return { area: notation(area), counts }
    })
}

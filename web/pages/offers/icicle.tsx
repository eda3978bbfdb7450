import { useRef, type KeyboardEvent } from 'react'
import { cx } from '../../ui/cx.ts'
import { icicle, type Slab } from '../../ui/icicle.ts'
import { prefixOf, type TreeNode } from './offer-read.ts'
import { barLooks, partLooks, spoken } from './part-words.ts'
import { addressesIn } from './words.ts'

/**
 * Nested blocks as rows of slabs. One of them is in the order of the keyboard; arrows go to the neighbours, the halves and
 * the whole, Enter picks, Z looks inside.
 */

interface IcicleProps {
  /** Each before its parts, in address order. */
  readonly nodes: readonly TreeNode[]
  readonly picked: string
  /** Whether there is room for names. */
  readonly wide: boolean
  readonly onPick: (prefix: string) => void
  readonly onZoom: (prefix: string) => void
}

interface Branch {
  readonly node: TreeNode
  readonly parts: Branch[]
}

/** From the flat answer to a tree: a node's parts follow it and are one bit longer. */
function grow(nodes: readonly TreeNode[]): Branch | undefined {
  const open: Branch[] = []
  let root: Branch | undefined
  for (const node of nodes) {
    const branch: Branch = { node, parts: [] }
    while (open.length > 0 && (open.at(-1)?.node.cidr ?? 0) >= node.cidr) open.pop()
    open.at(-1)?.parts.push(branch)
    open.push(branch)
    root ??= branch
  }
  return root
}

const rowHeight = 40

export function Icicle({ nodes, picked, wide, onPick, onZoom }: IcicleProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const root = grow(nodes)
  if (!root) return null
  const slabs = icicle(
    root,
    ({ parts }) => parts,
    ({ node }) => addressesIn(node.cidr),
  )
  const rows = Math.max(...slabs.map(({ depth }) => depth)) + 1
  const walk = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const at = slabs.find(({ node }) => prefixOf(node.node) === (event.target as HTMLElement).dataset['part'])
    if (!at) return
    if (event.key === 'z' || event.key === 'Z') return onZoom(prefixOf(at.node.node))
    const next = neighbour(slabs, at, event.key)
    if (!next) return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>(`[data-part="${prefixOf(next.node.node)}"]`)?.focus()
  }
  return (
    <>
      <fieldset
        ref={box}
        aria-label="Parts of the block"
        aria-describedby="icicle-keys"
        onKeyDown={walk}
        className="relative w-full"
        style={{ height: rows * rowHeight }}
      >
        {slabs.map((slab) => {
          const prefix = prefixOf(slab.node.node)
          return (
            <Part
              key={prefix}
              slab={slab}
              rows={rows}
              wide={wide}
              picked={prefix === picked}
              onPick={() => onPick(prefix)}
              onZoom={() => onZoom(prefix)}
            />
          )
        })}
      </fieldset>
      <p id="icicle-keys" className="mt-2 text-xs text-faint">
        Arrow keys move, Enter selects, Z or double-click zooms in.
      </p>
    </>
  )
}

type At = Slab<Branch>

function neighbour(slabs: readonly At[], at: At, key: string): At | undefined {
  const row = slabs.filter(({ depth }) => depth === at.depth)
  const i = row.indexOf(at)
  const around = ({ from, to }: At) => from <= at.from && to >= at.to
  const inside = ({ from, to }: At) => from >= at.from && to <= at.to
  if (key === 'ArrowLeft') return row[i - 1]
  if (key === 'ArrowRight') return row[i + 1]
  if (key === 'ArrowUp') return slabs.find((one) => one.depth === at.depth - 1 && around(one))
  if (key === 'ArrowDown') return slabs.find((one) => one.depth === at.depth + 1 && inside(one))
  return undefined
}

interface PartProps {
  readonly slab: At
  readonly rows: number
  readonly wide: boolean
  readonly picked: boolean
  readonly onPick: () => void
  readonly onZoom: () => void
}

function Part({ slab, rows, wide, picked, onPick, onZoom }: PartProps) {
  const { node } = slab.node
  const share = slab.to - slab.from
  const roomy = share >= (wide ? 0.2 : 0.45)
  const legible = share >= (wide ? 0.03 : 0.12)
  // What one lessee has is not split: it reaches down to the last row.
  const height = (node.claim ? rows - slab.depth : 1) * rowHeight
  return (
    <button
      type="button"
      data-part={prefixOf(node)}
      tabIndex={picked ? 0 : -1}
      aria-pressed={picked}
      aria-label={spoken(node)}
      title={prefixOf(node)}
      onClick={onPick}
      onDoubleClick={node.splits ? onZoom : undefined}
      className={cx(
        'absolute flex flex-col justify-center overflow-hidden rounded-sm border text-xs transition-[background-color] hover:brightness-95 focus-visible:z-10 dark:hover:brightness-125',
        partLooks[node.state],
        roomy ? 'items-start px-1.5' : 'items-center px-0',
        picked && 'z-10 ring-2 ring-focus',
      )}
      style={{
        left: `calc(${slab.from * 100}% + 1px)`,
        width: `calc(${share * 100}% - 2px)`,
        top: slab.depth * rowHeight + 1,
        height: height - 2,
      }}
    >
      <span className="max-w-full truncate font-mono">{roomy ? prefixOf(node) : legible ? `/${node.cidr}` : ''}</span>
      {node.claim && roomy && ' '}
      {node.claim && roomy && <span className="max-w-full truncate">{node.claim.lessee}</span>}
      {node.state === 'mixed' && <Mix node={node} />}
    </button>
  )
}

function Mix({ node }: { readonly node: TreeNode }) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-0 flex h-1">
      {(Object.keys(barLooks) as (keyof typeof barLooks)[]).map((kind) => (
        <span
          key={kind}
          className={barLooks[kind]}
          style={{ width: `${(node.ips[kind] / addressesIn(node.cidr)) * 100}%` }}
        />
      ))}
    </span>
  )
}

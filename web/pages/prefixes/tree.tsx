import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useCompany } from '../../api/session.ts'
import { cx } from '../../ui/cx.ts'
import { columnsClass, TreeRow } from './tree-row.tsx'
import type { Row } from './tree-read.ts'

/** The tree as a grid of rows: only what is seen exists, and the arrow keys go through it as the ARIA pattern says. */

interface TreeProps {
  readonly rows: readonly Row[]
  /** The row the keyboard is at. */
  readonly at: string | undefined
  readonly onAt: (notation: string) => void
  readonly onToggle: (notation: string) => void
  /** There is more than these rows. */
  readonly more: boolean
  readonly onMore: () => void
}

const rowHeight = 36
const titles = ['Prefix', 'Health', 'BGP', 'RPKI', 'IRR', 'Used by']

export function Tree(props: TreeProps) {
  const { rows, at, onAt, onToggle } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useSeenRows(box, props)
  const current = Math.max(
    0,
    rows.findIndex(({ node }) => node.notation === at),
  )
  const go = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    virtual.scrollToIndex(rows.indexOf(row))
    onAt(row.node.notation)
    focusOn(box, row.node.notation)
  }
  const onKeyDown = useTreeKeys({ rows, current, go, onToggle })
  return (
    <div ref={box} className="max-h-[max(24rem,calc(100dvh-15rem))] overflow-auto">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a tree grid is a table that is operated
        role="treegrid"
        aria-label="Prefixes"
        aria-rowcount={props.more ? -1 : rows.length + 1}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="block text-sm outline-none"
      >
        <Titles />
        <tbody className="relative block" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <TreeRow
              key={rows[index]?.node.notation}
              row={rows[index] as Row}
              index={index}
              offset={start}
              height={rowHeight}
              current={index === current}
              onToggle={onToggle}
              onFocus={onAt}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Reads on when the end of what has been read comes into view. */
function useSeenRows(box: { readonly current: HTMLDivElement | null }, { rows, more, onMore }: TreeProps) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 16,
  })
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (more && last >= rows.length - 20) onMore()
  }, [more, last, rows.length, onMore])
  return virtual
}

function Titles() {
  return (
    <thead className="sticky top-0 z-10 block bg-surface">
      <tr
        aria-rowindex={1}
        className={cx(columnsClass, 'h-9 items-center border-b border-line text-left text-xs text-faint')}
      >
        {titles.map((title, i) => (
          <th key={title} scope="col" className={cx('px-4 font-medium', i > 1 && 'max-md:hidden')}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Once the row has been drawn, which may take a moment when it was far away. */
function focusOn(box: { readonly current: HTMLElement | null }, notation: string): void {
  const find = () => box.current?.querySelector<HTMLElement>(`[data-notation="${CSS.escape(notation)}"]`)
  let tries = 0
  const attempt = () => {
    const row = find()
    if (row) row.focus({ preventScroll: true })
    else if (tries++ < 10) requestAnimationFrame(attempt)
  }
  attempt()
}

interface Keys {
  readonly rows: readonly Row[]
  readonly current: number
  readonly go: (index: number) => void
  readonly onToggle: (notation: string) => void
}

const pageOfRows = 12

function useTreeKeys({ rows, current, go, onToggle }: Keys) {
  const navigate = useNavigate()
  const { param: company } = useCompany()
  const row = rows[current]
  const keys: Readonly<Record<string, (row: Row) => void>> = {
    ArrowDown: () => go(current + 1),
    ArrowUp: () => go(current - 1),
    PageDown: () => go(current + pageOfRows),
    PageUp: () => go(current - pageOfRows),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    ArrowRight: ({ inside, expanded, node }) => {
      if (inside && !expanded) onToggle(node.notation)
      else if (inside) go(current + 1)
    },
    ArrowLeft: ({ expanded, node, parent }) => {
      if (expanded) onToggle(node.notation)
      else if (parent !== null) go(rows.findIndex((other) => other.node.notation === parent))
    },
    Enter: ({ node: { notation } }) =>
      void navigate({ to: '/c/$company/prefixes/$notation', params: { company, notation } }),
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const act = keys[event.key]
    if (!act || !row || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(row)
  }
}

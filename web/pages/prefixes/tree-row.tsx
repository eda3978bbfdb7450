import { Link } from '@tanstack/react-router'
import { useCompany } from '../../api/session.ts'
import { cx } from '../../ui/cx.ts'
import { LevelStatus } from '../../ui/health.tsx'
import { Icon } from '../../ui/icons.tsx'
import { levelOf, levelTones, statusLabel, statusLevel, type Aspect } from '../../ui/routing.ts'
import type { Tone } from '../../ui/badge.tsx'
import { None, Prefix } from '../../ui/values.tsx'
import type { Node, Row } from './tree-read.ts'

export const columnsClass =
  'grid grid-cols-[minmax(13rem,1fr)_6.5rem] md:grid-cols-[minmax(15rem,1.4fr)_6.5rem_8rem_8rem_8rem_minmax(8rem,1fr)]'

/** One prefix of the tree, with its health at a glance. */

interface TreeRowProps {
  readonly row: Row
  readonly index: number
  readonly offset: number
  readonly height: number
  readonly current: boolean
  readonly onToggle: (notation: string) => void
  readonly onFocus: (notation: string) => void
}

export function TreeRow({ row, index, offset, height, current, onToggle, onFocus }: TreeRowProps) {
  const { node, level, position, siblings, inside, expanded } = row
  return (
    <tr
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      {...(inside && { 'aria-expanded': expanded })}
      tabIndex={current ? 0 : -1}
      data-notation={node.notation}
      onFocus={() => onFocus(node.notation)}
      className={cx(
        columnsClass,
        'absolute inset-x-0 top-0 items-center border-b border-line hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2',
      )}
      style={{ height, transform: `translateY(${offset}px)` }}
    >
      <Name row={row} onToggle={() => onToggle(node.notation)} />
      <td className="px-4">
        <LevelStatus of={node.routingHealth.criticalityStatus} />
      </td>
      <Aspects node={node} />
      <td className="truncate px-4 text-soft max-md:hidden">{userOf(node) ?? <None />}</td>
    </tr>
  )
}

/** The lessee where there is one. */
const userOf = ({ internalMetadata: { holders } }: Node): string | undefined =>
  holders.find(({ type }) => type === 2)?.organisation

function Name({
  row: { node, level, inside, expanded },
  onToggle,
}: {
  readonly row: Row
  readonly onToggle: () => void
}) {
  const { param: company } = useCompany()
  const hidden = inside && !expanded && inside.worst !== 'ok' && inside.worst !== 'info'
  return (
    <td className="flex min-w-0 items-center gap-1 px-2" style={{ paddingLeft: 8 + (level - 1) * 20 }}>
      {inside ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={onToggle}
          aria-label={`${expanded ? 'Collapse' : 'Expand'} ${node.notation}`}
          className="flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
        >
          <Icon name={expanded ? 'down' : 'right'} className="size-3.5" />
        </button>
      ) : (
        <span className="size-6 shrink-0" />
      )}
      <Link
        to="/c/$company/prefixes/$notation"
        params={{ company, notation: node.notation }}
        tabIndex={-1}
        className={cx('hover:underline', node.internalMetadata.master && 'font-semibold')}
      >
        <Prefix of={node.notation} />
      </Link>
      {inside && (
        <span className={cx('ml-1 text-xs whitespace-nowrap', hidden ? inks[levelTones[inside.worst]] : 'text-faint')}>
          {inside.count} inside{hidden && `, ${inside.worst}`}
        </span>
      )}
    </td>
  )
}

const inks: Readonly<Record<Tone, string>> = {
  good: 'text-soft',
  info: 'text-soft',
  plain: 'text-faint',
  warn: 'text-warn',
  bad: 'text-bad',
}

function Aspects({ node: { routingHealth: health } }: { readonly node: Node }) {
  const statuses: readonly (readonly [Aspect, string])[] = [
    ['bgp', health.bgpStatus],
    ['rpki', health.rpkiStatus],
    ['irr', health.irrStatus],
  ]
  return statuses.map(([aspect, status]) => {
    const level = levelOf(statusLevel(aspect, status, health.criticalityStatus))
    return (
      <td key={aspect} className={cx('truncate px-4 max-md:hidden', inks[levelTones[level]])}>
        {statusLabel(aspect, status)}
      </td>
    )
  })
}

import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'

interface MenuEntry {
  readonly label: string
  readonly icon?: IconName
  readonly onPick: () => void
  readonly danger?: boolean
  /** Why it cannot be picked now. */
  readonly why?: string | undefined
  /** Whether it is the one in force. */
  readonly current?: boolean
}

const menuItemClass =
  'flex w-full cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-left text-sm outline-none data-highlighted:bg-lift data-disabled:opacity-60'

interface MenuProps {
  readonly trigger: ReactElement
  readonly entries: readonly (readonly MenuEntry[])[]
  readonly head?: ReactNode
  readonly align?: 'start' | 'end'
  readonly side?: 'top' | 'bottom'
}

/** Entries in groups. */
export function Menu({ trigger, entries, head, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} side={side} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto p-1">
            {head && <div className="border-b border-line px-2 pt-1 pb-2 text-sm">{head}</div>}
            {entries.map((group, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- groups have no names
              <Base.Group key={i} className={cx('py-1', i > 0 && 'border-t border-line')}>
                {group.map((entry) => (
                  <MenuItem key={entry.label} entry={entry} />
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function MenuItem({ entry }: { readonly entry: MenuEntry }) {
  const { label, icon, onPick, danger, why, current } = entry
  return (
    <Base.Item
      disabled={why !== undefined}
      onClick={onPick}
      aria-current={current ? 'true' : undefined}
      className={cx(menuItemClass, danger && 'text-bad')}
    >
      {icon && <Icon name={icon} className={danger ? '' : 'text-faint'} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {why && <span className="block text-xs text-faint">{why}</span>}
      </span>
      {current && <Icon name="check" className="text-accent" />}
    </Base.Item>
  )
}

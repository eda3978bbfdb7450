import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/cx.ts'

const views = [
  [undefined, 'Both', 'max-lg:hidden'],
  ['table', 'Table', ''],
  ['map', 'Map', ''],
] as const

/** How the results are looked at. Where both do not fit, "both" is the table. */
export function ViewSwitch({ view }: { readonly view: 'table' | 'map' | undefined }) {
  return (
    <nav aria-label="View" className="flex rounded-md border border-edge bg-sunken p-0.5">
      {views.map(([name, label, className]) => {
        const isHere = view === name
        return (
          <Link
            key={label}
            to="."
            search={(old: object) => ({ ...old, view: name }) as never}
            replace
            resetScroll={false}
            aria-current={isHere ? 'true' : undefined}
            className={cx(
              'flex h-6.5 items-center rounded-sm px-2.5 text-xs font-medium text-soft hover:text-ink',
              isHere && 'bg-accent-wash text-ink',
              name === 'table' && view === undefined && 'max-lg:bg-accent-wash max-lg:text-ink',
              className,
            )}
          >
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

import { Dialog } from '../ui/dialog.tsx'
import { pageAt } from './keyboard.ts'
import { useNavItems } from './nav.tsx'
import { shortcuts } from './shortcuts.ts'

const modifier = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** What the keyboard does, from the table that it is heard by. */
export function ShortcutHelp({ open, onOpen }: { readonly open: boolean; readonly onOpen: (open: boolean) => void }) {
  const items = useNavItems()
  const rows = shortcuts.flatMap((shortcut) => {
    const title = 'to' in shortcut ? pageAt(items, shortcut.to)?.title : undefined
    const does = 'does' in shortcut ? shortcut.does : title && `Go to ${title}`
    return does === undefined ? [] : { keys: shortcut.keys, does }
  })
  return (
    <Dialog reads title="Keyboard shortcuts" says="Not while you type into a field." open={open} onOpen={onOpen}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 text-sm">
        {rows.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
                >
                  {key === 'mod' ? modifier : key.length === 1 ? key.toUpperCase() : key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

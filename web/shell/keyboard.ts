import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useNavItems, type NavItem } from './nav.tsx'
import { Listener, type Act } from './shortcuts.ts'

const fields = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"]'
const dialogs = '[role="dialog"], [role="alertdialog"], dialog[open]'

const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(fields) !== null) || document.querySelector(dialogs) !== null

/** The first thing in each row that the keyboard reaches. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main table tbody tr')].filter((row) => row.querySelector('a, button'))
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[here === -1 ? (step === 1 ? 0 : rows.length - 1) : here + step]
  row?.querySelector<HTMLElement>('a, button')?.focus()
}

/** Without the slash that some have at their end. */
export const pageAt = (items: readonly NavItem[], to: string): NavItem | undefined =>
  items.find(({ link }) => String(link.to).replace(/\/$/, '') === to)

interface Handlers {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

/** Hears the shortcuts, never while somebody types into a field. */
export function useShortcuts({ onSearch, onHelp }: Handlers): void {
  const listener = useRef(new Listener())
  const items = useNavItems()
  const navigate = useNavigate()
  const acts: Record<Act, () => void> = {
    search: onSearch,
    help: onHelp,
    next: () => moveRow(1),
    previous: () => moveRow(-1),
  }
  const go = (to: string) => {
    const page = pageAt(items, to)
    if (page) void navigate(page.link as Parameters<typeof navigate>[0])
  }
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      const typing = isTyping(event.target)
      const meant = listener.current.hear({ key, ctrlKey, metaKey, altKey, typing, at: timeStamp })
      if (!meant || event.repeat) return
      event.preventDefault()
      if ('to' in meant) go(meant.to)
      else acts[meant.act]()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
}

import { useSyncExternalStore } from 'react'
import { shelf } from '../api/storage.ts'
import { IconButton } from '../ui/button.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'

/** Light, dark, or as the system has it. `public/theme.js` reads the choice before the first paint. */

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const icons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const listeners = new Set<() => void>()

function chosen(): Theme {
  const kept = shelf.get('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

function choose(theme: Theme): void {
  if (theme === 'system') {
    shelf.remove('theme')
    delete document.documentElement.dataset.theme
  } else {
    shelf.set('theme', theme)
    document.documentElement.dataset.theme = theme
  }
  for (const listener of listeners) listener()
}

function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosen)
}

export function useThemeEntries() {
  const theme = useTheme()
  return themes.map((one) => ({
    label: labels[one],
    icon: icons[one],
    current: one === theme,
    // Every element is styled anew by it: once the menu has closed, not while it does.
    onPick: () => void setTimeout(() => choose(one)),
  }))
}

export function ThemeSwitch() {
  const theme = useTheme()
  return <Menu trigger={<IconButton icon={icons[theme]} label="Theme" />} entries={[useThemeEntries()]} />
}

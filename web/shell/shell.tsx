import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { drafts } from '../api/drafts.ts'
import { me, useMe } from '../api/session.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { ClockContext } from '../ui/now.ts'
import { Bell, BellVoice } from './bell.tsx'
import { CompanySwitch } from './company.tsx'
import { useShortcuts } from './keyboard.ts'
import { Nav } from './nav.tsx'
import { PaletteDialog, usePaletteSoon } from './palette-field.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { UserMenu } from './user.tsx'

/** The portal: navigation at the side, or behind a button where there is no room. */

export function Shell() {
  const [searching, setSearching] = useState(false)
  const aheadBy = useAheadBy()
  const { person } = useMe()
  useEffect(() => drafts.removeOld(), [])
  const [helping, setHelping] = useState(false)
  useShortcuts({ onSearch: () => setSearching((open) => !open), onHelp: () => setHelping(true) })
  usePaletteSoon()
  return (
    <ClockContext value={{ aheadBy, timeZone: person.time_zone }}>
      <div className="min-h-dvh lg:pl-60 print:min-h-0 print:pl-0">
        <aside className="fixed inset-y-0 left-0 hidden w-60 flex-col border-r border-line bg-surface lg:flex">
          <Side onSearch={() => setSearching(true)} />
        </aside>
        <TopBar onSearch={() => setSearching(true)} />
        <BellVoice />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-6 lg:px-8">
          <Outlet />
        </main>
      </div>
      {searching && <PaletteDialog onClose={() => setSearching(false)} />}
      <ShortcutHelp open={helping} onOpen={setHelping} />
    </ClockContext>
  )
}

/** How far a sandbox's clock has travelled. It moves by hours and more: seconds between two machines are no travel. */
function useAheadBy(): number {
  const { data, dataUpdatedAt } = useQuery(me())
  const ahead = data ? data.data.now * 1_000 - dataUpdatedAt : 0
  return Math.abs(ahead) < 600_000 ? 0 : ahead
}

const modifier = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl '

function Side({ onSearch, onGo }: { readonly onSearch: () => void; readonly onGo?: () => void }) {
  return (
    <>
      <div className="flex flex-col gap-2 p-2">
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <CompanySwitch />
          </div>
          {/* Above a menu that covers it there is the bar's. */}
          {!onGo && <Bell />}
        </div>
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 items-center gap-2 rounded-md border border-line bg-sunken px-2 text-sm text-faint hover:border-edge"
        >
          <Icon name="search" className="size-3.5" />
          <span className="flex-1 text-left">Search</span>
          <kbd className="rounded-sm border border-line bg-surface px-1 font-sans text-xs">{modifier}K</kbd>
        </button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        <Nav {...(onGo && { onGo })} />
      </div>
      <div className="border-t border-line p-2">
        <UserMenu />
      </div>
    </>
  )
}

function TopBar({ onSearch }: { readonly onSearch: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b border-line bg-surface px-2 lg:hidden print:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger render={<IconButton icon="menu" label="Menu" />} />
        <Dialog.Portal>
          <Dialog.Backdrop className="veil z-40" />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col bg-surface shadow-pop transition-transform duration-150 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Side
              onGo={() => setOpen(false)}
              onSearch={() => {
                setOpen(false)
                onSearch()
              }}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <div className="min-w-0 flex-1">
        <CompanySwitch />
      </div>
      <IconButton icon="search" label="Search" onClick={onSearch} />
      <Bell />
    </header>
  )
}

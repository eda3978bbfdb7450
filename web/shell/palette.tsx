import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompanyHere } from '../api/session.ts'
import { Icon } from '../ui/icons.tsx'
import { useNavItems, type NavItem } from './nav.tsx'
import { usePrefixItems } from './prefix-search.ts'

/** Everything from the keyboard: pages by name, the company's prefixes by their digits. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const pages = useNavItems()
  const prefixes = usePrefixItems(useCompanyHere(), typed)
  const matching = pages.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  const items = [...(prefixes ?? []), ...matching]
  const go = (item: NavItem) => {
    onClose()
    void navigate(item.link as Parameters<typeof navigate>[0])
  }
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil z-40" />
        <Dialog.Popup className="popup fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-xl">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            items={items}
            filter={null}
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={({ title }: NavItem) => title}
            autoHighlight="always"
          >
            <label className="flex h-12 items-center gap-3 border-b border-line px-4">
              <Icon name="search" className="text-faint" />
              <span className="sr-only">Go to</span>
              <Autocomplete.Input
                placeholder="Go to a page or a prefix"
                className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
              />
            </label>
            <Autocomplete.Empty>
              <p className="px-4 py-6 text-center text-sm text-faint">
                {prefixes ? 'No page and no prefix of yours matches.' : 'Looking through your prefixes …'}
              </p>
            </Autocomplete.Empty>
            <Autocomplete.List className="max-h-80 overflow-y-auto p-1.5 empty:p-0">
              {(item: NavItem) => (
                <Autocomplete.Item
                  key={JSON.stringify(item.link)}
                  value={item}
                  onClick={() => go(item)}
                  className="flex h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-lift"
                >
                  <Icon name={item.icon ?? 'right'} className="text-faint" />
                  {item.title}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

import { Autocomplete } from '@base-ui/react/autocomplete'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../ui/icons.tsx'
import type { NavItem } from './nav.tsx'
import { PaletteField, paletteInputClass } from './palette-field.tsx'
import { useFound, type Found } from './palette-search.ts'

interface PaletteProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onClose: () => void
}

/** Everything from the keyboard: pages by name; prefixes, invoices, orders, keys and companies by number or name. */
export default function Palette({ typed, onType, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  // In place of the plain one, which had it.
  useLayoutEffect(() => input.current?.focus(), [])
  const { groups, looking } = useFound(typed)
  const go = (item: NavItem) => {
    onClose()
    void navigate(item.link as Parameters<typeof navigate>[0])
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups.map(({ title, items }) => ({ value: title, items }))}
      filter={null}
      value={typed}
      onValueChange={onType}
      itemToStringValue={({ title }: NavItem) => title}
      autoHighlight="always"
    >
      <PaletteField>
        <Autocomplete.Input
          ref={input}
          placeholder="Search pages, prefixes, invoices, orders, keys"
          className={paletteInputClass}
        />
      </PaletteField>
      <Autocomplete.Status className="sr-only">{looking ? 'Searching' : ''}</Autocomplete.Status>
      <Autocomplete.Empty>
        <p className="px-4 py-6 text-center text-sm text-faint">
          {looking ? 'Searching …' : 'No page, prefix, invoice, order or key matches.'}
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-80 overflow-y-auto p-1.5 empty:p-0">
        {(group: { readonly value: string; readonly items: Found['items'] }) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: NavItem) => <Line key={keyOf(item)} item={item} onGo={go} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

const keyOf = ({ title, link }: NavItem): string => `${title} ${JSON.stringify(link)}`

function Line({ item, onGo }: { readonly item: NavItem; readonly onGo: (item: NavItem) => void }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onGo(item)}
      className="flex h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-lift"
    >
      <Icon name={item.icon ?? 'right'} className="text-faint" />
      <span className="truncate">{item.title}</span>
    </Autocomplete.Item>
  )
}

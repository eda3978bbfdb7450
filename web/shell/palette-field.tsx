import { Dialog } from '@base-ui/react/dialog'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'

/** The palette's frame: there at once, so that what is typed before the rest has come is kept. */

const load = () => import('./palette.tsx')
const Palette = lazy(load)

export const paletteInputClass = 'min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint'

export function PaletteField({ children }: { readonly children: ReactNode }) {
  return (
    <label className="flex h-12 items-center gap-3 border-b border-line px-4">
      <Icon name="search" className="text-faint" />
      <span className="sr-only">Go to</span>
      {children}
    </label>
  )
}

/** Fetched while nothing else is to do: without a network it is there all the same. */
export function usePaletteSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2_000)
    return () => clearTimeout(timer)
  }, [])
}

export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const plain = (
    <PaletteField>
      <input
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="Search pages, prefixes, invoices, orders, keys"
        className={paletteInputClass}
      />
    </PaletteField>
  )
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil z-40" />
        <Dialog.Popup className="popup fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-xl">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Suspense fallback={plain}>
            <Palette typed={typed} onType={setTyped} onClose={onClose} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

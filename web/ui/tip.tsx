import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/** A word about the thing under the pointer or the focus: for the eye, because it is said by the thing itself, too. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup aria-hidden className="popup max-w-72 rounded-md px-2.5 py-1.5 text-xs text-ink">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

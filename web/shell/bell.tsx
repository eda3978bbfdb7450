import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { unreadNotifications } from '../ui/notification/entry.tsx'

const BellList = lazy(() => import('./bell-list.tsx'))

/** As many as are counted stand for that many or more. */
const mostCounted = 100

function useUnread(): number {
  return useQuery(unreadNotifications()).data?.data.unread ?? 0
}

/** How many notifications nobody has read, and the newest of them. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const unread = useUnread()
  const shown = unread >= mostCounted ? `${mostCounted - 1}+` : String(unread)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
        className="relative flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-bad px-1 text-[0.625rem] leading-none font-semibold text-on-bad tabular-nums"
          >
            {shown}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={8} className="z-50">
          <Popover.Popup className="popup flex max-h-(--available-height) w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden">
            <Suspense>
              <BellList unread={unread} onGo={() => setOpen(false)} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Said once by whoever reads the page aloud, when there are more. */
export function BellVoice() {
  const unread = useUnread()
  return (
    <p aria-live="polite" className="sr-only">
      {unread === 0 ? '' : `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
    </p>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { signedIn } from '../api/signed-in.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useThemeEntries } from './theme.tsx'

export function UserMenu() {
  const { person } = useMe()
  const navigate = useNavigate()
  const themes = useThemeEntries()
  const leave = useWrite(() => api.POST('/portal/sign-out', {}), {
    // Everything that was read belongs to who has left: the page begins anew.
    onDone: () => {
      signedIn.no()
      location.assign('/sign-in')
    },
  })
  const account = [
    { label: 'Profile', icon: 'person' as const, onPick: () => void navigate({ to: '/account' }) },
    {
      label: 'Notifications',
      icon: 'bell' as const,
      onPick: () => void navigate({ to: '/account/notifications' }),
    },
    { label: 'Mail', icon: 'mail' as const, onPick: () => void navigate({ to: '/account/mail' }) },
    { label: 'Sessions', icon: 'screen' as const, onPick: () => void navigate({ to: '/account/sessions' }) },
  ]
  const out = [{ label: 'Sign out', icon: 'exit' as const, onPick: () => leave.run() }]
  return (
    <Menu
      side="top"
      align="start"
      head={
        <>
          <p className="truncate font-medium">{person.name}</p>
          <p className="truncate text-xs text-faint">{person.email}</p>
        </>
      }
      trigger={
        <button
          type="button"
          className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          <span className="flex size-5.5 shrink-0 items-center justify-center rounded-full bg-hover text-soft">
            <Icon name="person" className="size-3.5" />
          </span>
          <span className="min-w-0 flex-1 truncate text-sm">
            <span className="sr-only">Account: </span>
            {person.name}
          </span>
          <Icon name="updown" className="size-3.5 text-faint" />
        </button>
      }
      entries={[account, themes, out]}
    />
  )
}

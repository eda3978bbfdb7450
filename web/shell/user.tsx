import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { drafts } from '../api/drafts.ts'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { signedIn } from '../api/signed-in.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useThemeEntries } from './theme.tsx'

/** Everything that was read and typed belongs to who has left. */
function beginAnew(person: string): void {
  signedIn.no()
  drafts.removeAllOf(person)
  location.assign('/sign-in')
}

/** What is there for who is signed in for one company only. */
const ofOneCompany = new Set(['Notifications', 'Sessions'])

export function UserMenu() {
  const { person, bounded } = useMe()
  const themes = useThemeEntries()
  const leave = useWrite(() => api.POST('/portal/sign-out', {}), { onDone: () => beginAnew(person.uuid) })
  const account = useAccountEntries()
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
      entries={[bounded ? account.filter(({ label }) => ofOneCompany.has(label)) : account, themes, out]}
    />
  )
}

function useAccountEntries() {
  const navigate = useNavigate()
  return [
    { label: 'Profile', icon: 'person' as const, onPick: () => void navigate({ to: '/account' }) },
    {
      label: 'Notifications',
      icon: 'bell' as const,
      onPick: () => void navigate({ to: '/account/notifications' }),
    },
    { label: 'Mail', icon: 'mail' as const, onPick: () => void navigate({ to: '/account/mail' }) },
    { label: 'Security', icon: 'shield' as const, onPick: () => void navigate({ to: '/account/security' }) },
    { label: 'Sessions', icon: 'screen' as const, onPick: () => void navigate({ to: '/account/sessions' }) },
  ]
}

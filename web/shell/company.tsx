import { useNavigate } from '@tanstack/react-router'
import { useCompanyHere, useMe } from '../api/session.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useNavSide } from './nav.tsx'

/** For whom one acts. Another company's page begins at its home: what is open here does not exist there. */
export function CompanySwitch() {
  const { companies, person, bounded } = useMe()
  const here = useCompanyHere()
  const navigate = useNavigate()
  const operating = useNavSide() === 'operator'
  const shown = operating ? 'Operator' : (here?.title ?? person.name)
  const operator = { label: 'Operator', current: operating, onPick: () => void navigate({ to: '/operator' }) }
  const entries = companies.map(({ title, customer_number }) => ({
    label: title,
    current: !operating && here?.customer_number === customer_number,
    onPick: () => void navigate({ to: '/c/$company', params: { company: String(customer_number) } }),
  }))
  const more = {
    label: 'New company…',
    icon: 'plus' as const,
    onPick: () => void navigate({ to: '/account/new-company' }),
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="flex size-5.5 shrink-0 items-center justify-center rounded-sm bg-accent text-xs font-semibold text-on-accent"
          >
            {shown.charAt(0)}
          </span>
          <span className="min-w-0 flex-1 truncate text-sm font-semibold">
            <span className="sr-only">Company: </span>
            {shown}
          </span>
          <Icon name="updown" className="size-3.5 text-faint" />
        </button>
      }
      entries={[person.operator ? [operator] : [], entries, bounded ? [] : [more]].filter((group) => group.length > 0)}
    />
  )
}

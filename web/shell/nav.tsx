import { Link, useRouter, type AnyRoute, type LinkProps } from '@tanstack/react-router'
import { useCompanyHere, useMe } from '../api/session.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { terms } from '../ui/words.ts'
import { navParts, type NavPart } from './nav-parts.ts'

/** The navigation follows from the routes: those that say where they stand in it. */

export interface NavItem {
  readonly title: string
  readonly icon: IconName | undefined
  readonly part: NavPart | undefined
  readonly link: LinkProps
}

const partTitles: Record<NavPart, string | null> = {
  home: null,
  lease: terms.lease,
  let: terms.leaseOut,
  network: 'Network',
  company: 'Company',
  operator: 'Operator',
}

const paramsIn = (path: string) => [...path.matchAll(/\$(\w+)/g)].map((match) => match[1])

/** Of the person as a whole: not of who is signed in for one company only. */
const ownPages = new Set(['/account', '/account/mail', '/account/new-company'])

/** Every page one can go to from anywhere: those whose address needs no more than a company. */
export function useNavItems(): NavItem[] {
  const { routesById } = useRouter()
  const { person, bounded } = useMe()
  const company = useCompanyHere()
  return (Object.values(routesById) as AnyRoute[])
    .filter(({ options }) => options.staticData?.title !== undefined)
    .filter(({ fullPath }) => paramsIn(fullPath).every((name) => name === 'company' && company))
    .filter(({ fullPath }) => person.operator || !fullPath.startsWith('/operator'))
    .filter(({ fullPath }) => !bounded || !ownPages.has(fullPath.replace(/\/$/, '')))
    .toSorted((a, b) => (a.options.staticData?.nav?.order ?? 99) - (b.options.staticData?.nav?.order ?? 99))
    .map(({ fullPath, options: { staticData } }) => ({
      title: staticData?.title ?? '',
      icon: staticData?.nav?.icon,
      part: staticData?.nav?.part,
      link: { to: fullPath, params: company ? { company: company.param } : {} } as LinkProps,
    }))
}

export function Nav({ onGo }: { readonly onGo?: () => void }) {
  const items = useNavItems()
  return (
    <nav aria-label="Main" className="flex flex-col gap-4 overflow-y-auto px-2 py-2">
      {navParts.map((part) => {
        const here = items.filter((item) => item.part === part)
        if (here.length === 0) return null
        return (
          <div key={part}>
            {partTitles[part] && <h2 className="px-2 pb-1 text-xs font-medium text-faint">{partTitles[part]}</h2>}
            <ul className="flex flex-col gap-px">
              {here.map((item) => (
                <li key={item.title}>
                  <NavLink item={item} onGo={onGo} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

/** What others stand below is not where one is when one is at those. */
const isRoot = ({ part, link }: NavItem): boolean => part === 'home' || String(link.to).endsWith('/')

function NavLink({ item, onGo }: { readonly item: NavItem; readonly onGo: (() => void) | undefined }) {
  return (
    <Link
      {...item.link}
      {...(onGo && { onClick: onGo })}
      activeOptions={{ exact: isRoot(item), includeSearch: false }}
      className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink data-[status=active]:bg-accent-wash data-[status=active]:font-medium data-[status=active]:text-ink"
    >
      <Icon name={item.icon ?? 'right'} className="text-faint group-data-[status=active]:text-accent" />
      {item.title}
    </Link>
  )
}

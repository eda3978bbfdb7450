import { Link, useMatches, useRouter, type AnyRoute, type LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCompanyHere, useCompanyParam, useMe } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { entriesOf, isAt, navigation, pagesOf, type NavEntry, type NavSide } from './navigation.ts'

export interface NavItem {
  readonly title: string
  readonly icon: IconName | undefined
  readonly link: LinkProps
}

const paramsIn = (path: string) => [...path.matchAll(/\$(\w+)/g)].map((match) => match[1])

/** Of the person as a whole: not of who is signed in for one company only. */
const ownPages = new Set(['/account', '/account/mail', '/account/new-company'])

/** In the order of the navigation; what is in none comes last. */
const inOrder = (['operator', 'company'] as const).flatMap(entriesOf).flatMap(pagesOf)
const places = new Map(inOrder.map(({ to, icon }, order) => [to, { icon, order }]))
const orderOf = ({ fullPath }: AnyRoute): number => places.get(fullPath)?.order ?? places.size

/** Every page one can go to from anywhere: those whose address needs no more than a company. */
export function useNavItems(): NavItem[] {
  const { routesById } = useRouter()
  const { person, bounded } = useMe()
  const company = useCompanyHere()?.param
  return useMemo(
    () =>
      (Object.values(routesById) as AnyRoute[])
        .filter(({ options }) => options.staticData?.title !== undefined)
        .filter(({ fullPath }) => paramsIn(fullPath).every((name) => name === 'company' && company !== undefined))
        .filter(({ fullPath }) => person.operator || !fullPath.startsWith('/operator'))
        .filter(({ fullPath }) => !bounded || !ownPages.has(fullPath.replace(/\/$/, '')))
        .toSorted((a, b) => orderOf(a) - orderOf(b))
        .map(({ fullPath, options: { staticData } }) => ({
          title: staticData?.title ?? '',
          icon: places.get(fullPath)?.icon,
          link: { to: fullPath, params: company === undefined ? {} : { company } } as LinkProps,
        })),
    [routesById, person.operator, bounded, company],
  )
}

/** Operators have the company's where they look into one. */
export function useNavSide(): NavSide {
  const company = useCompanyParam()
  return useMe().person.operator && company === undefined ? 'operator' : 'company'
}

export function Nav({ onGo }: { readonly onGo?: () => void }) {
  const items = new Map(useNavItems().map((item) => [String(item.link.to), item]))
  const parts = navigation[useNavSide()].map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ to }) => items.has(to)),
  }))
  return (
    <nav aria-label="Main" className="flex flex-col gap-4 overflow-y-auto px-2 py-2">
      {parts
        .filter(({ entries }) => entries.length > 0)
        .map(({ title, entries }) => (
          <div key={title}>
            {title !== null && <h2 className="px-2 pb-1 text-xs font-medium text-faint">{title}</h2>}
            <ul className="flex flex-col gap-px">
              {entries.map((entry) => (
                <Entry key={entry.to} entry={entry} items={items} onGo={onGo} />
              ))}
            </ul>
          </div>
        ))}
    </nav>
  )
}

interface EntryProps {
  readonly entry: NavEntry
  readonly items: ReadonlyMap<string, NavItem>
  readonly onGo: (() => void) | undefined
}

/** What stands below it is seen by who is there already; everybody finds it by the palette. */
function Entry({ entry, items, onGo }: EntryProps) {
  const at = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const open = pagesOf(entry).some(({ to }) => isAt(at, to))
  const link = (to: string, below = false) => {
    const item = items.get(to)
    return item && <NavLink item={item} exact={to.endsWith('/')} below={below} onGo={onGo} />
  }
  return (
    <li>
      {link(entry.to)}
      {open && entry.below && (
        <ul className="mt-px flex flex-col gap-px">
          {entry.below.map(({ to }) => (
            <li key={to}>{link(to, true)}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface NavLinkProps {
  readonly item: NavItem
  readonly exact: boolean
  readonly below: boolean
  readonly onGo: (() => void) | undefined
}

function NavLink({ item, exact, below, onGo }: NavLinkProps) {
  return (
    <Link
      {...item.link}
      {...(onGo && { onClick: onGo })}
      activeOptions={{ exact, includeSearch: false }}
      className={cx(
        'group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink data-[status=active]:bg-accent-wash data-[status=active]:font-medium data-[status=active]:text-ink',
        below && 'pl-8.5',
      )}
    >
      {!below && <Icon name={item.icon ?? 'right'} className="text-faint group-data-[status=active]:text-accent" />}
      {item.title}
    </Link>
  )
}

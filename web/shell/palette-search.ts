import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { read } from '../api/query.ts'
import { useCompanyHere, useMe } from '../api/session.ts'
import type { IconName } from '../ui/icons.tsx'
import { useNavItems, type NavItem } from './nav.tsx'
import { usePrefixItems } from './prefix-search.ts'

/** What the palette finds, in groups. */

export interface Found {
  readonly title: string
  readonly items: readonly NavItem[]
}

const most = 5
const restMs = 150

/** What was typed, once the fingers rest. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}

const item = (title: string, icon: IconName, to: string, params: Record<string, string>): NavItem => ({
  title,
  icon,
  link: { to, params } as unknown as LinkProps,
})

function useAsked(search: string, enabled: boolean) {
  const company = useCompanyHere()
  const { person } = useMe()
  const tenantUUID = company?.uuid ?? ''
  const query = { 'filter[search]': search, per_page: most }
  const ofCompany = { enabled: enabled && company !== undefined }
  const invoices = useQuery({
    ...read('/billing/v1/{tenantUUID}/invoices', { params: { path: { tenantUUID }, query } }),
    ...ofCompany,
  })
  const orders = useQuery({
    ...read('/ecommerce/public/{user_id}/orders', { params: { path: { user_id: tenantUUID }, query } }),
    ...ofCompany,
  })
  const keys = useQuery({
    ...read('/portal/companies/{tenantUUID}/app-keys', { params: { path: { tenantUUID }, query } }),
    ...ofCompany,
    enabled: ofCompany.enabled && !company?.visiting,
  })
  const companies = useQuery({
    ...read('/portal/operator/companies', { params: { query } }),
    enabled: enabled && person.operator,
  })
  return { company: company?.param ?? '', invoices, orders, keys, companies }
}

/** Numbers and identifiers have digits in them; names of keys and companies are looked for from two letters on. */
export function useFound(typed: string): { readonly groups: readonly Found[]; readonly looking: boolean } {
  const wanted = typed.trim()
  const rested = useRested(wanted)
  const { company, ...asked } = useAsked(rested, rested.length >= 2)
  const pages = useNavItems().filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()))
  const prefixes = usePrefixItems(useCompanyHere(), typed)
  const current = rested === wanted
  const groups = [
    { title: 'Pages', items: pages },
    { title: 'Prefixes', items: prefixes ?? [] },
    ...(current ? foundIn(company, asked) : []),
  ].filter(({ items }) => items.length > 0)
  const looking = prefixes === undefined || !current || Object.values(asked).some(({ isFetching }) => isFetching)
  return { groups, looking }
}

type Asked = Omit<ReturnType<typeof useAsked>, 'company'>

interface Answer<R> {
  readonly data: { readonly data: readonly R[] } | undefined
  readonly isPlaceholderData: boolean
}

/** Never those that answer what was typed before. */
const rowsOf = <R>({ data, isPlaceholderData }: Answer<R>): readonly R[] =>
  isPlaceholderData ? [] : (data?.data ?? [])

const foundIn = (company: string, { invoices, orders, keys, companies }: Asked): Found[] => [
  {
    title: 'Invoices',
    items: rowsOf(invoices).map(({ uuid, invoice_number }) =>
      item(invoice_number, 'invoice', '/c/$company/billing/invoices/$invoice', { company, invoice: uuid }),
    ),
  },
  {
    title: 'Orders',
    items: rowsOf(orders).map(({ uuid }) => item(uuid, 'cart', '/c/$company/orders/$order', { company, order: uuid })),
  },
  {
    title: 'App keys',
    items: rowsOf(keys).map(({ name, client_id }) =>
      item(`${name} (${client_id})`, 'key', '/c/$company/integrations', { company }),
    ),
  },
  {
    title: 'Companies',
    items: rowsOf(companies).map(({ title, uuid, customer_number }) =>
      item(`${title} (${customer_number})`, 'company', '/operator/companies/$tenant', { tenant: uuid }),
    ),
  },
]

import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { read } from '../api/query.ts'
import type { Here } from '../api/session.ts'
import type { NavItem } from './nav.tsx'

interface Nested {
  readonly notation: string
  readonly subsets?: readonly Nested[]
}

const flat = (nodes: readonly Nested[]): string[] =>
  nodes.flatMap(({ notation, subsets = [] }) => [notation, ...flat(subsets)])

const mostShown = 8

/** The company's prefixes that begin as what was typed; asked for once the first digit is there, nothing until then. */
export function usePrefixItems(company: Here | undefined, typed: string): NavItem[] | undefined {
  const wanted = typed.trim().toLowerCase()
  const looksLikeAddress = /^[\da-f]+[.:]?[\da-f.:/]*$/.test(wanted) && /\d/.test(wanted)
  const { data, isLoading } = useQuery({
    ...read('/nethub-data/{tenantUUID}/prefixes/subsets/metadata', {
      params: { path: { tenantUUID: company?.uuid ?? '' }, query: { fields: ['notation'], limit: 1_000 } },
    }),
    enabled: company !== undefined && looksLikeAddress,
    staleTime: 300_000,
  })
  if (isLoading) return undefined
  if (!looksLikeAddress || !data || !company) return []
  return flat(data.data as unknown as readonly Nested[])
    .filter((notation) => notation.startsWith(wanted))
    .slice(0, mostShown)
    .map((notation) => ({
      title: notation,
      icon: 'tree',
      link: {
        to: '/c/$company/prefixes/$notation',
        params: { company: company.param, notation },
      } as unknown as LinkProps,
    }))
}

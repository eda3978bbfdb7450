import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

interface Counted {
  readonly meta: { readonly total: number }
}

/** How many there are, from a list of which only the count is wanted. */
export function useTotal<K extends readonly unknown[]>(
  list: UseQueryOptions<never, Error, never, K> | object,
): number | undefined {
  const { data } = useQuery(list as UseQueryOptions<Counted>)
  return data?.meta.total
}

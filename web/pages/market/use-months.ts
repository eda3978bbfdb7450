import { getRouteApi } from '@tanstack/react-router'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { usePatchSearch } from '../../search.ts'

const page = getRouteApi('/signed-in/c/$company/market/$address/$cidr')

/** For how long one would commit to the block: kept in the address of its page. */
export function useMonths(block: BlockOnOffer | undefined): [months: number, set: (months: number) => void] {
  const { months = 1 } = page.useSearch()
  const patch = usePatchSearch<{ months: number }>()
  const isOffered = block?.prices.some(({ contract_length }) => contract_length === months) ?? true
  return [isOffered ? months : 1, (wanted) => patch({ months: wanted === 1 ? undefined : wanted })]
}

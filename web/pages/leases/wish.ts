import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import { readAsn } from '../../../src/network/asn/asn.rules.ts'
import { usePatchSearch } from '../../search.ts'

/** What letters are being requested for: it stands in the address. */

const page = getRouteApi('/signed-in/c/$company/letters/new')
type Search = ReturnType<typeof page.useSearch>

export function useWish() {
  const { subnets = '', asn = '' } = page.useSearch()
  return { subnets: subnets.split(',').filter(Boolean), asn }
}

/** Choosing stays on the page of the list that is looked at. */
export function usePatchWish() {
  const { page: number } = page.useSearch()
  const patch = usePatchSearch<Search>()
  return ({ subnets, asn }: { subnets?: readonly string[]; asn?: string }) =>
    patch({
      page: number,
      ...(subnets && { subnets: subnets.join(',') || undefined }),
      ...(asn !== undefined && { asn: asn || undefined }),
    })
}

/** Where another group's page is. */
export const elsewhere = (to: string, company: string) => ({ to, params: { company } }) as unknown as LinkProps

/** An AS number as filters have it: what is none filters nothing. */
export const asnIn = (typed: string | undefined): number | undefined => readAsn(typed ?? '') ?? undefined

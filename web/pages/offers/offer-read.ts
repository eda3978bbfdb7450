import type { MarketServiceTree as Tree } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'

/** Reads that several pages of offers share, and what a change of an offer makes stale. */

export const offersPath = '/billing/v1/{tenantUUID}/market/services'
export const offerPath = '/billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}'
const treePath = '/billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/tree'

export const offerOf = (tenantUUID: string, ipmarketServiceUUID: string) =>
  read(offerPath, { params: { path: { tenantUUID, ipmarketServiceUUID } } })

export const treeOf = (tenantUUID: string, ipmarketServiceUUID: string, inside: string | undefined, depth: number) =>
  read(treePath, {
    params: { path: { tenantUUID, ipmarketServiceUUID }, query: { depth, ...(inside !== undefined && { inside }) } },
  })

export type TreeNode = Tree['data'][number]

export const offerChanges = [offersPath, offerPath, treePath] as const

export const prefixOf = ({ address, cidr }: { readonly address: string; readonly cidr: number }): string =>
  `${address}/${cidr}`

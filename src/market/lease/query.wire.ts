import { pageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { Int, ListOf, OneOf, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { leaseStates, type LeaseStatus } from './lease.states.ts'
import { directed, leaseSorts } from './view.rules.ts'
import type { LeasePageQuery, LeaseQuery } from './view.store.ts'
import { listable } from '../offer/listing.rules.ts'
import { registries } from '../offer/offer.rules.ts'
import { readWhereabouts } from '../search/whereabouts.rules.ts'

/** What a lessee may ask its leases by. */

const perPage = 25

const { properties: paging } = pageQuery({ perPage, sortable: leaseSorts })

const filters = {
  status: Type.Optional(ListOf(OneOf(leaseStates.states), 8)),
  display: Type.Optional(
    ListOf(OneOf(['assigned', 'unassigned'], 'Whether a live letter of authorisation names an ASN for it.'), 2),
  ),
  asn: Type.Optional(Int(1, 4_294_967_295, { description: 'Those with a live letter for this ASN.' })),
  uuid: Type.Optional(Uuid),
  address: Type.Optional(
    Text(18, { description: 'The first address of a block, or a prefix: then every block inside it.' }),
  ),
  cidr: Type.Optional(Int(listable.largest, listable.smallest, { description: 'Prefix length.' })),
  registry: Type.Optional(OneOf(registries)),
}

export const LeaseListQuery = Type.Object({
  ...paging,
  ...filters,
  direction: Type.Optional(
    ListOf(OneOf(['asc', 'desc'], 'One for each sort key, in their order; it decides over a leading "-".'), 8),
  ),
})

export const LeaseExportQuery = Type.Object({
  ...filters,
  sort: paging.sort,
  filter: paging.filter,
  page: Type.Optional(Int(1, 2_147_483_647, { description: 'Page, from 1; together with per_page.' })),
  per_page: Type.Optional(Int(1, 1_000, { description: 'Rows of that page, 25 unless said otherwise.' })),
})

interface Filters {
  readonly uuid?: string
  readonly address?: string
  readonly cidr?: number
  readonly registry?: (typeof registries)[number]
  readonly status?: readonly LeaseStatus[]
  readonly display?: readonly string[]
  readonly asn?: number
}

const filterOf = ({ uuid, address, cidr, registry, status, display, asn }: Filters) => ({
  uuid,
  whereabouts: address === undefined ? undefined : readWhereabouts(address),
  length: cidr,
  registry,
  statuses: status,
  assigned: assigned(display),
  asn,
})

/** Both kinds are everything, as is neither. */
function assigned(display: readonly string[] = []): boolean | undefined {
  const kinds = new Set(display)
  return kinds.size === 1 ? kinds.has('assigned') : undefined
}

export function readLeaseList(
  query: Static<typeof LeaseListQuery>,
  tenant: string,
): LeasePageQuery & { readonly page: number } {
  return {
    tenant,
    filter: filterOf(query),
    sort: directed(sortKeys(query.sort, leaseSorts, 'address'), query.direction ?? []),
    ...pageOf(query, perPage),
  }
}

/** Without a page it is everything. */
export function readLeaseExport(query: Static<typeof LeaseExportQuery>, tenant: string) {
  const wanted: LeaseQuery = { tenant, filter: filterOf(query), sort: sortKeys(query.sort, leaseSorts, 'address') }
  const whole = query.page === undefined && query.per_page === undefined
  return { wanted, page: whole ? null : pageOf(query, perPage) }
}

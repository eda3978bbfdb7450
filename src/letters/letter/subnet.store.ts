import { uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { LeaseTable, OfferTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

/** Which lease a subnet is part of, and which letters there are for it. */

interface LeasedSubnet {
  readonly subnet: string
  readonly lease_uuid: string
  readonly status: LeaseTable['status']
  readonly authorisation: OfferTable['authorisation']
}

/** Those that lie in a lease of the company that has not ended: looked up by each block around, so by the index. */
export async function leasedSubnets(ctx: Context, lessee: string, subnets: readonly string[]): Promise<LeasedSubnet[]> {
  const rows = await query<LeasedSubnet>`
    select asked.subnet, l.uuid as lease_uuid, l.status, o.authorisation
    from unnest(${[...subnets]}::cidr[]) as asked (subnet)
    cross join generate_series(8, 24) as around (length)
    join lease l on l.tenant_uuid = ${lessee} and l.status <> 'terminated'
      and around.length <= masklen(asked.subnet) and l.block = set_masklen(asked.subnet, around.length)
    join offer o on o.uuid = l.offer_uuid`.rows(ctx)
  return rows
}

interface AskedSubnet {
  /** The line of the cart that asks, or will. */
  readonly line: string
  readonly asn: number
  readonly block: string
}

/** Those that a live letter allows to be announced from the AS number already. */
export async function subnetsWithLetters(
  ctx: Context,
  asked: readonly Pick<AskedSubnet, 'asn' | 'block'>[],
): Promise<Pick<AskedSubnet, 'asn' | 'block'>[]> {
  const rows = await query<Pick<AskedSubnet, 'asn' | 'block'>>`
    select asked.asn, asked.block
    from unnest(${wholeArray(asked.map(({ asn }) => asn))}, ${asked.map(({ block }) => block)}::cidr[]) as asked (asn, block)
    where exists (
      select from letter t where t.block >>= asked.block and t.status in ('pending', 'active')
        and t.asn = asked.asn and t.max_length >= masklen(asked.block))`.rows(ctx)
  return rows
}

/** Those that another line of the company asks for, in its cart or in an order that awaits its money. */
export async function subnetsInLines(
  ctx: Context,
  tenant: string,
  asked: readonly AskedSubnet[],
): Promise<AskedSubnet[]> {
  const rows = await query<AskedSubnet>`
    select asked.line, asked.asn, asked.block
    from unnest(${uuidArray(asked.map(({ line }) => line))}, ${wholeArray(asked.map(({ asn }) => asn))},
      ${asked.map(({ block }) => block)}::cidr[]) as asked (line, asn, block)
    where exists (
      select from letter_line n where n.tenant_uuid = ${tenant} and n.uuid <> asked.line and n.asn = asked.asn
        and (n.claimed_by is not null or n.until > ${ctx.now}) and asked.block = any(n.subnets))`.rows(ctx)
  return rows
}

type LockedLease = Pick<LeaseTable, 'uuid' | 'status' | 'holder_uuid' | 'offer_uuid'>

/** Alone with these leases until the transaction ends. */
export async function lockLeases(ctx: Context, leases: readonly string[]): Promise<LockedLease[]> {
  const rows = await query<LockedLease>`
    select uuid, status, holder_uuid, offer_uuid from lease
    where uuid = any(${uuidArray([...new Set(leases)])}) order by uuid for no key update`.rows(ctx)
  return rows
}

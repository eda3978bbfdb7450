import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'

export interface LeasedSubnet {
  readonly subnet: string
  readonly lease_uuid: string
  readonly asns: readonly number[]
}

/** Those of the subnets that lie in a live lease of the company: looked up by each block around, so by the index. */
export async function leasedSubnets(ctx: Context, lessee: string, subnets: readonly string[]): Promise<LeasedSubnet[]> {
  const { rows } = await sql<LeasedSubnet>`
    select asked.subnet, lease.uuid as lease_uuid, lease.asns
    from unnest(${subnets}::cidr[]) as asked (subnet)
    cross join generate_series(8, 24) as around (length)
    join lease on lease.tenant_uuid = ${lessee} and lease.status <> 'terminated'
      and around.length <= masklen(asked.subnet) and lease.block = set_masklen(asked.subnet, around.length)`.execute(
    ctx.db,
  )
  return rows
}

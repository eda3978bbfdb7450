import type { Context } from '../../kernel/context.ts'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { brokenConstraint } from '../../kernel/db/pool.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { query } from '../../kernel/db/query.ts'
import type { ReverseDelegationTable } from '../../kernel/db/rows.gen.ts'
import { dnsProblem } from '../dns.problems.ts'

export type Delegation = ReverseDelegationTable

/** Two of one block at once: the second is refused by the database. */
export async function insertDelegation(ctx: Context, delegation: Delegation): Promise<void> {
  const { uuid, tenant_uuid, lease_uuid, block, name_servers, created_at } = delegation
  try {
    await query`insert into reverse_delegation (uuid, tenant_uuid, lease_uuid, block, name_servers, created_at)
      values (${uuid}, ${tenant_uuid}, ${lease_uuid}, ${block}, ${name_servers}, ${created_at})`.changed(ctx)
  } catch (error) {
    if (brokenConstraint(error) === 'reverse_delegation_once') throw dnsProblem('delegation_overlaps')
    throw error
  }
}

export async function changeDelegation(ctx: Context, uuid: string, servers: readonly string[]): Promise<void> {
  await query`update reverse_delegation set name_servers = ${servers} where uuid = ${uuid}`.changed(ctx)
}

export async function delegationsOf(ctx: Context, leases: readonly string[]): Promise<Delegation[]> {
  return query<Delegation>`
    select * from reverse_delegation where lease_uuid = any(${uuidArray(leases)}) order by block`.rows(ctx)
}

export async function lockDelegation(ctx: Context, tenant: string, uuid: string): Promise<Delegation | undefined> {
  return query<Delegation>`
    select * from reverse_delegation where uuid = ${uuid} and tenant_uuid = ${tenant} for update`.one(ctx)
}

export async function deleteDelegation(ctx: Context, uuid: string): Promise<void> {
  await query`delete from reverse_delegation where uuid = ${uuid}`.changed(ctx)
}

export async function deleteDelegationsOf(ctx: Context, lease: string): Promise<number> {
  return query`delete from reverse_delegation where lease_uuid = ${lease}`.changed(ctx)
}

export async function listDelegations(
  ctx: Context,
  { tenant, ...page }: { readonly tenant: string; readonly perPage: number; readonly offset: number },
): Promise<{ rows: Delegation[]; total: number }> {
  const kept = query`from reverse_delegation where tenant_uuid = ${tenant}`
  return pageOfList(ctx, page, {
    keys: [{ by: query`block`, descending: false }],
    total: counted(query<{ total: number }>`select count(*) as total ${kept}`),
    rows: (asked, { order, most, skip }) =>
      query<Delegation>`select * ${kept} ${order} limit ${most} offset ${skip}`.rows(asked),
  })
}

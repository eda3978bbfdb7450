import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Letter } from '../letter/letter.store.ts'

/** What is printed of letters that were released. */

/** A lease of the company's, whether it lives or not. */
export async function findLeaseBlock(ctx: Context, lessee: string, lease: string): Promise<string | undefined> {
  const own = query<{ block: string }>`select block from lease where uuid = ${lease} and tenant_uuid = ${lessee}`
  return (await own.one(ctx))?.block
}

export type Printed = Pick<Letter, 'uuid' | 'block' | 'asn' | 'statement' | 'signature' | 'key_id' | 'released_at'>

/** Those in force of a lease, in the order of their uuids, after this one. */
export async function activeLettersAfter(ctx: Context, lease: string, after: string, most: number): Promise<Printed[]> {
  return query<Printed>`
    select uuid, block, asn, statement, signature, key_id, released_at from letter
    where lease_uuid = ${lease} and status = 'active' and uuid > ${after} order by uuid limit ${most}`.rows(ctx)
}

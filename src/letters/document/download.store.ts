import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot, point } from '../../kernel/db/pool.ts'
import type { Letter } from '../letter/letter.store.ts'

/** What is printed of letters that were released. */

const leaseBlock = point<{ block: string }>('letters_lease_block', (db) =>
  db.selectFrom('lease').select('block').where('uuid', '=', '').where('tenant_uuid', '=', '').compile(),
)

/** A lease of the company's, whether it lives or not. */
export async function findLeaseBlock(ctx: Context, lessee: string, lease: string): Promise<string | undefined> {
  return (await leaseBlock(ctx, lease, lessee))[0]?.block
}

export type Printed = Pick<Letter, 'uuid' | 'block' | 'asn' | 'statement' | 'signature' | 'key_id' | 'released_at'>

const active = hot<Printed>('letters_to_print', (db) =>
  sql<Printed>`select uuid, block, asn, statement, signature, key_id, released_at from letter
    where lease_uuid = ${''} and status = 'active' and uuid > ${''} order by uuid limit ${''}`.compile(db),
)

/** Those in force of a lease, in the order of their uuids, after this one. */
export async function activeLettersAfter(ctx: Context, lease: string, after: string, most: number): Promise<Printed[]> {
  return active(ctx, lease, after, most)
}

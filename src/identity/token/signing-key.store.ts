import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SigningKeyTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type SigningKeyRow = Selectable<SigningKeyTable>

export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.selectFrom('signing_key').selectAll().orderBy('signs_from').orderBy('kid').execute()
}

export async function insertSigningKey(
  db: Db,
  row: Omit<SigningKeyRow, 'public_jwk'> & { public_jwk: string },
): Promise<void> {
  await db.insertInto('signing_key').values(row).execute()
}

export async function deleteSigningKey(db: Db, kid: string): Promise<void> {
  await db.deleteFrom('signing_key').where('kid', '=', kid).execute()
}

/** One node at a time decides about keys. */
export async function lockSigningKeys(db: Db): Promise<void> {
  await query`select pg_advisory_xact_lock(7238415004)`.rows({ db })
}

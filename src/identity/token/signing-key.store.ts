import type { Db } from '../../kernel/db/db.ts'
import type { SigningKeyTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type SigningKeyRow = SigningKeyTable

export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return query<SigningKeyRow>`select * from signing_key order by signs_from, kid`.rows({ db })
}

export async function insertSigningKey(
  db: Db,
  {
    kid,
    public_jwk,
    private_sealed,
    created_at,
    signs_from,
  }: Omit<SigningKeyRow, 'public_jwk'> & { public_jwk: string },
): Promise<void> {
  await query`insert into signing_key (kid, public_jwk, private_sealed, created_at, signs_from)
    values (${kid}, ${public_jwk}, ${private_sealed}, ${created_at}, ${signs_from})`.changed({ db })
}

export async function deleteSigningKey(db: Db, kid: string): Promise<void> {
  await query`delete from signing_key where kid = ${kid}`.changed({ db })
}

/** One node at a time decides about keys. */
export async function lockSigningKeys(db: Db): Promise<void> {
  await query`select pg_advisory_xact_lock(7238415004)`.rows({ db })
}

import type { Context } from '../../kernel/context.ts'
import type { LetterKeyTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type LetterKey = LetterKeyTable

/** There are few: one for each time somebody wanted a new one. */
export async function listLetterKeys(ctx: Context): Promise<LetterKey[]> {
  return query<LetterKey>`select * from letter_key order by signs_from, kid`.rows(ctx)
}

export async function insertLetterKey(ctx: Context, key: LetterKey): Promise<void> {
  const { kid, public_jwk, private_sealed, created_at, signs_from } = key
  await query`insert into letter_key (kid, public_jwk, private_sealed, created_at, signs_from)
    values (${kid}, ${JSON.stringify(public_jwk)}, ${private_sealed}, ${created_at}, ${signs_from})`.changed(ctx)
}

/** One node at a time makes keys. */
export async function lockLetterKeys(ctx: Context): Promise<void> {
  await query`select pg_advisory_xact_lock(7238415015)`.changed(ctx)
}

import type { Context } from '../../kernel/context.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { SignInChallengeTable } from '../../kernel/db/rows.gen.ts'
import { mostTries, type ProofWay } from './proof.rules.ts'

/** Between the right password and the second factor. */

export async function insertChallenge(
  ctx: Context,
  challenge: Omit<SignInChallengeTable, 'tries' | 'proven_by'> & { readonly proven_by: readonly ProofWay[] },
): Promise<void> {
  const { digest, person_uuid, proven_by, expires_at } = challenge
  await query`insert into sign_in_challenge (digest, person_uuid, proven_by, expires_at)
    values (${digest}, ${person_uuid}, ${textArray(proven_by)}, ${expires_at})`.changed(ctx)
}

/** Counts a try before it is judged, so that many at once cannot slip through; null: there is no such challenge. */
export async function countTry(ctx: Context, digest: Buffer): Promise<string | null> {
  const [counted] = await query<{ person_uuid: string }>`
    update sign_in_challenge set tries = tries + 1
    where digest = ${digest} and tries < ${mostTries} and expires_at > ${ctx.realNow} returning person_uuid`.rows(ctx)
  return counted?.person_uuid ?? null
}

/** Whose it is, without a try. */
export async function findChallenged(ctx: Context, digest: Buffer): Promise<string | null> {
  const found = await query<{ person_uuid: string }>`
    select person_uuid from sign_in_challenge
    where digest = ${digest} and tries < ${mostTries} and expires_at > ${ctx.realNow}`.one(ctx)
  return found?.person_uuid ?? null
}

/** How its person was proven so far; null: somebody was faster. */
export async function takeChallenge(ctx: Context, digest: Buffer): Promise<ProofWay[] | null> {
  const [taken] = await query<{ proven_by: ProofWay[] }>`
    delete from sign_in_challenge where digest = ${digest} returning proven_by`.rows(ctx)
  return taken?.proven_by ?? null
}

export async function deleteChallengesOf(ctx: Context, person: string): Promise<void> {
  await query`delete from sign_in_challenge where person_uuid = ${person}`.changed(ctx)
}

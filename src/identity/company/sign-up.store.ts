import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { SignUpTable } from '../../kernel/db/rows.gen.ts'

type SignUp = Selectable<SignUpTable>

export async function insertSignUp(ctx: Context, signUp: SignUp): Promise<void> {
  await ctx.db.insertInto('sign_up').values(signUp).execute()
}

/** Takes it, so that it works once. */
export async function takeSignUp(ctx: Context, digest: Buffer): Promise<SignUp | undefined> {
  return ctx.db
    .deleteFrom('sign_up')
    .where('digest', '=', digest)
    .where('expires_at', '>', ctx.realNow)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSignUpsOf(ctx: Context, email: string): Promise<void> {
  await ctx.db.deleteFrom('sign_up').where('email', '=', email).execute()
}

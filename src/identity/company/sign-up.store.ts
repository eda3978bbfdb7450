import type { Context } from '../../kernel/context.ts'
import type { SignUpTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

type SignUp = SignUpTable

export async function insertSignUp(ctx: Context, signUp: SignUp): Promise<void> {
  const { digest, email, name, title, role, terms_version, expires_at } = signUp
  await query`insert into sign_up (digest, email, name, title, role, terms_version, expires_at)
    values (${digest}, ${email}, ${name}, ${title}, ${role}, ${terms_version}, ${expires_at})`.changed(ctx)
}

/** Takes it, so that it works once. */
export async function takeSignUp(ctx: Context, digest: Buffer): Promise<SignUp | undefined> {
  const [taken] = await query<SignUp>`
    delete from sign_up where digest = ${digest} and expires_at > ${ctx.realNow} returning *`.rows(ctx)
  return taken
}

export async function deleteSignUpsOf(ctx: Context, email: string): Promise<void> {
  await query`delete from sign_up where email = ${email}`.changed(ctx)
}

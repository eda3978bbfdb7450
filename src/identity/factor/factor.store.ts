import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { TotpFactorTable } from '../../kernel/db/rows.gen.ts'
import { factorWays, type FactorWay } from './proof.rules.ts'

/** Authenticator apps and recovery codes. */

export type TotpFactor = TotpFactorTable

export async function hasSecondFactor(ctx: Context, person: string): Promise<boolean> {
  const { has } = await query<{ has: boolean }>`select has_second_factor(${person}) as has`.only(ctx)
  return has
}

/** What somebody may prove themselves by beside a password; nothing: they have no second factor. */
export async function factorWaysOf(ctx: Context, person: string): Promise<FactorWay[]> {
  const { code, passkey, recovery } = await query<{ code: boolean; passkey: boolean; recovery: boolean }>`
    select exists (select from totp_factor where person_uuid = ${person} and confirmed_at is not null) as code,
      exists (select from passkey where person_uuid = ${person}) as passkey,
      exists (select from recovery_code where person_uuid = ${person} and used_at is null) as recovery`.only(ctx)
  if (!code && !passkey) return []
  const has = { code, passkey, recovery_code: recovery }
  return factorWays.filter((way) => has[way])
}

/** One that is not confirmed is replaced; whether it was. */
export async function putTotp(
  ctx: Context,
  { person_uuid, sealed }: Pick<TotpFactor, 'person_uuid' | 'sealed'>,
): Promise<boolean> {
  const put = await query`
    insert into totp_factor as f (person_uuid, sealed, created_at) values (${person_uuid}, ${sealed}, ${ctx.realNow})
    on conflict (person_uuid) do update set sealed = excluded.sealed, created_at = excluded.created_at
    where f.confirmed_at is null`.changed(ctx)
  return put === 1
}

export async function findTotp(ctx: Context, person: string): Promise<TotpFactor | undefined> {
  return query<TotpFactor>`select * from totp_factor where person_uuid = ${person}`.one(ctx)
}

/** Two at once confirm it once. */
export async function confirmTotp(ctx: Context, person: string, createdAt: Date, step: number): Promise<boolean> {
  const confirmed = await query`
    update totp_factor set confirmed_at = ${ctx.realNow}, last_step = ${step}, last_used_at = ${ctx.realNow}
    where person_uuid = ${person} and created_at = ${createdAt} and confirmed_at is null`.changed(ctx)
  return confirmed === 1
}

/** Uses up the code of this step and of those before; false: it was used already. */
export async function takeTotpStep(ctx: Context, person: string, step: number): Promise<boolean> {
  const taken = await query`
    update totp_factor set last_step = ${step}, last_used_at = ${ctx.realNow}
    where person_uuid = ${person} and last_step < ${step}`.changed(ctx)
  return taken === 1
}

export async function deleteTotp(ctx: Context, person: string): Promise<boolean> {
  return (await query`delete from totp_factor where person_uuid = ${person}`.changed(ctx)) === 1
}

export async function replaceRecoveryCodes(ctx: Context, person: string, digests: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(ctx, person)
  for (const digest of digests)
    await query`insert into recovery_code (person_uuid, digest, created_at)
      values (${person}, ${digest}, ${ctx.realNow})`.ahead(ctx)
}

export async function deleteRecoveryCodes(ctx: Context, person: string): Promise<void> {
  await query`delete from recovery_code where person_uuid = ${person}`.changed(ctx)
}

/** False: it is none of theirs, or was used. */
export async function takeRecoveryCode(ctx: Context, person: string, digest: Buffer): Promise<boolean> {
  const taken = await query`update recovery_code set used_at = ${ctx.realNow}
    where person_uuid = ${person} and digest = ${digest} and used_at is null`.changed(ctx)
  return taken === 1
}

interface RecoveryCodes {
  readonly left: number
  readonly created_at: Date | null
}

export async function countRecoveryCodes(ctx: Context, person: string): Promise<RecoveryCodes> {
  return query<RecoveryCodes>`
    select count(*) filter (where used_at is null) as left, max(created_at) as created_at
    from recovery_code where person_uuid = ${person}`.only(ctx)
}

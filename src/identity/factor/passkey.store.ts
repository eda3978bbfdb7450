import type { Context } from '../../kernel/context.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { PasskeyChallengeTable, PasskeyTable } from '../../kernel/db/rows.gen.ts'
import { mostPasskeys } from './proof.rules.ts'

export type Passkey = PasskeyTable

/** False: this credential is known already, of whomever. */
export async function insertPasskey(ctx: Context, passkey: Omit<Passkey, 'last_used_at'>): Promise<boolean> {
  const { uuid, person_uuid, credential_id, public_key, sign_count, transports, name, created_at } = passkey
  const inserted = await query`
    insert into passkey (uuid, person_uuid, credential_id, public_key, sign_count, transports, name, created_at)
    values (${uuid}, ${person_uuid}, ${credential_id}, ${public_key}, ${sign_count}, ${textArray(transports)}, ${name},
      ${created_at})
    on conflict on constraint passkey_credential_once do nothing`.changed(ctx)
  return inserted === 1
}

/** Oldest first. */
export async function passkeysOf(ctx: Context, person: string): Promise<Passkey[]> {
  return query<Passkey>`
    select * from passkey where person_uuid = ${person} order by created_at, uuid limit ${mostPasskeys}`.rows(ctx)
}

export async function findPasskey(ctx: Context, credential: Buffer): Promise<Passkey | undefined> {
  return query<Passkey>`select * from passkey where credential_id = ${credential}`.one(ctx)
}

/** False: its counter has gone back meanwhile. Many authenticators do not count, and always say zero. */
export async function notePasskeyUse(ctx: Context, uuid: string, count: number): Promise<boolean> {
  const noted = await query`
    update passkey set sign_count = ${count}, last_used_at = ${ctx.realNow}
    where uuid = ${uuid} and (sign_count < ${count} or (sign_count = 0 and ${count} = 0))`.changed(ctx)
  return noted === 1
}

export async function renamePasskey(ctx: Context, person: string, uuid: string, name: string): Promise<boolean> {
  const renamed =
    await query`update passkey set name = ${name} where uuid = ${uuid} and person_uuid = ${person}`.changed(ctx)
  return renamed === 1
}

/** The name it had. */
export async function deletePasskey(ctx: Context, person: string, uuid: string): Promise<string | null> {
  const [deleted] = await query<{ name: string }>`
    delete from passkey where uuid = ${uuid} and person_uuid = ${person} returning name`.rows(ctx)
  return deleted?.name ?? null
}

export async function deletePasskeys(ctx: Context, person: string): Promise<number> {
  return query`delete from passkey where person_uuid = ${person}`.changed(ctx)
}

export type PasskeyPurpose = PasskeyChallengeTable['purpose']

export async function insertPasskeyChallenge(ctx: Context, challenge: PasskeyChallengeTable): Promise<void> {
  const { digest, purpose, person_uuid, expires_at } = challenge
  await query`insert into passkey_challenge (digest, purpose, person_uuid, expires_at)
    values (${digest}, ${purpose}, ${person_uuid}, ${expires_at})`.changed(ctx)
}

/** Takes it, so that it works once, for this purpose and person alone. */
export async function takePasskeyChallenge(
  ctx: Context,
  { digest, purpose, person_uuid }: Omit<PasskeyChallengeTable, 'expires_at'>,
): Promise<boolean> {
  const taken = await query`
    delete from passkey_challenge where digest = ${digest} and purpose = ${purpose}
      and person_uuid is not distinct from ${person_uuid} and expires_at > ${ctx.realNow}`.changed(ctx)
  return taken === 1
}

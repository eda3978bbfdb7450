import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Seal } from './seal.actions.ts'

/** Letters whose paper ends before their lease does. */

export async function lettersEndingBefore(ctx: Context, time: Date, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select t.uuid from letter t join lease l on l.uuid = t.lease_uuid
    where t.status = 'active' and t.valid_until <= ${time} and l.status = 'active'
      and (l.expires_at is null or l.expires_at > t.valid_until)
    order by t.valid_until, t.uuid limit ${most}`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

export async function setSeals(ctx: Context, seals: readonly (Seal & { readonly uuid: string })[]): Promise<void> {
  await query`
    update letter set statement = sealed.statement, signature = sealed.signature, key_id = sealed.key_id,
      valid_until = sealed.valid_until
    from json_to_recordset(${JSON.stringify(seals)}) as sealed (uuid uuid, statement text, signature text, key_id text,
      valid_until timestamptz)
    where letter.uuid = sealed.uuid`.changes(seals.length, ctx)
}

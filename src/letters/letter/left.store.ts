import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Letter } from './letter.store.ts'

/** Letters that have ended, of which something may still be seen. */

export interface LeftLetter extends Letter {
  /** Another letter that lives lets the same number announce the block. */
  readonly superseded: boolean
}

/** In the order of their uuids, those behind one of them. */
export async function lettersLeft(ctx: Context, after: string, most: number): Promise<LeftLetter[]> {
  const rows = await query<LeftLetter>`
    select t.*, exists (select from letter n where n.block >>= t.block and n.status in ('pending', 'active')
      and n.asn = t.asn) as superseded
    from letter t where t.ended_at is not null and t.gone_at is null and t.uuid > ${after}
    order by t.uuid limit ${most}`.rows(ctx)
  return rows
}

/** Those that nobody has noted meanwhile. */
export async function setGone(ctx: Context, uuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ uuid: string }>`
    update letter set gone_at = ${ctx.now} where uuid = any(${uuidArray(uuids)}) and gone_at is null returning uuid`.rows(
    ctx,
  )
  return new Set(rows.map(({ uuid }) => uuid))
}

import type { Context } from '../../kernel/context.ts'
import { brokenConstraint } from '../../kernel/db/pool.ts'
import type { DiscountCodeTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type DiscountCode = DiscountCodeTable

/** Codes are kept in capitals; who types one need not. */
export async function findDiscountCode(ctx: Context, code: string): Promise<DiscountCode | undefined> {
  return query<DiscountCode>`select * from discount_code where code = ${code.toUpperCase()}`.one(ctx)
}

/** One use more or one less; false when all have been made. */
export async function countUse(ctx: Context, uuid: string, by: 1 | -1): Promise<boolean> {
  const changed = await query`
    update discount_code set uses = uses + ${by}
    where uuid = ${uuid} and (most_uses is null or uses + ${by} <= most_uses)`.changed(ctx)
  return changed === 1
}

/** Nothing when the code exists. */
export async function insertDiscountCode(ctx: Context, wanted: DiscountCode): Promise<DiscountCode | undefined> {
  const { uuid, code, name, kind, value, most_uses, uses, valid_from, valid_until, created_at, ended_at } = wanted
  try {
    return await query<DiscountCode>`
      insert into discount_code
        (uuid, code, name, kind, value, most_uses, uses, valid_from, valid_until, created_at, ended_at)
      values (${uuid}, ${code}, ${name}, ${kind}, ${value}, ${most_uses}, ${uses}, ${valid_from}, ${valid_until},
        ${created_at}, ${ended_at}) returning *`.only(ctx)
  } catch (error) {
    if (brokenConstraint(error) === 'discount_code_code_key') return undefined
    throw error
  }
}

/** Nothing when there is no such code, or it has ended. */
export async function endCode(ctx: Context, uuid: string): Promise<DiscountCode | undefined> {
  const [ended] = await query<DiscountCode>`
    update discount_code set ended_at = ${ctx.now} where uuid = ${uuid} and ended_at is null returning *`.rows(ctx)
  return ended
}

export async function findDiscountCodeByUuid(ctx: Context, uuid: string): Promise<DiscountCode | undefined> {
  return query<DiscountCode>`select * from discount_code where uuid = ${uuid}`.one(ctx)
}

/** The newest first. */
export async function listCodes(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: DiscountCode[]; total: number }> {
  const rows = await query<DiscountCode>`
    select * from discount_code order by uuid desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total from discount_code`.only(ctx)
  return { rows, total }
}

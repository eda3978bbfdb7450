import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { brokenConstraint } from '../../kernel/db/pool.ts'
import type { DiscountCodeTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type DiscountCode = Selectable<DiscountCodeTable>

/** Codes are kept in capitals; who types one need not. */
export async function findDiscountCode(ctx: Context, code: string): Promise<DiscountCode | undefined> {
  return ctx.db.selectFrom('discount_code').selectAll().where('code', '=', code.toUpperCase()).executeTakeFirst()
}

/** One use more or one less; false when all have been made. */
export async function countUse(ctx: Context, uuid: string, by: 1 | -1): Promise<boolean> {
  const changed = await query`
    update discount_code set uses = uses + ${by}
    where uuid = ${uuid} and (most_uses is null or uses + ${by} <= most_uses)`.changed(ctx)
  return changed === 1
}

/** Nothing when the code exists. */
export async function insertDiscountCode(ctx: Context, code: DiscountCode): Promise<DiscountCode | undefined> {
  try {
    return await ctx.db.insertInto('discount_code').values(code).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (brokenConstraint(error) === 'discount_code_code_key') return undefined
    throw error
  }
}

/** Nothing when there is no such code, or it has ended. */
export async function endCode(ctx: Context, uuid: string): Promise<DiscountCode | undefined> {
  return ctx.db
    .updateTable('discount_code')
    .set({ ended_at: ctx.now })
    .where('uuid', '=', uuid)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function findDiscountCodeByUuid(ctx: Context, uuid: string): Promise<DiscountCode | undefined> {
  return ctx.db.selectFrom('discount_code').selectAll().where('uuid', '=', uuid).executeTakeFirst()
}

/** The newest first. */
export async function listCodes(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: DiscountCode[]; total: number }> {
  const rows = await ctx.db
    .selectFrom('discount_code')
    .selectAll()
    .orderBy('uuid', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute()
  const { total } = await ctx.db
    .selectFrom('discount_code')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

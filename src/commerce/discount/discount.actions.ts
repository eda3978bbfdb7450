import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { commerceAudit } from '../commerce.events.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { endCode, findDiscountCodeByUuid, insertDiscountCode, type DiscountCode } from './discount.store.ts'

export { listCodes } from './discount.store.ts'

/** Discount codes, as operators give them out. */

export type NewDiscountCode = Pick<
  DiscountCode,
  'code' | 'name' | 'kind' | 'value' | 'most_uses' | 'valid_from' | 'valid_until'
>

export async function createCode(ctx: Context, wish: NewDiscountCode): Promise<DiscountCode> {
  const made = { ...wish, code: wish.code.toUpperCase(), uuid: newUuid(), uses: 0, created_at: ctx.now, ended_at: null }
  const code = await insertDiscountCode(ctx, made)
  if (!code) throw commerceProblem('discount_code_exists')
  await record(ctx, code, 'created')
  return code
}

/** Carts that carry it lose it; what was ordered with it keeps it. Ending twice changes nothing. */
export async function endDiscountCode(ctx: Context, uuid: string): Promise<DiscountCode> {
  const ended = await endCode(ctx, uuid)
  if (ended) await record(ctx, ended, 'ended')
  const code = ended ?? (await findDiscountCodeByUuid(ctx, uuid))
  if (!code) throw kernelProblem('not_found')
  return code
}

function record(ctx: Context, { uuid, code, kind, value }: DiscountCode, verb: 'created' | 'ended'): Promise<void> {
  const subject = { kind: 'discount_code', uuid }
  return audit(ctx, { action: commerceAudit(`discount_code.${verb}`), subject, data: { code, kind, value } })
}

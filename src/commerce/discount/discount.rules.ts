import type { Discount } from '../../invoicing/index.ts'
import type { Problem } from '../../kernel/problems.ts'
import { commerceProblem } from '../commerce.problems.ts'
import type { DiscountCode } from './discount.store.ts'

/** Why a code takes nothing off now; nothing when it does. */
export function faultOf(code: DiscountCode, now: Date): Problem | undefined {
  if (code.ended_at !== null || (code.valid_until !== null && code.valid_until <= now))
    return commerceProblem('discount_code_ended')
  if (code.valid_from !== null && code.valid_from > now) return commerceProblem('discount_code_early')
  if (code.most_uses !== null && code.uses >= code.most_uses) return commerceProblem('discount_code_used_up')
  return undefined
}

export const discountOf = ({ code, name, kind, value }: DiscountCode): Discount => ({ code, name, kind, value })

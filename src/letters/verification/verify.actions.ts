import type { Context } from '../../kernel/context.ts'
import { findLetterByCode } from '../letter/letter.store.ts'
import { standingOf, type Standing } from './verify.rules.ts'

/** One read, whatever was asked for. */
export async function verifyCode(ctx: Context, code: string): Promise<Standing> {
  return standingOf(await findLetterByCode(ctx, code))
}

import type { Context } from '../../kernel/context.ts'
import { removeMethod } from '../../invoicing/index.ts'
import { forgetMethod } from './method.store.ts'

/** Gone from the company's methods and from everything that was to be paid by it. */
export async function removePaymentMethod(ctx: Context, tenant: string, uuid: string): Promise<void> {
  await removeMethod(ctx, tenant, uuid)
  await forgetMethod(ctx, uuid)
}

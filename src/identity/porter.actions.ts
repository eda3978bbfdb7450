import type { Context } from '../kernel/context.ts'
import type { Porter } from '../kernel/gate.ts'
import type { House } from '../kernel/house.ts'
import { slot } from '../kernel/slot.ts'
import { findRole } from './person.store.ts'
import { callerBySession } from './session.actions.ts'
import { findTenant } from './tenant.store.ts'
import { tokens } from './token.memory.ts'

/** Customer numbers never change, so each is asked for once. */
const customerNumbers = slot(() => new Map<string, number>())

async function customerNumber(ctx: Context, tenant: string): Promise<number | null> {
  const known = customerNumbers(ctx).get(tenant)
  if (known !== undefined) return known
  const found = await findTenant(ctx, tenant)
  if (!found) return null
  customerNumbers(ctx).set(tenant, found.customer_number)
  return found.customer_number
}

/** Says to the kernel's gate who someone is. */
export function porterOf(house: House): Porter {
  return {
    bearer: async (token) => (await tokens({ house }).check(token)).caller,
    session: callerBySession,
    roleIn: findRole,
    customerNumber,
  }
}

import type { Context } from '../../kernel/context.ts'
import { describe, type Described } from './describe.actions.ts'
import type { Section } from './prefix.wire.ts'
import { requireSeen } from './visibility.actions.ts'

/** One prefix, whether any data knows it or not: a company sees all of its space. */
export async function showPrefix(
  ctx: Context,
  tenant: string,
  notation: string,
  wanted: ReadonlySet<Section>,
): Promise<Described> {
  const [described] = await describe(ctx, tenant, [await requireSeen(ctx, tenant, notation)], wanted)
  if (!described) throw new Error('nothing was described')
  return described
}

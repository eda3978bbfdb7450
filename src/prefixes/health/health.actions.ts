import type { Context } from '../../kernel/context.ts'
import { gatherWork } from './facts.actions.ts'
import type { WorkFacts } from './facts.rules.ts'
import { changesOf, type Change } from './history.store.ts'
import { judgeWork, type HealthWork } from './health.rules.ts'
import { requireSeen } from '../prefix/visibility.actions.ts'

/** How prefixes stand now, judged when asked. */

export interface PrefixHealth {
  readonly facts: WorkFacts
  readonly work: HealthWork
  /** The newest first. */
  readonly history: readonly Change[]
}

/** One prefix that the company sees, with why it stands so and how it stood before. */
export async function showHealth(
  ctx: Context,
  tenant: string,
  notation: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<PrefixHealth> {
  const { prefix } = await requireSeen(ctx, tenant, notation)
  const [facts] = await gatherWork(ctx, [prefix])
  if (!facts) throw new Error('nothing was gathered')
  return { facts, work: judgeWork(facts), history: await changesOf(ctx, prefix, page) }
}

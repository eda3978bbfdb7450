import type { Context } from '../../kernel/context.ts'
import { gatherHealth, gatherWork } from './facts.actions.ts'
import type { WorkFacts } from './facts.rules.ts'
import { changesOf, type Change } from './history.store.ts'
import { judgeHealth, judgeWork, statusesOf, whyOf, type HealthWork, type Statuses } from './health.rules.ts'
import { troubleOf, type Standing, type TroubleCounts, type TroublePage } from './trouble.store.ts'
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
  const seen = await requireSeen(ctx, tenant, notation)
  const facts = (await gatherWork(ctx, [seen])).facts(0)
  return { facts, work: judgeWork(facts), history: await changesOf(ctx, seen.prefix, page) }
}

export interface Trouble {
  readonly prefixes: readonly (Standing & { readonly now: Statuses; readonly why: string })[]
  readonly counts: TroubleCounts
}

/** What is wrong with the company's prefixes; how bad as it was last looked at, and why as it is now. */
export async function listTrouble(ctx: Context, tenant: string, page: TroublePage): Promise<Trouble> {
  const { standings, counts } = await troubleOf(ctx, tenant, page)
  const facts = await gatherHealth(
    ctx,
    standings.map(({ prefix }) => prefix),
  )
  const prefixes = facts.flatMap((each, i) => {
    const [health, standing] = [judgeHealth(each), standings[i]]
    return standing ? { ...standing, now: statusesOf(health), why: whyOf(health) } : []
  })
  return { prefixes, counts }
}

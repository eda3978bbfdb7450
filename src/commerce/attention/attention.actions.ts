import type { Context } from '../../kernel/context.ts'
import { showSources } from '../../network/index.ts'
import type { OperatorWaiting, Waiting } from './attention.rules.ts'
import { whatWaits } from './attention.store.ts'
import { whatWaitsForOperators } from './operator.store.ts'

/** What a company should look at; an operator also hears of data that has grown too old. */
export async function attentionOf(ctx: Context, tenant: string, isOperator: boolean): Promise<Waiting[]> {
  const waiting = await whatWaits(ctx, tenant)
  if (!isOperator) return waiting
  return [...waiting, { kind: 'sources_stale', count: await staleSources(ctx), at: null }]
}

/** What whoever runs the marketplace should look at. */
export async function operatorAttention(ctx: Context, sources?: Sources): Promise<OperatorWaiting[]> {
  const waiting = await whatWaitsForOperators(ctx)
  return [...waiting, { kind: 'sources_stale', count: await staleSources(ctx, sources), since: null }]
}

type Sources = Awaited<ReturnType<typeof showSources>>

async function staleSources(ctx: Context, sources?: Sources): Promise<number> {
  return (sources ?? (await showSources(ctx))).filter((source) => source.stale === true).length
}

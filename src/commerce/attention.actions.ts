import type { Context } from '../kernel/context.ts'
import { showSources } from '../network/index.ts'
import type { Waiting } from './attention.rules.ts'
import { whatWaits } from './attention.store.ts'

/** What a company should look at; an operator also hears of data that has grown too old. */
export async function attentionOf(ctx: Context, tenant: string, isOperator: boolean): Promise<Waiting[]> {
  const waiting = await whatWaits(ctx, tenant)
  if (!isOperator) return waiting
  const stale = (await showSources(ctx)).filter((source) => source.stale === true)
  return [...waiting, { kind: 'sources_stale', count: stale.length, at: null }]
}

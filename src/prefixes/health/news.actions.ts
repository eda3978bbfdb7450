import type { Words } from '../../identity/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { prefixesEvents } from '../prefixes.events.ts'
import { gatherHealth } from './facts.actions.ts'
import { judgeHealth, whyOf } from './health.rules.ts'
import { lockHealth } from './history.store.ts'
import { takeNews } from './news.store.ts'

/** Tells companies of their routing: once for all that one look over every prefix has found (ADR 91). */

const atOnce = { companies: 100, prefixes: 20 } as const

/** Nothing while prefixes are still being looked at: the end of that look comes here again. */
export async function tellOfChanges(ctx: Context): Promise<void> {
  for (let told: number = atOnce.companies; told === atOnce.companies;) told = await inTransaction(ctx, tellSome)
}

async function tellSome(ctx: Context): Promise<number> {
  const walk = await lockHealth(ctx)
  if (walk.done !== walk.wanted) return 0
  const taken = await takeNews(ctx, atOnce)
  const news = taken.filter(({ first }) => first.length > 0)
  const blocks = [...new Set(news.flatMap(({ first }) => first.map(({ block }) => block)))]
  const facts = await gatherHealth(ctx, blocks.map(knownPrefix))
  const why = new Map(facts.map((each, i) => [blocks[i], whyOf(judgeHealth(each))]))
  await emitAll(
    ctx,
    news.map(({ tenant, critical, better, first }) =>
      prefixesEvents('prefixes.health_changed', tenant, {
        critical,
        better,
        prefixes: first.map((turn) => ({ ...turn, why: why.get(turn.block) ?? '' })),
      }),
    ),
  )
  return taken.length
}

const several = (count: number, [first]: readonly { readonly block: string }[]): string =>
  count === 1 && first ? first.block : `${count} prefixes`

const listOf = (title: string, count: number, whys: readonly string[]): string[] => {
  const rest = count - whys.length
  const more = rest > 0 ? [`And ${rest} more.`] : []
  return count === 0 ? [] : [title, ...whys, ...more]
}

interface RoutingWords extends Words {
  readonly count: number
  /** Nothing became critical. */
  readonly good: boolean
}

/** What alerts tell people of it. */
export const routingWords = prefixesEvents.onEach<RoutingWords>({
  'prefixes.health_changed': ({ critical, better, prefixes }) => {
    const bad = prefixes.filter(({ to }) => to === 'critical')
    const good = prefixes.filter(({ to }) => to !== 'critical')
    const [first] = prefixes
    return {
      count: critical + better,
      good: critical === 0,
      subject:
        critical > 0
          ? `${several(critical, bad)}: routing is critical`
          : `${several(better, good)}: routing is no longer critical`,
      text: `${[
        ...listOf(
          'Became critical:',
          critical,
          bad.map(({ why }) => why),
        ),
        ...listOf(
          'No longer critical:',
          better,
          good.map(({ why }) => why),
        ),
      ].join('\n\n')}\n`,
      lead:
        prefixes.length === 1 && first
          ? { label: 'See what to do', page: `/prefixes/${encodeURIComponent(first.block)}` }
          : { label: 'View prefixes', page: '/prefixes' },
    }
  },
})

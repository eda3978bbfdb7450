import type { Context } from '../../kernel/context.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { networkFacts } from '../../network/index.ts'
import { judgeWork, routingHealthOf, shownSuggestions } from '../health/health.rules.ts'
import { gatherWork } from '../health/facts.actions.ts'
import { metadataOf, type Entries } from '../metadata/metadata.store.ts'
import type { Section, Sections } from './prefix.wire.ts'
import { plainSections, roasOf, type PlainSection } from './section.rules.ts'
import type { Root, Spot } from './spot.rules.ts'

/** Prefixes with what is known of them; only the sections that somebody wants are found out. */

export interface Described {
  readonly spot: Spot
  readonly found: Partial<Sections>
}

export async function describe(
  ctx: Context,
  tenant: string,
  spots: readonly (Root | Spot)[],
  wanted: ReadonlySet<Section>,
): Promise<Described[]> {
  const names = spots.map(({ prefix }) => formatPrefix(prefix))
  const judged = wanted.has('rpki') || wanted.has('routingHealth')
  const [metadata, work] = await Promise.all([
    wanted.has('holderMetadata') ? metadataOf(ctx, tenant, names) : new Map<string, Entries>(),
    judged ? gatherWork(ctx, spots) : [],
  ])
  const facts = networkFacts(ctx)
  const marketplace = ctx.house.config.sellerName
  const plain = (Object.keys(plainSections) as PlainSection[]).filter((section) => wanted.has(section))
  return spots.map((given, i) => {
    const spot: Spot = { top: true, ...given }
    const scene = { spot, facts, marketplace }
    const found: Record<string, unknown> = {}
    for (const section of plain) found[section] = plainSections[section](scene)
    if (wanted.has('holderMetadata')) found['holderMetadata'] = metadata.get(names[i] ?? '') ?? {}
    const health = work[i] && judgeWork(work[i])
    if (health && wanted.has('rpki'))
      found['rpki'] = { roas: roasOf(scene), suggestions: shownSuggestions(health, given.prefix) }
    if (health && wanted.has('routingHealth')) found['routingHealth'] = routingHealthOf(health)
    return { spot, found }
  })
}

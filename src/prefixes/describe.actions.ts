import type { Context } from '../kernel/context.ts'
import { formatPrefix } from '../kernel/ip.ts'
import { networkFacts } from '../network/index.ts'
import { metadataOf } from './metadata.store.ts'
import type { Section, Sections } from './prefix.wire.ts'
import { plainSections, roasOf, type PlainSection } from './section.rules.ts'
import type { Root, Spot } from './spot.rules.ts'

/** Prefixes with what is known of them; only the sections that somebody wants are found out. */

export interface Described {
  readonly spot: Spot
  readonly found: Partial<Sections>
}

/** Until health is judged here, nothing is known of it. */
const unjudged: Sections['routingHealth'] = {
  criticalityStatus: 'unknown',
  bgpStatus: 'unknown',
  rpkiStatus: 'unknown',
  irrStatus: 'unknown',
  bgpActions: [],
  rpkiActions: [],
  irmActions: [],
  irrActions: [],
}

export async function describe(
  ctx: Context,
  tenant: string,
  spots: readonly (Root | Spot)[],
  wanted: ReadonlySet<Section>,
): Promise<Described[]> {
  const names = spots.map(({ prefix }) => formatPrefix(prefix))
  const metadata = wanted.has('holderMetadata') ? await metadataOf(ctx, tenant, names) : new Map()
  const facts = networkFacts(ctx)
  const marketplace = ctx.house.config.sellerName
  const plain = (Object.keys(plainSections) as PlainSection[]).filter((section) => wanted.has(section))
  return spots.map((given, i) => {
    const spot: Spot = { top: true, ...given }
    const scene = { spot, facts, marketplace }
    const found: Record<string, unknown> = {}
    for (const section of plain) found[section] = plainSections[section](scene)
    if (wanted.has('holderMetadata')) found['holderMetadata'] = metadata.get(names[i] ?? '') ?? {}
    if (wanted.has('rpki')) found['rpki'] = { roas: roasOf(scene), suggestions: [] }
    if (wanted.has('routingHealth')) found['routingHealth'] = unjudged
    return { spot, found }
  })
}

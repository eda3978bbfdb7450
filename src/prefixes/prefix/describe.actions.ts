import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { networkFacts, networkState } from '../../network/index.ts'
import { judgeWork, routingHealthOf, shownSuggestions } from '../health/health.rules.ts'
import { areaAround, gatherWork } from '../health/facts.actions.ts'
import { metadataOf, type Entries } from '../metadata/metadata.store.ts'
import { descriptions } from './description.memory.ts'
import type { Section, Sections } from './prefix.wire.ts'
import { plainSections, roasOf, type PlainSection } from './section.rules.ts'
import type { Root, Spot } from './spot.rules.ts'

/** Prefixes with what is known of them; only the sections that somebody wants are found out. */

export interface Described {
  readonly spot: Spot
  readonly found: Partial<Sections>
}

type Given = Root | Spot
type Wanted = ReadonlySet<Section>

const spotOf = (given: Given): Spot => ({ top: true, ...given })

export async function describe(
  ctx: Context,
  tenant: string,
  spots: readonly Given[],
  wanted: Wanted,
): Promise<Described[]> {
  const areas = spots.map((spot) => areaOf(ctx, spot, wanted))
  const { found } = await learn(ctx, tenant, spots, areas, wanted)
  return spots.map((given, i) => ({ spot: spotOf(given), found: found(i).found }))
}

/** How prefixes are written. */
export interface Form {
  /** No two that write differently have the same. */
  readonly name: string
  readonly wanted: Wanted
  readonly write: (found: Partial<Sections>) => string
}

export interface Written {
  readonly spot: Spot
  readonly text: string
}

/** So many are a page. Who walks through more would only push out what others ask for again. */
const page = 100

/** The same as text. What was written before is not described again, as long as all that it was written by is the same. */
export async function describeAs(
  ctx: Context,
  tenant: string,
  spots: readonly Given[],
  form: Form,
): Promise<Written[]> {
  const state = networkState(ctx)
  const memory = spots.length <= page ? descriptions(ctx) : null
  const places = spots.map((given) => {
    const name = `${tenant} ${formatPrefix(given.prefix)} ${form.name}`
    const space = spaceText(given)
    const kept = memory?.find(state, name, space, ctx.realNow) ?? null
    return { spot: spotOf(given), name, space, kept, area: kept?.area ?? areaOf(ctx, given, form.wanted) }
  })
  const areas = places.map(({ area }) => area)
  const learned = await learn(ctx, tenant, spots, areas, form.wanted)
  // Other data has come meanwhile, and with it other areas.
  if (networkState(ctx) !== state) return describeAs(ctx, tenant, spots, form)
  return places.map(({ spot, name, space, kept, area }, i) => {
    const said = learned.said(i)
    if (kept?.said === said) return { spot, text: kept.text }
    const { found, until } = learned.found(i)
    const text = form.write(found)
    memory?.keep(state, name, { space, said, area, until, text })
    return { spot, text }
  })
}

const spaceText = ({ space, lease }: Given): string => JSON.stringify(lease === space.lease ? [space] : [space, lease])

const isJudged = (wanted: Wanted): boolean => wanted.has('rpki') || wanted.has('routingHealth')

const areaOf = (ctx: Context, root: Given, wanted: Wanted): Prefix =>
  isJudged(wanted) ? areaAround(ctx, root) : root.prefix

interface Learned {
  /** What the database says of a place, beside whose it is. */
  readonly said: (place: number) => string
  /** What is known of it, and until when time alone changes nothing of that. */
  readonly found: (place: number) => { readonly found: Partial<Sections>; readonly until: number }
}

async function learn(
  ctx: Context,
  tenant: string,
  spots: readonly Given[],
  areas: readonly Prefix[],
  wanted: Wanted,
): Promise<Learned> {
  const names = spots.map(({ prefix }) => formatPrefix(prefix))
  const [metadata, work] = await Promise.all([
    wanted.has('holderMetadata') ? metadataOf(ctx, tenant, names) : new Map<string, Entries>(),
    isJudged(wanted) ? gatherWork(ctx, spots, areas) : null,
  ])
  const notesOf = (place: number): Entries => metadata.get(names[place] ?? '') ?? {}
  const plain = plainlyOf(ctx, wanted)
  return {
    said: (place) => `${JSON.stringify(notesOf(place))} ${work?.said(place) ?? ''}`,
    found: (place) => {
      const given = spots[place]
      if (!given) throw new Error('nothing was learned of that place')
      const { scene, found } = plain(spotOf(given))
      if (wanted.has('holderMetadata')) found['holderMetadata'] = notesOf(place)
      const facts = work?.facts(place)
      if (!facts) return { found, until: Infinity }
      const health = judgeWork(facts)
      if (wanted.has('rpki'))
        found['rpki'] = { roas: roasOf(scene), suggestions: shownSuggestions(health, given.prefix) }
      if (wanted.has('routingHealth')) found['routingHealth'] = routingHealthOf(health)
      return { found, until: facts.roaArea.settledUntil(ctx.realNow) }
    },
  }
}

/** The sections that need nothing from the database. */
function plainlyOf(ctx: Context, wanted: Wanted) {
  const facts = networkFacts(ctx)
  const marketplace = ctx.house.config.sellerName
  const plain = (Object.keys(plainSections) as PlainSection[]).filter((section) => wanted.has(section))
  return (spot: Spot) => {
    const scene = { spot, facts, marketplace }
    const found: Record<string, unknown> = {}
    for (const section of plain) found[section] = plainSections[section](scene)
    return { scene, found }
  }
}

import { mapInBreaths } from '../kernel/breath.ts'
import type { Context } from '../kernel/context.ts'
import { contains, formatPrefix, samePrefix, type Prefix } from '../kernel/ip.ts'
import { originsExpectedFor, type HeldBlock, type LetBlock, type Origins } from '../market/index.ts'
import {
  irrOf,
  networkFacts,
  type Announcement,
  type Known,
  type NetworkQuestions,
  type Vrp,
} from '../network/index.ts'
import { Apart } from './apart.rules.ts'
import { usable, type HealthFacts, type Routes, type WorkFacts } from './healthfacts.rules.ts'
import { distinct } from './origin.rules.ts'
import { RoaArea } from './roaarea.rules.ts'

/** Gathers what health is judged by, for many prefixes at once: the market by one statement, the network from memory. */

/** Enough for the statuses. In the order given. */
export async function gatherHealth(ctx: Context, prefixes: readonly Prefix[]): Promise<HealthFacts[]> {
  const ground = groundOf(ctx, await originsExpectedFor(ctx, prefixes))
  return mapInBreaths(prefixes, (prefix) => healthFacts(ground, prefix))
}

/**
 * Also for actions and suggestions. What ROAs bear on may reach beyond the prefixes asked for, so the market is asked a
 * second time where they do.
 */
export async function gatherWork(ctx: Context, prefixes: readonly Prefix[]): Promise<WorkFacts[]> {
  const origins = await originsExpectedFor(ctx, prefixes)
  const ground = groundOf(ctx, origins)
  const facts = await mapInBreaths(prefixes, (prefix) => healthFacts(ground, prefix))
  const areas = facts.map((each) => areaOf(ground, each))
  const wider = areas.filter((area, i) => area.length < (prefixes[i]?.length ?? 0))
  const leases = wider.length === 0 ? ground.leases : new Apart((await originsExpectedFor(ctx, areas)).leases)
  const roaAreas = new Map<string, RoaArea>()
  return facts.map((each, i) => {
    const area = areas[i] ?? each.prefix
    const key = formatPrefix(area)
    const roaArea = roaAreas.get(key) ?? roaAreaOf(ground, leases, area)
    roaAreas.set(key, roaArea)
    return { ...each, ...workFacts(ctx, ground, each.prefix), roaArea }
  })
}

interface Ground {
  readonly network: NetworkQuestions
  readonly minPeers: number
  readonly held: Apart<HeldBlock>
  readonly leases: Apart<LetBlock>
  readonly ended: readonly LetBlock[]
  readonly hidden: Apart<{ readonly block: Prefix }>
}

const groundOf = (ctx: Context, { held, leases, ended, hidden }: Origins): Ground => ({
  network: networkFacts(ctx),
  minPeers: ctx.house.config.minPeers,
  held: new Apart(held),
  leases: new Apart(leases),
  ended,
  hidden: new Apart(hidden.map((block) => ({ block }))),
})

function healthFacts(ground: Ground, prefix: Prefix): HealthFacts {
  const { network, held, leases, hidden } = ground
  const offer = held.around(prefix)
  const lease = leases.around(prefix)
  return {
    prefix,
    expected: distinct(lease?.asns ?? []),
    expectedInside: leases.inside(prefix),
    listed: lease !== null || (offer?.offered === true && hidden.around(prefix) === null),
    ownAsns: offer?.ownAsns ?? [],
    routes: routesOf(ground, prefix),
    vantage: network.vantage(prefix.family),
    vrps: network.vrpsCovering(prefix),
    routeObjects: network.routeObjects(prefix),
    registryIrr: irrOf(offer?.registry ?? ''),
  }
}

/** Where a table does not count peers, every route of it counts. */
const isSeen =
  (minPeers: number) =>
  ({ peers }: Announcement): boolean =>
    peers === null || peers >= minPeers

function routesOf({ network, minPeers }: Ground, prefix: Prefix): Known<Routes> | null {
  const exact = network.announcementsOf(prefix)
  if (exact === null) return null
  const seen = (known: Known<Announcement[]> | null) => (known?.value ?? []).filter(isSeen(minPeers))
  return {
    ...exact,
    value: {
      exact: seen(exact),
      inside: seen(network.announcementsInside(prefix)),
      around: seen(network.announcementsAround(prefix)),
    },
  }
}

/** The outermost block that is held and has a ROA, around the prefix: there its ROAs take effect. */
function areaOf({ held }: Ground, { prefix, vrps }: HealthFacts): Prefix {
  const block = held.around(prefix)?.block
  const reached = (usable(vrps) ?? []).filter((vrp: Vrp) => block !== undefined && contains(block, vrp.prefix))
  return reached.reduce((widest, vrp) => (vrp.prefix.length < widest.length ? vrp.prefix : widest), prefix)
}

function roaAreaOf({ network, minPeers }: Ground, leases: Apart<LetBlock>, area: Prefix): RoaArea {
  const announced = [
    ...(network.announcementsOf(area)?.value ?? []),
    ...(network.announcementsInside(area)?.value ?? []),
  ].filter(isSeen(minPeers))
  return new RoaArea(announced, network.vrps(area)?.value ?? [], leases.touching(area))
}

function workFacts(ctx: Context, { network, held, leases, ended }: Ground, prefix: Prefix) {
  const offer = held.around(prefix)
  const lease = leases.around(prefix)
  return {
    now: ctx.realNow,
    held: offer?.block ?? null,
    registry: offer?.registry ?? '',
    leased: lease !== null && samePrefix(lease.block, prefix),
    lettersLeft: distinct(ended.flatMap(({ block, asns }) => (contains(block, prefix) ? asns : []))).filter(
      (asn) => lease?.asns.includes(asn) !== true,
    ),
    record: network.registryRecord(prefix),
    reverseZones: network.reverseZones(prefix),
  }
}

import type { Context } from '../../kernel/context.ts'
import { contains, formatPrefix, knownPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { lettersFor, type LetterBlock, type LettersFor } from '../../letters/index.ts'
import { hiddenAround, originsExpectedFor, type HeldBlock, type LetBlock, type Origins } from '../../market/index.ts'
import {
  irrOf,
  networkFacts,
  type Announcement,
  type Known,
  type NetworkQuestions,
  type Vrp,
} from '../../network/index.ts'
import { Apart } from '../prefix/apart.rules.ts'
import { expectedAt, usable, type HealthFacts, type Routes, type WorkFacts } from './facts.rules.ts'
import { Nested } from '../prefix/nested.rules.ts'
import { distinct } from '../prefix/origin.rules.ts'
import type { Root } from '../prefix/spot.rules.ts'
import { RoaArea } from './roa-area.rules.ts'

/** Gathers what health is judged by, for many prefixes at once: blocks and letters by one statement each, the network from memory. */

/** Enough for the statuses. In the order given. */
export async function gatherHealth(ctx: Context, prefixes: readonly Prefix[]): Promise<HealthFacts[]> {
  const ground = await groundFor(ctx, prefixes)
  return prefixes.map((prefix) => healthFacts(ground, prefix))
}

/**
 * Also for actions and suggestions. What ROAs bear on may reach beyond the prefixes asked for, so letters are asked for a
 * second time where they do.
 */
export async function gatherWork(ctx: Context, seen: readonly Root[]): Promise<WorkFacts[]> {
  const prefixes = seen.map(({ prefix }) => prefix)
  const ground = await groundOfSeen(ctx, seen)
  const facts = prefixes.map((prefix) => healthFacts(ground, prefix))
  const areas = facts.map((each) => areaOf(ground, each))
  const wider = areas.filter((area, i) => area.length < (prefixes[i]?.length ?? 0))
  const letters = wider.length === 0 ? ground.letters : new Nested((await lettersFor(ctx, areas)).live)
  const roaAreas = new Map<string, RoaArea>()
  return facts.map((each, i) => {
    const area = areas[i] ?? each.prefix
    const key = formatPrefix(area)
    const roaArea = roaAreas.get(key) ?? roaAreaOf(ground, letters, area)
    roaAreas.set(key, roaArea)
    return { ...each, ...workFacts(ctx, ground, each), roaArea }
  })
}

interface Ground {
  readonly network: NetworkQuestions
  readonly minPeers: number
  readonly held: Apart<HeldBlock>
  readonly leases: Apart<LetBlock>
  readonly letters: Nested<LetterBlock>
  readonly lettersLeft: Nested<LetterBlock>
  readonly hidden: Apart<{ readonly block: Prefix }>
}

async function groundFor(ctx: Context, prefixes: readonly Prefix[]): Promise<Ground> {
  const [origins, letters] = await Promise.all([originsExpectedFor(ctx, prefixes), lettersFor(ctx, prefixes)])
  return groundOf(ctx, origins, letters)
}

/** Whose they are is known of what a company sees: only what holders hide is asked for. */
async function groundOfSeen(ctx: Context, seen: readonly Root[]): Promise<Ground> {
  const places = seen.map(({ prefix, space }) => ({ offer: space.offer_uuid, block: prefix }))
  const [hidden, letters] = await Promise.all([
    hiddenAround(ctx, places),
    lettersFor(
      ctx,
      seen.map(({ prefix }) => prefix),
    ),
  ])
  return groundOf(ctx, { held: heldAround(seen), leases: leasesAround(seen), hidden }, letters)
}

const heldAround = (seen: readonly Root[]): HeldBlock[] =>
  [...new Map(seen.map(({ space }) => [space.offer_uuid, space])).values()].map((space) => ({
    block: knownPrefix(space.offer_block),
    holder: space.holder_uuid,
    registry: space.registry,
    ownAsns: space.own_asns,
    offered: !space.hidden && space.status !== 'validity_terminated',
  }))

const leasesAround = (seen: readonly Root[]): LetBlock[] =>
  [...new Map(seen.flatMap(({ lease }) => (lease ? [[lease.uuid, lease] as const] : []))).values()].map((lease) => ({
    block: knownPrefix(lease.block),
    lessee: lease.tenant_uuid,
  }))

const groundOf = (ctx: Context, { held, leases, hidden }: Origins, { live, left }: LettersFor): Ground => ({
  network: networkFacts(ctx),
  minPeers: ctx.house.config.minPeers,
  held: new Apart(held),
  leases: new Apart(leases),
  letters: new Nested(live),
  lettersLeft: new Nested(left),
  hidden: new Apart(hidden.map((block) => ({ block }))),
})

function healthFacts(ground: Ground, prefix: Prefix): HealthFacts {
  const { network, held, leases, letters, hidden } = ground
  const offer = held.around(prefix)
  const lease = leases.around(prefix)
  // Statistics tell of a block that nobody has listed.
  const registry = offer?.registry ?? network.delegation(prefix)?.value?.registry ?? ''
  const expectedAround = letters.around(prefix)
  return {
    prefix,
    expected: distinct(expectedAt(prefix, expectedAround)),
    expectedAround,
    expectedInside: letters.inside(prefix),
    listed: lease !== null || (offer?.offered === true && hidden.around(prefix) === null),
    hiddenInside: hidden.inside(prefix).map(({ block }) => block),
    ownAsns: offer?.ownAsns ?? [],
    routes: routesOf(ground, prefix),
    vantage: network.vantage(prefix.family),
    vrps: network.vrpsCovering(prefix),
    routeObjects: network.routeObjects(prefix, registry),
    registryIrr: irrOf(registry),
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

function roaAreaOf({ network, minPeers }: Ground, letters: Nested<LetterBlock>, area: Prefix): RoaArea {
  const announced = [
    ...(network.announcementsOf(area)?.value ?? []),
    ...(network.announcementsInside(area)?.value ?? []),
  ].filter(isSeen(minPeers))
  return new RoaArea(announced, network.vrps(area)?.value ?? [], letters.touching(area))
}

function workFacts(ctx: Context, { network, held, leases, lettersLeft }: Ground, { prefix, expected }: HealthFacts) {
  const offer = held.around(prefix)
  const lease = leases.around(prefix)
  return {
    now: ctx.realNow,
    held: offer?.block ?? null,
    registry: offer?.registry ?? '',
    leased: lease !== null && samePrefix(lease.block, prefix),
    // Whoever had a letter may be asked to withdraw, also what was smaller than the letter allowed.
    lettersLeft: distinct(lettersLeft.around(prefix).flatMap(({ letters }) => letters.map(({ asn }) => asn))).filter(
      (asn) => !expected.includes(asn),
    ),
    lettersLeftInside: lettersLeft.inside(prefix),
    record: network.registryRecord(prefix),
    reverseZones: network.reverseZones(prefix),
  }
}

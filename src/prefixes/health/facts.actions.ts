import type { Context } from '../../kernel/context.ts'
import { contains, formatPrefix, knownPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { lettersFor, type LetterBlock, type LettersFor } from '../../letters/index.ts'
import { hiddenAround, originsExpectedFor, type HeldBlock, type LetBlock, type Origins } from '../../market/index.ts'
import { irrOf, networkFacts, type Announcement, type Known, type NetworkQuestions } from '../../network/index.ts'
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

interface Owned {
  readonly facts: HealthFacts
  readonly holder: string | null
  /** Who leases it and does not hold it. */
  readonly lessee: string | null
}

/** The same with whose they are. */
export async function gatherOwned(ctx: Context, prefixes: readonly Prefix[]): Promise<Owned[]> {
  const ground = await groundFor(ctx, prefixes)
  return prefixes.map((prefix) => {
    const holder = ground.held.around(prefix)?.holder ?? null
    const lessee = ground.leases.around(prefix)?.lessee ?? null
    return { facts: healthFacts(ground, prefix), holder, lessee: lessee === holder ? null : lessee }
  })
}

/** What prefixes that a company sees are judged by; each by its place in the list. */
interface WorkGround {
  /** All that the database says of it beside whose it is: as long as this and the network's data are the same, so is the rest. */
  readonly said: (place: number) => string
  readonly facts: (place: number) => WorkFacts
}

/** Also for actions and suggestions. What ROAs bear on may reach beyond the prefixes, so letters are asked for there. */
export async function gatherWork(
  ctx: Context,
  seen: readonly Root[],
  areas: readonly Prefix[] = seen.map((root) => areaAround(ctx, root)),
): Promise<WorkGround> {
  const ground = await groundOfSeen(ctx, seen, areas)
  const placeOf = (place: number) => {
    const [root, area] = [seen[place], areas[place]]
    if (!root || !area) throw new Error('nothing was gathered there')
    return { prefix: root.prefix, area }
  }
  const roaAreas = new Map<string, RoaArea>()
  return {
    said: (place) => saidOf(ground, placeOf(place)),
    facts: (place) => {
      const { prefix, area } = placeOf(place)
      const key = formatPrefix(area)
      const roaArea = roaAreas.get(key) ?? roaAreaOf(ground, area)
      roaAreas.set(key, roaArea)
      const facts = healthFacts(ground, prefix)
      return { ...facts, ...workFacts(ctx, ground, facts), roaArea }
    },
  }
}

/** The outermost block that is held and has a ROA, around the prefix: there its ROAs take effect. */
export function areaAround(ctx: Context, { prefix, space }: Root): Prefix {
  const block = knownPrefix(space.offer_block)
  const covering = usable(networkFacts(ctx).vrpsCovering(prefix)) ?? []
  const reached = covering.filter((vrp) => contains(block, vrp.prefix))
  return reached.reduce((widest, vrp) => (vrp.prefix.length < widest.length ? vrp.prefix : widest), prefix)
}

interface Place {
  readonly prefix: Prefix
  readonly area: Prefix
}

const saidOf = ({ letters, lettersLeft, hidden }: Ground, { prefix, area }: Place): string =>
  [
    letters.touching(area).map(letterText),
    lettersLeft.touching(prefix).map(letterText),
    hidden.touching(prefix).map(({ block }) => formatPrefix(block)),
  ].join(';')

const letterText = ({ block, letters }: LetterBlock): string =>
  `${formatPrefix(block)} ${letters.map(({ asn, maxLength }) => `${asn}-${maxLength}`).join(' ')}`

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
async function groundOfSeen(ctx: Context, seen: readonly Root[], areas: readonly Prefix[]): Promise<Ground> {
  const places = seen.map(({ prefix, space }) => ({ offer: space.offer_uuid, block: prefix }))
  const [hidden, letters] = await Promise.all([hiddenAround(ctx, places), lettersFor(ctx, areas)])
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

function roaAreaOf({ network, minPeers, letters }: Ground, area: Prefix): RoaArea {
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

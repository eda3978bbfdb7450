import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { addSeconds } from '../../kernel/time.ts'
import { lettersFor } from '../../letters/index.ts'
import { networkFacts, type NetworkQuestions } from '../../network/index.ts'
import type { RoutingConnector } from '../connector/connector.store.ts'
import type { Holdings, Thing } from '../registry/thing.rules.ts'
import { isLegitimate, judge, routesText, validityOf, type Covering, type Payload } from './danger.rules.ts'
import { groupsOf } from './lot.rules.ts'
import type { Planned } from './moved.actions.ts'
import { unmadeRoas, type ObjectInPlace } from './object.store.ts'
import type { ObjectStatus } from './object.states.ts'
import { isWithdrawn, routesUnder } from './sight.rules.ts'
import { nextStep, type StepFacts } from './step.rules.ts'

/** What is to be done with objects of a connector, by what its registry has and what our own data shows. */

interface PlacedThing extends Thing {
  readonly status: ObjectStatus
}

export const thingOf = ({ uuid, kind, prefix, asn, company, status }: ObjectInPlace): PlacedThing => ({
  uuid,
  kind,
  prefix: knownPrefix(prefix),
  asn,
  company,
  status,
})

/** In seconds: some registries tell of what was made only a while later. */
const settling = 600

interface Ground {
  readonly holdings: Holdings
  readonly network: NetworkQuestions
  readonly minPeers: number
  readonly now: Date
  /** ROAs that we are to make and have not made yet, by prefix and number. */
  readonly unmade: ReadonlySet<string>
}

export async function decide(
  ctx: Context,
  connector: RoutingConnector,
  objects: readonly ObjectInPlace[],
  holdings: Holdings,
): Promise<Planned[]> {
  const ground: Ground = {
    holdings,
    network: networkFacts(ctx),
    minPeers: ctx.house.config.minPeers,
    now: ctx.realNow,
    unmade: await unmadeRoas(
      ctx,
      connector.tenant_uuid,
      objects.filter(({ kind }) => kind === 'route'),
    ),
  }
  const hopeful = objects.map((object) => ({ object, facts: factsOf(object, ground) }))
  const dangers = await dangersOf(ctx, hopeful, ground)
  return hopeful.flatMap(({ object, facts }) => {
    const danger = dangers.get(object.uuid)
    const step = nextStep(danger === undefined ? facts : { ...facts, danger })
    return step ? { object, step } : []
  })
}

/** As if nothing were in danger: that depends on what else is made in the same request. */
function factsOf(object: ObjectInPlace, { holdings, network, minPeers, now, unmade }: Ground): StepFacts {
  const thing = thingOf(object)
  return {
    status: object.status,
    wanted: object.wanted,
    due: object.due_at !== null && object.due_at <= now,
    found: holdings.find(thing),
    served: holdings.serves(thing),
    held: holdings.holds(thing.prefix),
    settled: object.sent_at === null || addSeconds(object.sent_at, settling) <= now,
    danger: '',
    early: object.kind === 'route' && (unmade.has(`${object.prefix} ${object.asn}`) || isInvalid(network, thing)),
    withdrawn: object.status === 'ending' ? isWithdrawn(network, thing, minPeers) : null,
  }
}

const isInvalid = (network: NetworkQuestions, { prefix, asn }: Thing): boolean => {
  const vrps = network.vrpsCovering(prefix)
  return vrps !== null && !vrps.stale && validityOf({ prefix, asn, asSet: null }, vrps.value) === 'invalid'
}

interface Hopeful {
  readonly object: ObjectInPlace
  readonly facts: StepFacts
}

/** By object: which routes it would make invalid, in words; null where no fresh routing data is here to tell. */
async function dangersOf(
  ctx: Context,
  hopeful: readonly Hopeful[],
  { holdings, network, minPeers }: Ground,
): Promise<ReadonlyMap<string, string | null>> {
  const changes = hopeful.flatMap(({ object, facts }) => {
    const move = nextStep(facts)?.move
    if (object.kind !== 'roa' || (move !== 'send' && move !== 'remove')) return []
    const prefix = knownPrefix(object.prefix)
    return { uuid: object.uuid, prefix, asn: object.asn, maxLength: prefix.length, move }
  })
  const dangers = new Map<string, string | null>()
  const groups = groupsOf(changes)
  const letters = await lettersFor(
    ctx,
    groups.flatMap(([root]) => root?.prefix ?? []),
  )
  const covering = coveringIn(network, holdings)
  for (const group of groups) {
    const [root] = group
    const routes = root && routesUnder(network, root.prefix, minPeers)
    const add = group.filter(({ move }) => move === 'send')
    if (!routes) add.forEach(({ uuid }) => dangers.set(uuid, null))
    else {
      const remove = group.filter(({ move }) => move === 'remove')
      const legitimate = routes.filter((route) => isLegitimate(route, letters))
      const judged = judge(legitimate, { add, remove }, covering)
      for (const [{ uuid }, hurt] of judged.dangers) dangers.set(uuid, routesText(hurt))
    }
  }
  return dangers
}

/** What validators know, and what the registry has for them next. */
const coveringIn =
  (network: NetworkQuestions, holdings: Holdings): Covering =>
  (prefix): readonly Payload[] => [...(network.vrpsCovering(prefix)?.value ?? []), ...holdings.covering(prefix)]

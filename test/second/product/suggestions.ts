import { actionsFor } from '../../../src/prefixes/health/action.rules.ts'
import { bgpHealth } from '../../../src/prefixes/health/bgp.rules.ts'
import type { WorkFacts } from '../../../src/prefixes/health/facts.rules.ts'
import { irrHealth } from '../../../src/prefixes/health/irr.rules.ts'
import { rpkiHealth } from '../../../src/prefixes/health/rpki.rules.ts'
import { suggestRoas } from '../../../src/prefixes/health/suggestion.rules.ts'
import { textOf } from '../plain/prefix.ts'
import { prefixesOf, type World } from '../world.ts'
import { commonOf, factsOf } from './facts.ts'
import { networkOf, textOfPrefix } from './network.ts'

/** For each prefix: what is suggested, and what is to be done about AS0. */
export function suggestions(world: World, common = commonOf(world, networkOf(world))): string[] {
  return prefixesOf(world).map((prefix) => `${textOf(prefix)}: ${suggestionsFor(factsOf(prefix, world, common))}`)
}

function suggestionsFor(facts: WorkFacts): string {
  const suggested = suggestRoas(facts)
  const verdicts = { bgp: bgpHealth(facts), rpki: rpkiHealth(facts), irr: irrHealth(facts) }
  const actions = actionsFor(facts, verdicts, suggested).rpkiActions.map(({ action }) => action)
  const texts = suggested.map(
    ({ status, asn, prefix, maxLength }) => `${status} AS${asn} ${textOfPrefix(prefix)} ${maxLength}`,
  )
  return [...texts.sort(), ...actions.filter((action) => action.includes('as0'))].join(' | ')
}

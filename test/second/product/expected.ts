import type { Announcement } from '../../../src/network/index.ts'
import { bgpHealth } from '../../../src/prefixes/health/bgp.rules.ts'
import type { WorkFacts } from '../../../src/prefixes/health/facts.rules.ts'
import { rpkiHealth } from '../../../src/prefixes/health/rpki.rules.ts'
import { originText } from '../../../src/prefixes/prefix/origin.rules.ts'
import { textOf } from '../plain/prefix.ts'
import { prefixesOf, type World } from '../world.ts'
import { commonOf, factsOf } from './facts.ts'
import { networkOf, textOfPrefix } from './network.ts'

const told = (route: Announcement): string => `${textOfPrefix(route.prefix)} ${originText(route)}`

/** Of each prefix: E, which announcements fit it, and what follows from both. */
export function expectations(world: World, common = commonOf(world, networkOf(world))): string[] {
  return prefixesOf(world).map((prefix) => `${textOf(prefix)}: ${expectation(factsOf(prefix, world, common))}`)
}

function expectation(facts: WorkFacts): string {
  const { status, level, matched, unmatched } = bgpHealth(facts)
  const seen = [
    ...matched.map((route) => `expected ${told(route)}`),
    ...unmatched.map((route) => `stranger ${told(route)}`),
  ]
  return [facts.expected.join(), `${status} ${level}`, rpkiHealth(facts).status, ...seen.sort()].join(' | ')
}

import type { NetworkQuestions } from '../../../src/network/index.ts'
import { expectedAt, type Expectation, type WorkFacts } from '../../../src/prefixes/health/facts.rules.ts'
import { RoaArea } from '../../../src/prefixes/health/roa-area.rules.ts'
import { Apart } from '../../../src/prefixes/prefix/apart.rules.ts'
import { Nested } from '../../../src/prefixes/prefix/nested.rules.ts'
import { distinct } from '../../../src/prefixes/prefix/origin.rules.ts'
import type { Letter } from '../plain/expected.ts'
import { type Bits, textOf } from '../plain/prefix.ts'
import type { World } from '../world.ts'
import { prefixOf } from './network.ts'

/** What the product judges prefixes by, put together as its `health/facts.actions.ts` does. */

/** What all prefixes of a world share. */
interface Common {
  readonly network: NetworkQuestions
  readonly letters: Nested<Expectation>
  readonly roaArea: RoaArea
}

const everything = ([4, 6] as const).map((family): Bits => ({ family, bits: '' }))

/** Over the blocks that the world is in. */
export function commonOf({ letters }: World, network: NetworkQuestions, blocks = everything): Common {
  const expectations = expectationsOf(letters)
  const area = blocks.map(prefixOf)
  return {
    network,
    letters: new Nested(expectations),
    roaArea: new RoaArea(
      area.flatMap((block) => network.announcements(block)?.value ?? []),
      area.flatMap((block) => network.vrps(block)?.value ?? []),
      expectations,
    ),
  }
}

/** Letters for one block stand together. */
function expectationsOf(letters: readonly Letter[]): Expectation[] {
  const blocks = Map.groupBy(letters, ({ prefix }) => textOf(prefix))
  return [...blocks.values()].flatMap((same) =>
    same.slice(0, 1).map(({ prefix }) => ({ block: prefixOf(prefix), letters: same })),
  )
}

export function factsOf(asked: Bits, world: World, { network, letters, roaArea }: Common): WorkFacts {
  const prefix = prefixOf(asked)
  const exact = network.announcementsOf(prefix)
  const expectedAround = letters.around(prefix)
  const hidden = new Apart(world.hidden.map((block) => ({ block: prefixOf(block) })))
  const [inside, around] = [network.announcementsInside(prefix), network.announcementsAround(prefix)]
  return {
    prefix,
    expected: distinct(expectedAt(prefix, expectedAround)),
    expectedAround,
    expectedInside: letters.inside(prefix),
    listed: world.listed && hidden.around(prefix) === null,
    hiddenInside: hidden.inside(prefix).map(({ block }) => block),
    ownAsns: world.own,
    routes: exact && {
      ...exact,
      value: { exact: exact.value, inside: inside?.value ?? [], around: around?.value ?? [] },
    },
    vantage: null,
    vrps: network.vrpsCovering(prefix),
    routeObjects: null,
    registryIrr: null,
    now: new Date(world.now * 1_000),
    held: world.held && prefixOf(world.held),
    registry: '',
    leased: false,
    lettersLeft: [],
    lettersLeftInside: [],
    record: null,
    reverseZones: null,
    roaArea,
  }
}

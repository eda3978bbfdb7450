import type { NetworkQuestions } from '../../src/network/index.ts'
import * as plainExpected from './plain/expected.ts'
import { type Bits, covers } from './plain/prefix.ts'
import * as plainRelease from './plain/release.ts'
import * as plainSuggestions from './plain/suggestions.ts'
import * as plainValidity from './plain/validity.ts'
import * as productExpected from './product/expected.ts'
import { commonOf } from './product/facts.ts'
import * as productRelease from './product/release.ts'
import * as productSuggestions from './product/suggestions.ts'
import * as productValidity from './product/validity.ts'
import type { World } from './world.ts'

/** Real routes and payloads as worlds: all that lies in one block that nothing lies around, where anything is announced. */
export function* worldsOf(
  routes: readonly plainValidity.Route[],
  payloads: readonly plainValidity.Payload[],
  now: number,
): Generator<World> {
  const keyOf = ({ prefix }: { readonly prefix: Bits }) => `${prefix.family} ${prefix.bits}`
  const all = [...routes, ...payloads].map((one) => ({ key: keyOf(one), one }))
  all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  let within: typeof all = []
  for (const each of [...all, null]) {
    const outermost = within[0]?.one.prefix
    if (each && outermost && covers(outermost, each.one.prefix)) within.push(each)
    else {
      if (outermost && within.some(({ one }) => 'origin' in one))
        yield worldAt(
          outermost,
          within.map(({ one }) => one),
          now,
        )
      within = each ? [each] : []
    }
  }
}

function worldAt(block: Bits, within: readonly (plainValidity.Route | plainValidity.Payload)[], now: number): World {
  const routes = within.filter((one) => 'origin' in one)
  return {
    now,
    held: block,
    listed: true,
    hidden: [],
    own: [],
    payloads: within.filter((one) => 'maxLength' in one),
    payloadData: 'fresh',
    routes,
    routeData: 'fresh',
    letters: routes.flatMap(letterFor),
    strange: [],
  }
}

/** One in six routes has no letter, one in six that of another number; letters reach down to two lengths further. */
function letterFor({ prefix, origin }: plainValidity.Route): plainExpected.Letter[] {
  const { family, bits } = prefix
  const chance = Number.parseInt(`1${bits.slice(-20)}`, 2)
  if (typeof origin !== 'number' || chance % 6 === 0) return []
  const asn = chance % 6 === 1 ? origin + 1 : origin
  const further = Math.min(bits.length + (Math.floor(chance / 6) % 3), family === 4 ? 24 : 48)
  const withRoa = Math.floor(chance / 18) % 2 === 0
  return [{ prefix, asn, maxLength: Math.max(bits.length, further), withRoa, lacks: null }]
}

/** What was asked, and of what the answers were different. */
export class Tally {
  routes = 0
  readonly answers = new Map<string, number>()
  readonly differing: string[] = []

  count(question: string, product: readonly string[], plain: readonly string[]): void {
    this.answers.set(question, (this.answers.get(question) ?? 0) + plain.length)
    for (const [i, said] of plain.entries())
      if (said !== product[i] && this.differing.length < 10)
        this.differing.push(`${question}: ${product[i]}; plainly ${said}`)
  }

  get text(): string {
    const each = [...this.answers].map(([question, answers]) => `${question} ${answers}`)
    return `${this.routes} routes; answers: ${each.join(', ')}`
  }
}

/** All four questions, of each route, each letter and each prefix. */
export function judge(world: World, network: NetworkQuestions, tally: Tally): void {
  const common = commonOf(world, network, world.held ? [world.held] : [])
  tally.routes += world.routes.length
  tally.count('validity', productValidity.validities(world, network), plainValidity.validities(world))
  tally.count('release', productRelease.fates(world, network), plainRelease.fates(world))
  tally.count('suggestions', productSuggestions.suggestions(world, common), plainSuggestions.suggestions(world))
  tally.count('expected', productExpected.expectations(world, common), plainExpected.expectations(world))
}

import { formatPrefix, knownPrefix } from '../../../src/kernel/ip/index.ts'
import type { LetterInPlace } from '../../../src/letters/letter/letter.store.ts'
import { lacksForWord } from '../../../src/letters/release/readiness.rules.ts'
import { doubtOf, intentOf, rpkiSight } from '../../../src/letters/release/rpki.rules.ts'
import { tasksFor } from '../../../src/letters/release/todo.rules.ts'
import { tracesOf } from '../../../src/letters/release/trace.rules.ts'
import { isReleasedByData, stepsSeen } from '../../../src/letters/release/waiting.rules.ts'
import type { NetworkQuestions } from '../../../src/network/index.ts'
import type { Letter } from '../plain/expected.ts'
import { people, ways } from '../plain/release.ts'
import { networkOf, prefixOf, textOfPrefix } from './network.ts'
import type { World } from '../world.ts'

const letterInPlace = ({ prefix, asn, maxLength, withRoa, lacks }: Letter): LetterInPlace =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of it decides nothing of this
  ({
    block: formatPrefix(prefixOf(prefix)),
    asn,
    max_length: maxLength,
    roa: withRoa,
    radb: false,
    route: false,
    create_inetnum: false,
    registry: 'ripencc',
    status: 'pending',
    lease_status: lacks === 'lease' ? 'terminated' : 'active',
    authorisation: lacks === 'signature' ? 'revoked' : 'signed',
  }) as LetterInPlace

/** What becomes of one letter: by data, by word, as a step of its checklist, and as the ROAs its holder is asked for. */
function fateOf(network: NetworkQuestions, given: Letter, now: Date): string {
  const letter = letterInPlace(given)
  const intent = intentOf(letter)
  const asnValid = given.lacks !== 'number'
  const traces = tracesOf(network, intent, 10)
  const rpki = rpkiSight(intent, network.vrps(intent.block))
  const doubt = doubtOf(letter, rpki)
  const sight = { asnValid, traces, rpki }
  const steps = { asn_valid_at: null, authorised_at: null, vrp_seen_at: null, route_seen_at: null }
  const seen = stepsSeen({ ...steps, authorisation: 'signed' }, sight, now).vrp_seen_at !== null
  const byData = ways.filter((release) => isReleasedByData(letter, sight, release))
  const byWord = ways.flatMap((release) =>
    people.filter((by) => Object.keys(lacksForWord(letter, { asnValid, by, release, doubt })).length === 0),
  )
  const todo = tasksFor({
    letter,
    traces,
    record: null,
    zones: null,
    geofeed: null,
    maintainers: [],
    release: 'any',
    doubt,
  })
  const roas = todo.flatMap(({ roa, done }) =>
    roa ? `${roa.asn} ${textOfPrefix(knownPrefix(roa.prefix))} ${roa.maxLength}${done ? ' done' : ''}` : [],
  )
  return JSON.stringify({ doubt, seen, byData, byWord, roas })
}

/** Of each letter. */
export function fates(world: World, network = networkOf(world)): string[] {
  const now = new Date(world.now * 1_000)
  return world.letters.map((letter) => fateOf(network, letter, now))
}

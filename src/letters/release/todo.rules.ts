import { formatPrefix, knownPrefix, samePrefix } from '../../kernel/ip/index.ts'
import {
  intendedCount,
  intendedPrefixes,
  irrOf,
  mostRoasListed,
  type Known,
  type RegistryRecord,
} from '../../network/index.ts'
import type { LetterInPlace } from '../letter/letter.store.ts'
import { isLive } from '../letter/letter.states.ts'
import type { Release } from './readiness.rules.ts'
import { inetnumObject, radb, routeObject, type RpslObject } from './rpsl.rules.ts'
import { doubtWords, intentOf, isAllowed, type Doubt } from './rpki.rules.ts'
import { irrsWith, type Traces } from './trace.rules.ts'

/** What the holder has to do for a letter: before it is released, and after it has ended (network-rules §3). */

export const taskActions = [
  'sign_loaa',
  'confirm_company',
  'create_roa',
  'create_route',
  'create_inetnum',
  'confirm',
  'await_withdrawal',
  'delete_roa',
  'delete_route',
] as const

interface Roa {
  readonly prefix: string
  readonly maxLength: number
  readonly asn: number
}

export interface Task {
  readonly action: (typeof taskActions)[number]
  /** For a person. */
  readonly sentence: string
  readonly done: boolean
  readonly roa: Roa | null
  readonly object: RpslObject | null
}

export interface TodoFacts {
  readonly letter: LetterInPlace
  readonly traces: Traces
  readonly record: Known<RegistryRecord | null> | null
  /** The holder's own, the one it named first. */
  readonly maintainers: readonly string[]
  readonly release: Release
  /** What our data does not show, and a word would have to stand for. */
  readonly doubt: Doubt | null
}

const task = (action: Task['action'], sentence: string, done: boolean, more: Partial<Task> = {}): Task => ({
  action,
  sentence,
  done,
  roa: null,
  object: null,
  ...more,
})

/** In the order in which to do it; what is done stays on the list while the letter lives. */
export function tasksFor(facts: TodoFacts): Task[] {
  return isLive(facts.letter) ? openingTasks(facts) : closingTasks(facts)
}

function openingTasks(facts: TodoFacts): Task[] {
  const { letter, traces } = facts
  return [
    ...(letter.authorisation === 'signed'
      ? []
      : [task('sign_loaa', `Sign the authorisation (LOA-A) of this block; it is ${letter.authorisation}.`, false)]),
    ...companyTasks(letter),
    ...(letter.roa ? roaTasks(letter, traces) : []),
    ...objectsFor(facts).map((object) => objectTask(facts, object)),
    ...confirmTasks(facts),
  ]
}

/** Only what is not the lessee's own name is asked about. */
function companyTasks({ company_name, lessee, company_confirmed_at, company_confirmed_by }: LetterInPlace): Task[] {
  const isAsked = company_confirmed_at === null || company_confirmed_by === 'holder'
  const sentence = `Confirm that the letter may be issued to “${company_name}”, which is not the name of your lessee, “${lessee}”; or revoke it.`
  return isAsked ? [task('confirm_company', sentence, company_confirmed_at !== null)] : []
}

/** One for each prefix that may be announced, none wider than it (RFC 9319): what is not announced, nobody can forge. */
function roaTasks(letter: LetterInPlace, { vrps }: Traces): Task[] {
  const { block, asn, max_length } = letter
  const intent = intentOf(letter)
  const tasks = intendedPrefixes(intent)
    .take(mostRoasListed)
    .map((prefix) => {
      const roa = { prefix: formatPrefix(prefix), maxLength: prefix.length, asn }
      const done = isAllowed({ ...intent, block: prefix, maxLength: prefix.length }, vrps)
      return task('create_roa', roaSentence(roa), done, { roa })
    })
  const more = intendedCount(intent) - mostRoasListed
  const rest = `Publish a ROA with origin AS${asn} for each smaller part of ${block} down to /${max_length}, too: ${more} more.`
  return [...tasks, ...(more > 0 ? [task('create_roa', rest, isAllowed(intent, vrps))] : [])]
}

const roaSentence = ({ prefix, asn }: Roa): string =>
  `Publish a ROA for ${prefix} with origin AS${asn} at your registry, before the route is announced.`

/** What was asked for with the letter. */
export function objectsFor({
  letter,
  record,
  maintainers,
}: Omit<TodoFacts, 'traces' | 'release' | 'doubt'>): RpslObject[] {
  const facts = {
    block: knownPrefix(letter.block),
    asn: letter.asn,
    company: letter.whois_exposed ? letter.company_name : null,
    maintainers,
    record: record?.value ?? null,
  }
  const own = irrOf(letter.registry) ?? radb
  const sources = [...(letter.route ? [own] : []), ...(letter.radb ? [radb] : [])]
  return [
    ...[...new Set(sources)].map((source) => routeObject(facts, source)),
    ...(letter.create_inetnum ? [inetnumObject(facts, own)] : []),
  ]
}

function objectTask({ letter, traces, record }: TodoFacts, object: RpslObject): Task {
  const { block, asn } = letter
  if (object.kind === 'route')
    return task(
      'create_route',
      `Create the route object of ${block} for AS${asn} in ${object.source}.`,
      irrsWith(traces).includes(object.source),
      { object },
    )
  const known = record?.value
  return task(
    'create_inetnum',
    `Register ${block} as assigned with ${object.source}.`,
    known ? samePrefix(known.prefix, knownPrefix(block)) : false,
    { object },
  )
}

/** Where data alone releases, nobody's word is asked for. */
function confirmTasks({ letter, release, doubt }: TodoFacts): Task[] {
  if (letter.status !== 'pending' || release === 'data') return []
  const or = release === 'any' && doubt !== null ? `, or ${doubtWords[doubt].wait}` : ''
  const recorded = doubt === null ? '' : ` and is recorded as given ${doubtWords[doubt].given}`
  return [task('confirm', `Confirm that all is done${or}. Your word releases the letter${recorded}.`, false)]
}

/** First the withdrawal, then what allowed the route. Nothing once the data has shown that all of it is gone. */
function closingTasks({ letter, traces }: TodoFacts): Task[] {
  const { block, asn } = letter
  if (letter.gone_at !== null) return []
  const announced = traces.routes?.stale === false && traces.routes.value.length > 0
  const wait = announced ? ' once it is no longer announced' : ''
  return [
    ...(announced
      ? [task('await_withdrawal', `AS${asn} still announces ${block} or a part of it; it has to withdraw it.`, false)]
      : []),
    ...(traces.vrps?.value ?? []).map(({ prefix, maxLength }) =>
      task('delete_roa', `Remove the ROA of AS${asn} for ${formatPrefix(prefix)}${wait}.`, false, {
        roa: { prefix: formatPrefix(prefix), maxLength, asn },
      }),
    ),
    ...(traces.objects?.value ?? []).map(({ prefix, source }) =>
      task(
        'delete_route',
        `Remove the route object of ${formatPrefix(prefix)} for AS${asn} from ${source}${wait}.`,
        false,
      ),
    ),
  ]
}

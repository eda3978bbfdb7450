import { formatPrefix, knownPrefix, samePrefix } from '../../kernel/ip/index.ts'
import {
  intendedCount,
  intendedPrefixes,
  irrOf,
  mostRoasListed,
  type Known,
  type RegistryRecord,
  type ReverseZone,
} from '../../network/index.ts'
import type { LetterInPlace } from '../letter/letter.store.ts'
import { isLive } from '../letter/letter.states.ts'
import type { Release } from './readiness.rules.ts'
import { recordText, whyNoRecord } from './reassignment.rules.ts'
import { domainObjects, radb, routeObject, type RegistryText, type RpslFacts } from './rpsl.rules.ts'
import { doubtWords, intentOf, isAllowed, type Doubt } from './rpki.rules.ts'
import { irrsWith, type Traces } from './trace.rules.ts'

/** What the holder has to do for a letter: before it is released, and after it has ended (network-rules §3). */

export const taskActions = [
  'sign_loaa',
  'confirm_company',
  'create_roa',
  'create_route',
  'create_inetnum',
  'create_domain',
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
  readonly object: RegistryText | null
}

export interface TodoFacts {
  readonly letter: LetterInPlace
  readonly traces: Traces
  readonly record: Known<RegistryRecord | null> | null
  /** The holder's own, the one it named first. */
  readonly maintainers: readonly string[]
  /** Reverse zones of the block that are delegated. */
  readonly zones: Known<readonly ReverseZone[]> | null
  /** Where the lessee publishes its geofeed; null without an address that others may rely on. */
  readonly geofeed: string | null
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
    ...routeTasks(facts),
    ...recordTasks(facts),
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

/** What the texts that were asked for are made of. */
type Ground = Pick<TodoFacts, 'letter' | 'record' | 'maintainers' | 'geofeed'>

const rpslFacts = ({ letter, record, maintainers, geofeed }: Ground): RpslFacts => ({
  block: knownPrefix(letter.block),
  asn: letter.asn,
  company: letter.whois_exposed ? letter.company_name : null,
  maintainers,
  geofeed,
  record: record?.value ?? null,
})

const registryOf = ({ letter }: Ground): string => irrOf(letter.registry) ?? radb

/** The texts that were asked for with the letter. */
export const objectsFor = (ground: Ground): RegistryText[] => [
  ...routeObjects(ground),
  ...recordObjects(ground).map(({ object }) => object),
]

/** LACNIC makes route objects of ROAs, and takes none. */
const makesRoutes = (source: string): boolean => source === 'LACNIC'

function routeObjects(ground: Ground): RegistryText[] {
  const { route, radb: alsoRadb } = ground.letter
  const sources = new Set([...(route ? [registryOf(ground)] : []), ...(alsoRadb ? [radb] : [])])
  return [...sources].filter((source) => !makesRoutes(source)).map((source) => routeObject(rpslFacts(ground), source))
}

function routeTasks(facts: TodoFacts): Task[] {
  const { letter, traces } = facts
  const own = registryOf(facts)
  const made = `${own} makes the route object of ${letter.block} for AS${letter.asn} by itself once the ROA is there; there is nothing to paste.`
  return [
    ...(letter.route && makesRoutes(own) ? [task('create_route', made, irrsWith(traces).includes(own))] : []),
    ...routeObjects(facts).map((object) =>
      task('create_route', routeSentence(facts, object.source), irrsWith(traces).includes(object.source), { object }),
    ),
  ]
}

/** Whether it is missing, only in the wrong place, or there and RPKI-invalid. */
function routeSentence({ letter, traces, doubt }: TodoFacts, source: string): string {
  const what = `the route object of ${letter.block} for AS${letter.asn}`
  if (traces.objects === null) return `Create ${what} in ${source}; there is no IRR data here to look for it in.`
  if (traces.objects.stale) return `Create ${what} in ${source}, unless it is there: our IRR data is too old to tell.`
  const irrs = irrsWith(traces)
  if (!irrs.includes(source))
    return irrs.length === 0
      ? `Create ${what} in ${source}: it is missing, no IRR has one.`
      : `Create ${what} in ${source}: it is only in the wrong place, ${irrs.join(', ')}.`
  return doubt === 'as0' || doubt === 'rpki_invalid'
    ? `${source} has ${what}, but it is RPKI-invalid: filters pass over it until the ROA is there.`
    : `${source} has ${what}.`
}

interface RecordText {
  readonly action: 'create_inetnum' | 'create_domain'
  readonly object: RegistryText
}

/** Where somebody else is to stand in the registry, name servers of theirs may answer for the block, too. */
function recordObjects(ground: Ground): RecordText[] {
  if (!ground.letter.create_inetnum) return []
  const [facts, source] = [rpslFacts(ground), registryOf(ground)]
  const record = whyNotApart(ground) === null ? recordText(facts, source) : null
  return [
    ...(record ? [{ action: 'create_inetnum', object: record } as const] : []),
    ...domainObjects(facts, source).map((object) => ({ action: 'create_domain', object }) as const),
  ]
}

/** There is a record of exactly the block. */
const isRegistered = ({ letter, record }: Ground): boolean =>
  record?.value ? samePrefix(record.value.prefix, knownPrefix(letter.block)) : false

const whyNotApart = (ground: Ground): string | null =>
  isRegistered(ground) ? null : whyNoRecord(ground.record?.value?.type ?? '', registryOf(ground))

function recordTasks(facts: TodoFacts): Task[] {
  const { letter } = facts
  if (!letter.create_inetnum) return []
  const why = whyNotApart(facts)
  const done = isRegistered(facts)
  return [
    ...(why === null ? [] : [task('create_inetnum', `${letter.block} cannot be registered apart: ${why}.`, false)]),
    ...recordObjects(facts).map(({ action, object }) =>
      action === 'create_inetnum'
        ? task(action, recordSentence(letter.block, object), done, { object })
        : task(action, zoneSentence(object), isDelegated(facts, object), { object }),
    ),
  ]
}

function recordSentence(block: string, { source, kind }: RegistryText): string {
  if (kind === 'inetnum') return `Register ${block} as assigned with ${source}.`
  return source === 'ARIN'
    ? `Report the reassignment of ${block} to ARIN within seven days, in ARIN Online or by Reg-RWS: these are the values.`
    : `Register the reassignment of ${block} in ${source}'s own system: split your block to this prefix there, then enter these values.`
}

const zoneIn = ({ text }: RegistryText): string => /^domain: +(\S+)/.exec(text)?.[1] ?? ''

const zoneSentence = (object: RegistryText): string =>
  `Delegate ${zoneIn(object)} with ${object.source}, if the lessee is to have its own reverse DNS: ask it for its name servers.`

const isDelegated = ({ zones }: TodoFacts, object: RegistryText): boolean =>
  zones?.stale === false && zones.value.some(({ domain }) => domain.toLowerCase() === zoneIn(object))

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

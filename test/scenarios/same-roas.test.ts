import { describe, expect, it } from 'vitest'
import { formatPrefix } from '../../src/kernel/ip/index.ts'
import type { LetterInPlace } from '../../src/letters/letter/letter.store.ts'
import { isAllowed } from '../../src/letters/release/rpki.rules.ts'
import { tasksFor } from '../../src/letters/release/todo.rules.ts'
import { intendedPrefixes, type Vrp } from '../../src/network/index.ts'
import { judgeWork } from '../../src/prefixes/health/health.rules.ts'
import type { Suggestion } from '../../src/prefixes/health/suggestion.rules.ts'
import { factsOf, known, letter as expectation, record, vrp } from '../support/market/health.ts'

/**
 * A holder reads of ROAs in three places: the to-do of a letter, the health of its block, and the suggestions about each
 * prefix that the letter allows. They ask for the same, and whoever does all of it is asked for nothing more.
 */

interface Situation {
  /** `65001 45.8.0.0/23 24`: down to /24. */
  readonly letter: string
  /** Other letters that live. */
  readonly letters?: readonly string[]
  readonly routes?: readonly string[]
  readonly vrps?: readonly string[]
  /** What all of them ask for. */
  readonly asked: readonly string[]
}

const whole = '65001 45.8.0.0/23 23'
const parts = ['65001 45.8.0.0/24 24', '65001 45.8.1.0/24 24']
const letter = '65001 45.8.0.0/23 24'
const routes = ['65001 45.8.0.0/23 90', '65001 45.8.0.0/24 90']

const situations: Readonly<Record<string, Situation>> = {
  'a /24, and nothing done': { letter: '65001 45.8.0.0/24', asked: ['65001 45.8.0.0/24 24'] },
  'a /24 that is announced': {
    letter: '65001 45.8.0.0/24',
    routes: ['65001 45.8.0.0/24 90'],
    asked: ['65001 45.8.0.0/24 24'],
  },
  'a /24 with its ROA': { letter: '65001 45.8.0.0/24', vrps: ['65001 45.8.0.0/24'], asked: [] },
  'a /24 parked by AS0': {
    letter: '65001 45.8.0.0/24',
    vrps: ['0 45.8.0.0/22 24'],
    asked: ['65001 45.8.0.0/24 24'],
  },
  'a /24 with the ROA of the lessee before': {
    letter: '65001 45.8.0.0/24',
    routes: ['65001 45.8.0.0/24 90'],
    vrps: ['65002 45.8.0.0/24'],
    asked: ['65001 45.8.0.0/24 24'],
  },
  'a /24 under a ROA for the larger block alone': {
    letter: '65001 45.8.0.0/24',
    vrps: ['65001 45.8.0.0/22'],
    asked: ['65001 45.8.0.0/24 24'],
  },
  'a /24 under a ROA that allows more': {
    letter: '65001 45.8.0.0/24',
    routes: ['65001 45.8.0.0/24 90'],
    vrps: ['65001 45.8.0.0/22 24'],
    asked: [],
  },
  'a /23 as a whole': { letter: '65001 45.8.0.0/23', asked: [whole] },
  'a /23 as a whole, of which a part is announced': {
    letter: '65001 45.8.0.0/23',
    routes,
    vrps: ['65001 45.8.0.0/23'],
    asked: [],
  },
  'a /23 down to /24, and nothing done': { letter, asked: [whole, ...parts] },
  'a /23 down to /24 with a ROA for the whole alone': { letter, vrps: ['65001 45.8.0.0/23'], asked: parts },
  'a /23 down to /24 with a ROA for one part': {
    letter,
    routes,
    vrps: ['65001 45.8.0.0/24'],
    asked: [whole, '65001 45.8.1.0/24 24'],
  },
  'a /23 down to /24 with one ROA for all of it': { letter, routes, vrps: ['65001 45.8.0.0/23 24'], asked: [] },
  'a /23 down to /24 under a ROA that allows more': { letter, routes, vrps: ['65001 45.8.0.0/22 24'], asked: [] },
  'a /23 down to /24 with ROAs of another number': {
    letter,
    routes,
    vrps: ['65002 45.8.0.0/23 24'],
    asked: [whole, ...parts],
  },
  'a /22 for one, and a /24 inside for another': {
    letter: '65001 45.8.0.0/22',
    letters: ['65002 45.8.1.0/24'],
    routes: ['65001 45.8.0.0/22 90', '65002 45.8.1.0/24 90'],
    vrps: ['65002 45.8.1.0/24'],
    asked: ['65001 45.8.0.0/22 22'],
  },
  'a stranger announces it': {
    letter,
    routes: ['65666 45.8.0.0/24 90'],
    vrps: ['65001 45.8.0.0/23'],
    asked: parts,
  },
}

const roaText = ({ prefix, asn, maxLength }: Pick<Vrp, 'prefix' | 'asn' | 'maxLength'>): string =>
  `${asn} ${formatPrefix(prefix)} ${maxLength}`

const missing = new Set(['not_found', 'invalid_asn', 'invalid_length', 'expected'])
const removed = new Set(['stale', 'redundant', 'too_permissive', 'as0_redundant'])

const intentOf = ({ letter: text }: Situation) => {
  const { block, letters } = expectation(text)
  return { block, asn: letters[0]?.asn ?? 0, maxLength: letters[0]?.maxLength ?? 0 }
}

const healthOf = (situation: Situation, prefix: string) => {
  const { letter: own, letters = [], ...told } = situation
  return judgeWork(factsOf({ routes: [], vrps: [], ...told, listed: true, letters: [own, ...letters], prefix }))
}

function openTasks(situation: Situation): string[] {
  const { block, asn, maxLength } = intentOf(situation)
  const vrps = known((situation.vrps ?? []).map(vrp))
  const given = {
    block: formatPrefix(block),
    asn,
    max_length: maxLength,
    roa: true,
    route: false,
    radb: false,
    create_inetnum: false,
    registry: 'ripencc',
    authorisation: 'signed',
    status: 'pending',
    gone_at: null,
  } as LetterInPlace
  return tasksFor({
    letter: given,
    traces: { block, routes: known([]), vrps, objects: known([]) },
    record: known(record('45.8.0.0/16')),
    zones: null,
    geofeed: null,
    maintainers: [],
    release: 'any',
    doubt: null,
  }).flatMap(({ roa, done }) => (roa === null || done ? [] : `${roa.asn} ${roa.prefix} ${roa.maxLength}`))
}

const adding = (suggestions: readonly Suggestion[]): string[] =>
  suggestions.flatMap((one) => (missing.has(one.status) ? roaText(one) : []))

/** The prefixes that the letter allows, each asked about by itself. */
const places = (situation: Situation): string[] => [...intendedPrefixes(intentOf(situation))].map(formatPrefix)

/** All that health suggests anywhere, done. */
function followed(situation: Situation): Situation {
  const all = [
    '45.8.0.0/22',
    ...places(situation),
    ...(situation.letters ?? []).map((text) => text.split(' ')[1] ?? ''),
  ]
  const suggestions = all.flatMap((prefix) => healthOf(situation, prefix).suggestions)
  const gone = new Set(suggestions.flatMap((one) => (removed.has(one.status) ? roaText(one) : [])))
  const added = suggestions.flatMap((one) =>
    missing.has(one.status) || one.status === 'replacement' ? roaText(one) : [],
  )
  const kept = (situation.vrps ?? []).map((text) => roaText(vrp(text))).filter((text) => !gone.has(text))
  return { ...situation, vrps: [...new Set([...kept, ...added])] }
}

describe.each(Object.entries(situations))('%s', (_, situation) => {
  const block = formatPrefix(intentOf(situation).block)
  const own = (texts: readonly string[]) => texts.filter((text) => text.startsWith('65001 ')).sort()
  const asked = situation.asked.toSorted()

  it('the to-do, the health of the block and the suggestions ask for the same ROAs', () => {
    expect(openTasks(situation).toSorted()).toEqual(asked)
    expect(own(adding(healthOf(situation, block).suggestions))).toEqual(asked)
    const each = places(situation).flatMap((prefix) =>
      adding(healthOf(situation, prefix).suggestions.filter((one) => formatPrefix(one.prefix) === prefix)),
    )
    expect(own([...new Set(each)])).toEqual(asked)
  })

  it('health says create_roa for the number, and the letter waits, exactly while there is one to ask for', () => {
    const numbers = healthOf(situation, block).rpkiActions.flatMap(({ action, asns }) =>
      action === 'create_roa' ? asns : [],
    )
    expect(numbers.includes(65_001)).toBe(asked.length > 0)
    expect(isAllowed(intentOf(situation), known((situation.vrps ?? []).map(vrp)))).toBe(asked.length === 0)
  })

  it('nothing is left to ask for when all of it is done, nor to replace', () => {
    const after = followed(situation)
    expect(openTasks(after)).toEqual([])
    const left = places(after).flatMap((prefix) => healthOf(after, prefix).suggestions)
    expect(adding(left)).toEqual([])
    expect(left.filter(({ status }) => status === 'too_permissive' || status === 'replacement')).toEqual([])
  })
})

it('none is ever wider than its prefix', () => {
  const roas = Object.values(situations).flatMap((one) => openTasks(one).map(vrp))
  expect(roas.filter(({ prefix, maxLength }) => prefix.length !== maxLength)).toEqual([])
})

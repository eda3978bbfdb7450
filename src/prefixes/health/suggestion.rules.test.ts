import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf, letter, now, vrp, type Told } from '../../../test/support/market/health.ts'
import { contains, formatPrefix, knownPrefix, nthChild } from '../../kernel/ip/index.ts'
import { intendedPrefixes } from '../../network/index.ts'
import { expectedAt } from './facts.rules.ts'
import { suggestRoas, type Suggestion } from './suggestion.rules.ts'
import { validityOf } from './validity.rules.ts'

const letters = ['65001 45.8.0.0/24']
const routes = ['65001 45.8.0.0/24 90']
const inHours = (hours: number) => now.getTime() / 1_000 + hours * 3_600

const roaText = ({ prefix, asn, maxLength }: Pick<Suggestion, 'prefix' | 'asn' | 'maxLength'>) =>
  `${asn} ${formatPrefix(prefix)} ${maxLength}`
const shown = (told: Told) => suggestRoas(factsOf(told)).map((one) => `${one.status} ${roaText(one)}`)

const cases: readonly (readonly [what: string, told: Told, expected: readonly string[]])[] = [
  [
    'not_held: the block of the ROA reaches beyond what is held',
    { letters, routes, vrps: ['65001 45.0.0.0/8 24'] },
    ['not_held 65001 45.0.0.0/8 24'],
  ],
  ['not_held: nothing is held', { held: null, vrps: ['65001 45.8.0.0/24'] }, ['not_held 65001 45.8.0.0/24 24']],
  [
    'keep: without routing data nothing is touched, and nothing added',
    { letters: ['65009 45.8.0.0/24'], routes: null, vrps: ['65001 45.8.0.0/24', '0 45.8.0.0/24'] },
    ['keep 65001 45.8.0.0/24 24', 'keep 0 45.8.0.0/24 24'],
  ],
  [
    'as0_redundant: another covers its block',
    { letters, routes, vrps: ['65001 45.8.0.0/24', '0 45.8.0.0/24'] },
    ['keep 65001 45.8.0.0/24 24', 'as0_redundant 0 45.8.0.0/24 24'],
  ],
  [
    'as0_redundant: a larger one does, seen from a part of it',
    {
      letters: ['65001 45.8.0.0/22 24'],
      routes: ['65001 45.8.0.0/22 90'],
      vrps: ['0 45.8.0.0/23', '65001 45.8.0.0/22'],
    },
    ['as0_redundant 0 45.8.0.0/23 23', 'keep 65001 45.8.0.0/22 22', 'expected 65001 45.8.0.0/24 24'],
  ],
  [
    "as0: a lessee's ROA under it covers none of the rest of its block",
    { letters, routes, vrps: ['65001 45.8.0.0/24', '0 45.8.0.0/16 24'] },
    ['keep 65001 45.8.0.0/24 24', 'as0 0 45.8.0.0/16 24'],
  ],
  [
    'as0: the other is to go, too',
    { vrps: ['65001 45.8.0.0/24', '0 45.8.0.0/24'] },
    ['stale 65001 45.8.0.0/24 24', 'as0 0 45.8.0.0/24 24'],
  ],
  [
    'as0: the other is not held, and may go without notice',
    { vrps: ['0 45.8.0.0/24', '65001 45.0.0.0/8'] },
    ['as0 0 45.8.0.0/24 24', 'not_held 65001 45.0.0.0/8 8'],
  ],
  ['as0: it is all there is', { vrps: ['0 45.8.0.0/16 24'] }, ['as0 0 45.8.0.0/16 24']],
  [
    'redundant: another of the same AS allows all of it',
    { letters, routes, vrps: ['65001 45.8.0.0/24', '65001 45.8.0.0/24 25'] },
    ['redundant 65001 45.8.0.0/24 24', 'keep 65001 45.8.0.0/24 25'],
  ],
  [
    'redundant: of two alike one is kept',
    { letters, routes, vrps: ['65001 45.8.0.0/24', '65001 45.8.0.0/24'] },
    ['keep 65001 45.8.0.0/24 24', 'redundant 65001 45.8.0.0/24 24'],
  ],
  [
    'redundant: of two alike the one that lasts longer is kept, though it comes later',
    { letters, routes, vrps: [`65001 45.8.0.0/24 24 ${inHours(2)}`, `65001 45.8.0.0/24 24 ${inHours(99)}`] },
    ['redundant 65001 45.8.0.0/24 24', 'keep 65001 45.8.0.0/24 24'],
  ],
  [
    'not redundant: the other is not held, and may go without notice',
    { letters, routes, vrps: ['65001 45.8.0.0/24', '65001 45.0.0.0/8 24'] },
    ['keep 65001 45.8.0.0/24 24', 'not_held 65001 45.0.0.0/8 24'],
  ],
  [
    'stale: nothing of it is seen, and there is no letter',
    { vrps: ['65001 45.8.0.0/24'] },
    ['stale 65001 45.8.0.0/24 24'],
  ],
  ['not stale: there is a letter', { letters, vrps: ['65001 45.8.0.0/24'] }, ['keep 65001 45.8.0.0/24 24']],
  [
    'not stale: it allows a neighbour',
    { routes: ['65001 45.8.1.0/24 90', '65001 45.8.0.0/23 90'], vrps: ['65001 45.8.0.0/23 23'] },
    ['keep 65001 45.8.0.0/23 23'],
  ],
  [
    'too_permissive: only some of the smallest blocks it allows are announced',
    { letters, routes, vrps: ['65001 45.8.0.0/22 24'] },
    ['too_permissive 65001 45.8.0.0/22 24', 'replacement 65001 45.8.0.0/24 24'],
  ],
  [
    'too_permissive: the replacement of a neighbour is listed with the neighbour',
    { routes: ['65001 45.8.1.0/24 90'], vrps: ['65001 45.8.0.0/22 24'] },
    ['too_permissive 65001 45.8.0.0/22 24'],
  ],
  [
    'too_permissive: no replacement for what another ROA allows that stays',
    { letters, routes, vrps: ['65001 45.8.0.0/24 25', '65001 45.8.0.0/22 24'] },
    ['keep 65001 45.8.0.0/24 25', 'too_permissive 65001 45.8.0.0/22 24'],
  ],
  [
    'too_permissive: a replacement where the only other ROA is narrowed too, and only one',
    {
      letters,
      routes: [...routes, '65001 45.8.4.0/22 90', '65001 45.8.0.0/25 90'],
      vrps: ['65001 45.8.0.0/22 25', '65001 45.8.0.0/21 24'],
    },
    ['too_permissive 65001 45.8.0.0/22 25', 'too_permissive 65001 45.8.0.0/21 24', 'replacement 65001 45.8.0.0/24 24'],
  ],
  [
    'too_permissive: a replacement for what may be announced, too',
    {
      prefix: '45.8.1.0/24',
      letters: [...letters, '65001 45.8.1.0/24'],
      routes,
      vrps: ['65001 45.8.0.0/22 24'],
    },
    ['too_permissive 65001 45.8.0.0/22 24', 'replacement 65001 45.8.1.0/24 24'],
  ],
  [
    'not too_permissive: a letter allows all that it does',
    { letters: ['65001 45.8.0.0/22 24'], routes, vrps: ['65001 45.8.0.0/22 24'] },
    ['keep 65001 45.8.0.0/22 24'],
  ],
  [
    'not too_permissive: all of them are announced',
    {
      prefix: '45.8.0.0/25',
      routes: ['65001 45.8.0.0/25 90', '65001 45.8.0.128/25 90'],
      vrps: ['65001 45.8.0.0/24 25'],
    },
    ['keep 65001 45.8.0.0/24 25'],
  ],
  [
    'disallowing: it allows nothing that is announced, and something is rejected',
    { letters: ['65009 45.8.0.0/24'], routes: ['65009 45.8.0.0/24 90'], vrps: ['65001 45.8.0.0/24'] },
    ['disallowing 65001 45.8.0.0/24 24', 'invalid_asn 65009 45.8.0.0/24 24'],
  ],
  [
    'not disallowing: what it does not allow is allowed by another',
    {
      letters: [...letters, '65009 45.8.0.0/24'],
      routes: ['65009 45.8.0.0/24 90'],
      vrps: ['65001 45.8.0.0/24', '65009 45.8.0.0/24'],
    },
    ['keep 65001 45.8.0.0/24 24', 'keep 65009 45.8.0.0/24 24'],
  ],
  [
    'expiring: within a day',
    { letters, routes, vrps: [`65001 45.8.0.0/24 24 ${inHours(23)}`] },
    ['expiring 65001 45.8.0.0/24 24'],
  ],
  [
    'not expiring: in more than a day',
    { letters, routes, vrps: [`65001 45.8.0.0/24 24 ${inHours(25)}`] },
    ['keep 65001 45.8.0.0/24 24'],
  ],
  ['not_found: announced, and no ROA', { letters, routes }, ['not_found 65001 45.8.0.0/24 24']],
  [
    'invalid_length: the exact ROA is added, the other never widened',
    { letters, routes, vrps: ['65001 45.8.0.0/22 23'] },
    ['disallowing 65001 45.8.0.0/22 23', 'invalid_length 65001 45.8.0.0/24 24'],
  ],
  [
    'invalid_asn: also where only AS0 is in the way',
    { letters, routes, vrps: ['0 45.8.0.0/24'] },
    ['as0 0 45.8.0.0/24 24', 'invalid_asn 65001 45.8.0.0/24 24'],
  ],
  [
    'expected: for each part that the letter allows',
    { prefix: '45.8.0.0/23', letters: ['65001 45.8.0.0/23 24'], vrps: ['65001 45.8.0.0/23', '65001 45.8.1.0/24'] },
    ['keep 65001 45.8.0.0/23 23', 'expected 65001 45.8.0.0/24 24'],
  ],
  ['expected: a letter, and neither an announcement nor a ROA yet', { letters }, ['expected 65001 45.8.0.0/24 24']],
  [
    'expected: a set is no announcement of its members',
    { letters, routes: ['{65001} 45.8.0.0/24 90'] },
    ['expected 65001 45.8.0.0/24 24'],
  ],
  ['nothing for an announcement without a letter', { routes }, []],
  ['nothing without RPKI data', { letters, routes, vrps: null }, []],
  ['nothing with old RPKI data', { letters, routes, vrps: ['65001 45.8.0.0/24'], stale: ['vrps'] }, []],
]

describe('suggestions about ROAs', () => {
  it.each(cases)('%s', (_what, told, expected) => {
    expect(shown(told)).toEqual(expected)
  })

  it('say in a sentence what to do', () => {
    expect(
      suggestRoas(factsOf({ letters, routes, vrps: ['65001 45.8.0.0/22 24', '0 45.8.0.0/16 24'] })).map(
        ({ sentence }) => sentence,
      ),
    ).toEqual([
      'Replace the ROA of AS65001 for 45.8.0.0/22 up to /24 by ROAs for what is announced: it also allows parts that are not, which others could forge.',
      'Keep the ROA of AS0 for 45.8.0.0/16 up to /24: it rejects all under it that has no ROA of its own.',
      'Add the ROA of AS65001 for 45.8.0.0/24 in place of the ROA of AS65001 for 45.8.0.0/22 up to /24.',
    ])
  })
})

const block = knownPrefix('45.8.0.0/20')
const somewhere = fc
  .tuple(fc.integer({ min: 20, max: 25 }), fc.nat({ max: 31 }))
  .map(([length, n]) => formatPrefix(nthChild(block, length, n % 2 ** (length - 20))))
const someone = fc.constantFrom(65_001, 65_002, 65_003)
const told = fc.record({
  letters: fc.uniqueArray(
    fc
      .tuple(someone, somewhere, fc.nat({ max: 2 }))
      .map(([asn, prefix, more]) => `${asn} ${prefix} ${Number(prefix.split('/')[1]) + more}`),
    { maxLength: 3, selector: (text) => text.split(' ').slice(0, 2).join(' ') },
  ),
  routes: fc.array(
    fc.tuple(someone, somewhere).map((parts) => `${parts.join(' ')} 90`),
    { maxLength: 8 },
  ),
  vrps: fc.uniqueArray(
    fc
      .tuple(fc.oneof(someone, fc.constant(0)), somewhere, fc.nat({ max: 4 }))
      .map(([asn, prefix, more]) => `${asn} ${prefix} ${Number(prefix.split('/')[1]) + more}`),
    { maxLength: 6 },
  ),
})

/** Of every prefix that anything is known of, as a holder would see them. */
type Texts = Readonly<Record<'letters' | 'routes' | 'vrps', readonly string[]>>

const everywhere = (world: Texts) => {
  const prefixes = new Set([...world.letters, ...world.routes, ...world.vrps].map((text) => text.split(' ')[1] ?? ''))
  return [...prefixes].flatMap((prefix) => suggestRoas(factsOf({ ...world, prefix })))
}

const added = new Set(['not_found', 'invalid_asn', 'invalid_length', 'expected', 'replacement'])
const removed = new Set(['stale', 'redundant', 'too_permissive', 'as0_redundant'])

describe('suggestions about any ROAs', () => {
  it('have exactly one entry for each ROA that covers the prefix', () => {
    fc.assert(
      fc.property(told, somewhere, (world, prefix) => {
        const facts = factsOf({ ...world, prefix })
        const existing = suggestRoas(facts).filter(({ status }) => !added.has(status))
        expect(existing.map(roaText)).toEqual((facts.vrps?.value ?? []).map(roaText))
      }),
    )
  })

  it('make all that letters allow valid when they are followed', () => {
    fc.assert(
      fc.property(told, (world) => {
        const all = everywhere(world)
        const texts = (statuses: ReadonlySet<string>) =>
          all.flatMap((one) => (statuses.has(one.status) ? roaText(one) : []))
        const gone = texts(removed)
        const kept = world.vrps.filter((text) => !gone.includes(text))
        const after = [...kept, ...texts(added)].map(vrp)
        const letters = world.letters.map(letter)
        const allowed = letters.flatMap(({ block, letters: of }) =>
          of.flatMap(({ asn, maxLength }) =>
            [...intendedPrefixes({ block, maxLength })].map((prefix) => ({ prefix, asn, asSet: null })),
          ),
        )
        expect(allowed.filter((each) => validityOf(each, after).validity !== 'valid')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('leave nothing that AS0 kept strangers from without a ROA when they are followed', () => {
    fc.assert(
      fc.property(told, (world) => {
        const all = everywhere(world)
        const gone = new Set(all.flatMap((one) => (removed.has(one.status) ? roaText(one) : [])))
        const kept = world.vrps.filter((text) => !gone.has(text)).map(vrp)
        const parked = world.vrps.filter((text) => text.startsWith('0 ')).map((text) => vrp(text).prefix)
        expect(parked.filter((each) => !kept.some(({ prefix }) => contains(prefix, each)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('propose a new ROA only for a letter, and never wider than the prefix', () => {
    fc.assert(
      fc.property(told, somewhere, (world, prefix) => {
        const facts = factsOf({ ...world, prefix })
        const proposed = suggestRoas(facts).filter(({ status }) => added.has(status))
        expect(proposed.filter((one) => one.maxLength !== one.prefix.length)).toEqual([])
        expect(proposed.filter((one) => !contains(facts.prefix, one.prefix))).toEqual([])
        // A replacement narrows what is allowed already.
        const fresh = proposed.filter(({ status }) => status !== 'replacement')
        const letters = world.letters.map(letter)
        expect(fresh.filter((one) => !expectedAt(one.prefix, letters).includes(one.asn))).toEqual([])
      }),
    )
  })
})

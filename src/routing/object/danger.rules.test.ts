import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { isLegitimate, judge, validityOf, type Payload } from './danger.rules.ts'

const roa = (text: string): Payload => {
  const [prefix = '', asn, maxLength] = text.split(' ')
  const at = knownPrefix(prefix)
  return { prefix: at, asn: Number(asn), maxLength: maxLength === undefined ? at.length : Number(maxLength) }
}
const route = (text: string, asSet: string | null = null) => {
  const { prefix, asn } = roa(text)
  return { prefix, asn, asSet, peers: 100 }
}

describe('a route', () => {
  it.each([
    ['45.8.0.0/24 1', [], 'not_found'],
    ['45.8.0.0/24 1', ['45.8.0.0/16 1 24'], 'valid'],
    ['45.8.0.0/24 1', ['45.8.0.0/16 1'], 'invalid'],
    ['45.8.0.0/24 1', ['45.8.0.0/16 0 24'], 'invalid'],
    ['45.8.0.0/24 1', ['45.8.0.0/16 0 24', '45.8.0.0/24 1'], 'valid'],
    ['45.8.0.0/24 1', ['45.8.0.0/25 2'], 'not_found'],
    ['45.8.0.0/24 0', ['45.8.0.0/24 0'], 'invalid'],
  ])('%s with %j is %s', (text, roas, expected) => {
    const payloads = roas.map(roa)
    const covering = payloads.filter(({ prefix }) => prefix.length <= route(text).prefix.length)
    expect(validityOf(route(text), covering)).toBe(expected)
  })

  it('from a set of origins is never valid', () => {
    expect(validityOf(route('45.8.0.0/24 1', '{1,2}'), [roa('45.8.0.0/24 1')])).toBe('invalid')
  })
})

describe('what would make a route invalid', () => {
  const danger = (
    routes: readonly string[],
    add: readonly string[],
    before: readonly string[] = [],
    remove: readonly string[] = [],
  ) => {
    const known = before.map(roa)
    const judged = judge(
      routes.map((one) => route(one)),
      { add: add.map(roa), remove: remove.map(roa) },
      (prefix) => known.filter((one) => one.prefix.length <= prefix.length && prefix.address >= one.prefix.address),
    )
    return [judged.safe.length, judged.dangers.size]
  }
  it.each([
    ['another’s part that nothing covers', ['45.8.0.0/24 9'], ['45.8.0.0/22 1'], [], [], [0, 1]],
    ['its own route', ['45.8.0.0/22 1'], ['45.8.0.0/22 1'], [], [], [1, 0]],
    ['a part that is valid already', ['45.8.0.0/24 9'], ['45.8.0.0/22 1'], ['45.8.0.0/24 9'], [], [1, 0]],
    ['a part that is invalid already', ['45.8.0.0/24 9'], ['45.8.0.0/22 1'], ['45.8.0.0/22 0 24'], [], [1, 0]],
    ['what the same request allows', ['45.8.0.0/24 9'], ['45.8.0.0/22 1', '45.8.0.0/24 9'], [], [], [2, 0]],
    ['what lies around', ['45.8.0.0/21 9'], ['45.8.0.0/22 1'], [], [], [1, 0]],
    [
      'what the same request takes away',
      ['45.8.0.0/24 9'],
      ['45.8.0.0/22 1'],
      ['45.8.0.0/24 9'],
      ['45.8.0.0/24 9'],
      [0, 1],
    ],
  ])('%s', (_name, routes, add, before, remove, expected) => {
    expect(danger(routes, add, before, remove)).toEqual(expected)
  })
})

it('is legitimate unless its letter has ended and none lives', () => {
  const of = (asn: number) => [{ block: knownPrefix('45.8.0.0/22'), letters: [{ asn, maxLength: 24 }] }]
  expect(isLegitimate(route('45.8.0.0/24 9'), { live: [], left: [] })).toBe(true)
  expect(isLegitimate(route('45.8.0.0/24 9'), { live: [], left: of(9) })).toBe(false)
  expect(isLegitimate(route('45.8.0.0/24 9'), { live: of(9), left: of(9) })).toBe(true)
})

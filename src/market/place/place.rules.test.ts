import { describe, expect, it } from 'vitest'
import { contains, children, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { isLocated, type SeenPlace } from '../search/search.rules.ts'
import { bitOf, readKey, spotOf, surveyOf, type Ground, type Survey } from './place.rules.ts'

interface Said extends SeenPlace {
  readonly prefix: Prefix
}

const said = (prefix: string, provider: string, countryCode: string, cityName: string | null = null): Said => ({
  prefix: knownPrefix(prefix),
  provider,
  countryCode,
  cityName,
})

const groundOf = (places: readonly Said[], listed: readonly string[] = []): Ground => {
  const entries = listed.map(knownPrefix)
  return {
    placesOf: (block) => {
      const around = places.filter(({ prefix }) => contains(prefix, block))
      const nearest = Map.groupBy(around, ({ provider }) => provider)
      return [...nearest.values()].flatMap((of) => of.toSorted((a, b) => b.prefix.length - a.prefix.length)[0] ?? [])
    },
    isListed: (block) => entries.some((entry) => contains(entry, block) || contains(block, entry)),
    hasParts: (block) =>
      [...places.map(({ prefix }) => prefix), ...entries].some(
        (prefix) => prefix.length > block.length && contains(block, prefix),
      ),
  }
}

const lengthsOf = (survey: Survey, spot: string, providers: string[]): number[] => {
  const bits = [...survey].filter(([text]) => {
    const key = readKey(text)
    return key.spot === spot && key.providers.join() === providers.join()
  })
  const all = bits.reduce((sum, [, lengths]) => sum | lengths, 0)
  return Array.from({ length: 25 }, (_, length) => length).filter((length) => all & bitOf(length))
}

describe('what is kept of a block', () => {
  it('is the same for all of it where nothing is said of parts', () => {
    const ground = groundOf([said('45.0.0.0/8', 'atlas', 'NL', 'Delft'), said('45.0.0.0/16', 'meridian', 'nl')])
    const survey = surveyOf(knownPrefix('45.0.0.0/22'), ground, new Map())
    expect([...survey].map(([text, lengths]) => ({ ...readKey(text), lengths }))).toEqual(
      [
        { spot: '', providers: ['atlas', 'meridian'], unanimous: true },
        { spot: 'NL', providers: ['atlas', 'meridian'], unanimous: true },
        { spot: 'NL/delft', providers: ['atlas'], unanimous: false },
        { spot: '/delft', providers: ['atlas'], unanimous: false },
      ].map((key) => ({ ...key, listed: false, lengths: bitOf(22) | bitOf(23) | bitOf(24) })),
    )
  })

  it('names the lengths of parts that are elsewhere, and not those that are larger, or have others in all of them', () => {
    const ground = groundOf([
      said('45.0.0.0/16', 'atlas', 'DE'),
      said('45.0.16.0/21', 'atlas', 'NL'),
      said('45.0.16.0/22', 'atlas', 'FR'),
      said('45.0.20.0/22', 'atlas', 'FR'),
    ])
    const survey = surveyOf(knownPrefix('45.0.0.0/16'), ground, new Map())
    expect(lengthsOf(survey, 'NL', ['atlas'])).toEqual([21])
    expect(lengthsOf(survey, 'FR', ['atlas'])).toEqual([22, 23, 24])
    expect(lengthsOf(survey, 'DE', ['atlas'])).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24])
  })

  it('tells listed parts from others, also by entries smaller than anything on the market', () => {
    const ground = groundOf([], ['45.0.1.128/25'])
    const survey = surveyOf(knownPrefix('45.0.0.0/22'), ground, new Map())
    expect([...survey].map(([text, lengths]) => [readKey(text).listed, lengths])).toEqual([
      [true, bitOf(22) | bitOf(23) | bitOf(24)],
      [false, bitOf(23) | bitOf(24)],
    ])
  })

  it('finds what looking at every part finds', () => {
    const ground = groundOf([
      said('45.0.0.0/12', 'atlas', 'DE', 'Bonn'),
      said('45.0.4.0/22', 'atlas', 'NL', 'Delft'),
      said('45.0.5.0/24', 'atlas', 'NL', 'Bonn'),
      said('45.0.0.0/20', 'meridian', 'NL'),
      said('45.0.8.0/21', 'meridian', 'DE', 'Köln'),
      said('45.0.9.64/26', 'meridian', 'SE'),
    ])
    const block = knownPrefix('45.0.0.0/19')
    const survey = surveyOf(block, ground, new Map())
    for (const country of ['DE', 'NL', 'SE', null])
      for (const city of ['bonn', 'delft', 'köln', null])
        for (let length = 19; length <= 24; length++) {
          const wish = { country, city, providers: ['atlas', 'meridian'], all: true }
          const kept = lengthsOf(survey, spotOf(wish), ['atlas', 'meridian']).includes(length)
          const parts = [...children(block, length)].some((part) => isLocated(ground.placesOf(part), wish))
          expect({ wish, length, kept }).toEqual({ wish, length, kept: parts })
        }
  })

  it('remembers large blocks', () => {
    let asked = 0
    const ground = groundOf([said('45.0.0.0/9', 'atlas', 'DE'), said('45.3.0.0/16', 'atlas', 'NL')])
    const counting = { ...ground, placesOf: (block: Prefix) => (asked++, ground.placesOf(block)) }
    const remembered = new Map()
    const whole = surveyOf(knownPrefix('45.0.0.0/8'), counting, remembered)
    const before = asked
    expect(surveyOf(knownPrefix('45.0.0.0/8'), counting, remembered)).toEqual(whole)
    surveyOf(knownPrefix('45.0.0.0/10'), counting, remembered)
    expect(asked).toBe(before)
  })
})

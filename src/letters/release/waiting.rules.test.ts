import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { Known, RouteObject, Vrp } from '../../network/index.ts'
import { rpkiSight } from './rpki.rules.ts'
import { differ, isReleasedByData, stepsSeen, type Sight } from './waiting.rules.ts'

const block = knownPrefix('192.0.2.0/23')
const asn = 64_500

const known = <T>(value: T, stale = false): Known<T> => ({ source: 'a file', takenAt: new Date(0), stale, value })

const vrp = (prefix: string, maxLength: number, of = asn): Vrp => ({
  prefix: knownPrefix(prefix),
  asn: of,
  maxLength,
  ta: 'ripencc',
  expires: null,
})

const routeObject: RouteObject = {
  prefix: block,
  origin: asn,
  source: 'RIPE',
  descr: [],
  maintainers: [],
  changed: [],
}

const sight = (
  vrps: Known<Vrp[]> | null,
  { asnValid = true, maxLength = 23, objects = null as Known<RouteObject[]> | null } = {},
): Sight => {
  return { asnValid, traces: { block, objects }, rpki: rpkiSight({ block, asn, maxLength }, vrps) }
}

const letter = {
  roa: true,
  lease_status: 'active',
  authorisation: 'signed',
  company_confirmed_at: new Date(0),
} as const

describe('a letter that waits is released by data', () => {
  it.each([
    ['a ROA that allows the block', [vrp('192.0.2.0/23', 23)], true],
    ['a wider one that does', [vrp('192.0.0.0/16', 24)], true],
    ['a wider one that does not reach so far', [vrp('192.0.0.0/16', 22)], false],
    ['one for a part of it', [vrp('192.0.2.0/24', 24)], false],
    ['one for another number', [vrp('192.0.2.0/23', 24, 64_501)], false],
    ['one that allows it beside AS0', [vrp('192.0.2.0/23', 23), vrp('192.0.0.0/16', 16, 0)], true],
    ['none', [], false],
  ])('with a ROA ordered: %s', (_, vrps, released) => {
    expect(isReleasedByData(letter, sight(known(vrps)), 'any')).toBe(released)
    expect(isReleasedByData(letter, sight(known(vrps, true)), 'any')).toBe(false)
  })

  it.each([
    ['the block alone', [vrp('192.0.2.0/23', 23)], false],
    ['the block and its parts', [vrp('192.0.2.0/23', 24)], true],
    ['each by a ROA of its own', [vrp('192.0.2.0/23', 23), vrp('192.0.2.0/24', 24), vrp('192.0.3.0/24', 24)], true],
    ['all but one part', [vrp('192.0.2.0/23', 23), vrp('192.0.2.0/24', 24)], false],
    ['the parts, not the block', [vrp('192.0.2.0/24', 24), vrp('192.0.3.0/24', 24)], false],
  ])('with a max_length of 24: ROAs for %s', (_, vrps, released) => {
    expect(isReleasedByData(letter, sight(known(vrps), { maxLength: 24 }), 'any')).toBe(released)
  })

  it.each([
    ['no data at all', null, false],
    ['no ROA', known([]), true],
    ['no ROA, by data too old to count', known([], true), false],
    ['a ROA that allows it', known([vrp('192.0.2.0/23', 24)]), true],
    ['a ROA for another, which would make it invalid', known([vrp('192.0.2.0/23', 24, 64_501)]), false],
    ['a ROA for AS0', known([vrp('192.0.2.0/23', 24, 0)]), false],
    ['a ROA for AS0, by data too old to count', known([vrp('192.0.2.0/23', 24, 0)], true), false],
  ])('without one ordered: %s', (_, vrps, released) => {
    expect(isReleasedByData({ ...letter, roa: false }, sight(vrps), 'data')).toBe(released)
  })

  it('without one ordered: not while a part that may be announced would be invalid', () => {
    const other = known([vrp('192.0.3.0/24', 24, 64_501)])
    expect(isReleasedByData({ ...letter, roa: false }, sight(other), 'any')).toBe(true)
    expect(isReleasedByData({ ...letter, roa: false }, sight(other, { maxLength: 24 }), 'any')).toBe(false)
  })

  it('never while something else is missing, or where the holder decides', () => {
    const all = known([vrp('192.0.2.0/23', 24)])
    expect(isReleasedByData(letter, sight(all), 'data')).toBe(true)
    expect(isReleasedByData(letter, sight(all), 'holder')).toBe(false)
    expect(isReleasedByData(letter, sight(all, { asnValid: false }), 'any')).toBe(false)
    expect(isReleasedByData({ ...letter, lease_status: 'suspended' }, sight(all), 'any')).toBe(false)
    expect(isReleasedByData({ ...letter, authorisation: 'revoked' }, sight(all), 'any')).toBe(false)
    expect(isReleasedByData({ ...letter, company_confirmed_at: null }, sight(all), 'any')).toBe(false)
  })
})

describe('the checklist', () => {
  const [then, now] = [new Date(1_000), new Date(2_000)]
  const nothing = { asn_valid_at: null, authorised_at: null, vrp_seen_at: null, route_seen_at: null }
  const seen = (vrps: Vrp[], objects: RouteObject[]) => sight(known(vrps), { objects: known(objects) })

  it('has the time at which a step came true first', () => {
    const all = seen([vrp('192.0.2.0/23', 23)], [routeObject])
    const steps = { asn_valid_at: then, authorised_at: now, vrp_seen_at: now, route_seen_at: now }
    expect(stepsSeen({ ...nothing, asn_valid_at: then, authorisation: 'signed' }, all, now)).toEqual(steps)
    expect([differ(nothing, steps), differ(steps, { ...steps, asn_valid_at: new Date(1_000) })]).toEqual([true, false])
  })

  it('loses what is so no more, and keeps what is not known', () => {
    const before = { asn_valid_at: then, authorised_at: then, vrp_seen_at: then, route_seen_at: then }
    const letterOf = (authorisation: 'signed' | 'revoked') => ({ ...before, authorisation })
    expect(stepsSeen(letterOf('revoked'), { ...seen([], []), asnValid: false }, now)).toEqual(nothing)
    expect(stepsSeen(letterOf('signed'), sight(null), now)).toEqual(before)
    expect(stepsSeen(letterOf('signed'), sight(known([], true)), now)).toEqual(before)
  })
})

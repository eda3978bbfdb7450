import { describe, expect, it } from 'vitest'
import { lacksForWord, stepNames, stepsOf } from './readiness.rules.ts'
import { doubts } from './rpki.rules.ts'

const at = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-16T12:00:00Z')

const letter = {
  asn: 65_001,
  block: '45.8.0.0/24',
  company_name: 'Brightwave Hosting',
  company_confirmed_at: at,
  company_confirmed_by: 'lessee',
  max_length: 24,
  roa: true,
  radb: false,
  route: true,
  created_at: at,
  asn_valid_at: at,
  authorised_at: at,
  vrp_seen_at: null,
  route_seen_at: null,
  released_at: null,
  released_by: null,
  released_despite: null,
  status: 'pending',
} as const

const done = (given: Partial<Parameters<typeof stepsOf>[0]> = {}) =>
  stepsOf({ ...letter, ...given }).flatMap(({ name, doneAt }) => (doneAt ? name : []))

const needed = (given: Partial<Parameters<typeof stepsOf>[0]> = {}) =>
  stepsOf({ ...letter, ...given }).flatMap((step) => (step.needed ? step.name : []))

const said = (name: string, given: Partial<Parameters<typeof stepsOf>[0]> = {}) =>
  stepsOf({ ...letter, ...given }).find((step) => step.name === name)?.sentence

describe('the checklist', () => {
  it('has every step, in the order of work', () => {
    expect(stepsOf(letter).map(({ name }) => name)).toEqual(stepNames)
  })

  it('has the times at which steps came true', () => {
    expect(done()).toEqual(['asn_valid', 'loaa_signed', 'company_confirmed', 'roa_requested'])
    expect(done({ vrp_seen_at: later, route_seen_at: later, released_at: later, released_by: 'data' })).toEqual(
      stepNames,
    )
    expect(stepsOf({ ...letter, vrp_seen_at: later })[4]).toMatchObject({ name: 'vrp_seen', doneAt: later })
    expect(done({ asn_valid_at: null, authorised_at: null, company_confirmed_at: null })).toEqual(['roa_requested'])
  })

  it('waits for the ROA only where one was asked for, and for no route object', () => {
    const always = ['asn_valid', 'loaa_signed', 'company_confirmed']
    expect(needed()).toEqual([...always, 'roa_requested', 'vrp_seen', 'released'])
    expect(needed({ roa: false })).toEqual([...always, 'released'])
    expect(done({ roa: false })).toEqual(always)
  })

  it.each([
    ['asn_valid', {}, 'AS65001 may get letters.'],
    ['asn_valid', { asn_valid_at: null }, 'AS65001 may not get letters now; ask for its validation to see why.'],
    ['loaa_signed', { authorised_at: null }, "The holder's authorisation (LOA-A) is not signed."],
    ['company_confirmed', {}, 'It is issued to “Brightwave Hosting”.'],
    [
      'company_confirmed',
      { company_confirmed_by: 'holder' },
      'The holder has confirmed that it may be issued to “Brightwave Hosting”.',
    ],
    [
      'company_confirmed',
      { company_confirmed_at: null, company_confirmed_by: null },
      'The holder has not confirmed yet that it may be issued to “Brightwave Hosting”, which is not the lessee’s own name.',
    ],
    ['roa_requested', { roa: false }, 'No ROA was asked for with this letter.'],
    ['vrp_seen', {}, 'Our RPKI data does not allow AS65001 to announce 45.8.0.0/24 yet.'],
    [
      'vrp_seen',
      { block: '45.8.0.0/23' },
      'Our RPKI data does not allow AS65001 to announce 45.8.0.0/23 and its parts down to /24 yet.',
    ],
    ['route_seen', { route: false }, 'No route object was asked for with this letter.'],
    [
      'route_seen',
      { route: false, radb: true },
      'No route object for 45.8.0.0/24 from AS65001 is in our data yet; the letter does not wait for it.',
    ],
    ['released', {}, 'It is released when the steps before have been done.'],
    [
      'released',
      { roa: false },
      'It is released when the steps before have been done and fresh RPKI data shows no ROA that forbids AS65001 to announce 45.8.0.0/24.',
    ],
    ['released', { status: 'revoked' }, 'It ended before it was released.'],
    ['released', { released_at: at, released_by: 'holder' }, "It was released by the holder's word."],
    [
      'released',
      { released_at: at, released_by: 'operator', released_despite: 'as0' },
      "It was released by an operator's word, given against a ROA for AS0 in our data.",
    ],
  ] as const)('says of %s how it stands (%o)', (name, given, sentence) => {
    expect(said(name, given)).toBe(sentence)
  })
})

describe('what lacks before a word releases it', () => {
  const place = { ...letter, authorisation: 'signed', lease_status: 'active' } as const
  const word = { asnValid: true, by: 'holder', release: 'any', doubt: 'roa_not_seen' } as const

  it('is nothing, with or without the ROA', () => {
    expect(lacksForWord(place, word)).toEqual({})
    expect(lacksForWord(place, { ...word, release: 'holder' })).toEqual({})
  })

  it('is all that nobody can speak for', () => {
    const lacks = lacksForWord(
      { ...place, authorisation: 'revoked', lease_status: 'suspended', company_confirmed_at: null },
      { ...word, asnValid: false, by: 'operator' },
    )
    expect(lacks).toEqual({
      lease: ['the lease of 45.8.0.0/24 is suspended'],
      asn_valid: ['AS65001 may not get letters now'],
      loaa_signed: ['the authorisation (LOA-A) is revoked; sign it first'],
      company_confirmed: ['the holder has to confirm first that it may be issued to “Brightwave Hosting”'],
    })
  })

  it('is what our data does not show where data alone releases, for the holder but not for an operator', () => {
    const byData = { ...word, release: 'data' } as const
    for (const doubt of doubts) {
      expect(Object.keys(lacksForWord(place, { ...byData, doubt }))).toEqual(['vrp_seen'])
      expect(lacksForWord(place, { ...byData, doubt, by: 'operator' })).toEqual({})
    }
    expect(lacksForWord(place, { ...byData, doubt: null })).toEqual({})
  })
})

import { describe, expect, test } from 'vitest'
import { asnSentence, isFit, isReservedAsn, readAsn, verdictOn } from './asn.rules.ts'
import type { AsnFacts } from '../fact.rules.ts'

const clean: AsnFacts = {
  asn: 13335,
  name: 'CLOUDFLARENET',
  countries: ['US'],
  reserved: false,
  allocated: true,
  registry: 'arin',
  spamhaus: false,
  uceprotect: false,
  ofac: [],
  lacking: [],
}
const match = { entry: 'SOME BANK', program: 'SDGT', matched: 'some bank' }
const judge = (facts: Partial<AsnFacts>, policy: { banned?: boolean; accepted?: boolean; embargoed?: string[] } = {}) =>
  verdictOn({ ...clean, ...facts }, { banned: false, accepted: false, embargoed: ['KP'], ...policy })

describe('an AS number', () => {
  test.each([
    ['ok', {}, {}],
    ['reserved', { reserved: true, allocated: false }, {}],
    ['unallocated', { allocated: false, spamhaus: true }, {}],
    ['banned', { spamhaus: true }, { banned: true }],
    ['blocked_spamhaus', { spamhaus: true, ofac: [match] }, {}],
    ['blocked_ofac', { ofac: [match], lacking: ['asn-drop'] }, {}],
    ['blocked_ofac', { countries: ['KP'] }, {}],
    ['blocked_ofac', { countries: ['CN', 'KP'] }, {}],
    ['unknown', { countries: [], lacking: ['country'] }, {}],
    ['unknown', { lacking: ['ofac'], uceprotect: true }, {}],
    ['accepted', { lacking: ['ofac'], uceprotect: true }, { accepted: true }],
    ['blocked_spamhaus', { lacking: ['ofac'], spamhaus: true }, { accepted: true }],
    ['unallocated', { lacking: ['ofac'], allocated: false }, { accepted: true }],
    ['ok', {}, { accepted: true }],
    ['warned_uceprotect', { uceprotect: true }, {}],
  ] as const)('is %s', (status, facts, policy) => {
    const verdict = judge(facts, policy)
    expect(verdict.status).toBe(status)
    expect(verdict.valid).toBe(isFit(status))
  })

  test('is fit only when nothing is wrong or unknown, whatever a mere warning says', () => {
    expect(['ok', 'warned_uceprotect'].every((status) => isFit(status as 'ok'))).toBe(true)
    expect(isFit('unknown')).toBe(false)
  })

  test('without a sanctions list is sanctioned only by its country', () => {
    expect(judge({ ofac: null }).sanctioned).toBeNull()
    expect(judge({ ofac: null, countries: ['KP'] }).sanctioned).toBe(true)
    expect(judge({}).sanctioned).toBe(false)
  })

  test('of no known country is not said to be free of sanctions', () => {
    expect(judge({ countries: [], lacking: ['delegated'] }).sanctioned).toBeNull()
    expect(judge({ lacking: ['asn-drop'] }).sanctioned).toBe(false)
  })

  test('says what is missing where that is why it gets no letters', () => {
    expect(asnSentence({ status: 'unknown', lacking: ['country', 'ofac'] })).toBe(
      "cannot be assessed yet; missing or out of date: its country, as a registry's statistics tell it, the list of those under sanctions",
    )
    expect(asnSentence({ status: 'banned', lacking: ['ofac'] })).toBe('is banned here')
  })

  test.each([
    ['64500', 64500],
    ['AS64500', 64500],
    ['as1', 1],
    ['4294967295', 4294967295],
    ['4294967296', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['AS', null],
    ['', null],
  ])('%s is read as %s', (text, asn) => expect(readAsn(text)).toBe(asn))

  test.each([0, 23456, 64496, 65535, 65536, 131071, 4200000000, 4294967295])('%i is nobody’s', (asn) =>
    expect(isReservedAsn(asn)).toBe(true),
  )
  test.each([1, 23455, 64495, 131072, 4199999999])('%i may be somebody’s', (asn) =>
    expect(isReservedAsn(asn)).toBe(false),
  )
})

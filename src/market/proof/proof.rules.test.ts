import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { aRecord, aVrp, known } from '../../../test/support/market/facts.ts'
import {
  codeDigest,
  codeLapsesAt,
  codeMatches,
  decideProof,
  newCode,
  ownMaintainers,
  proofAsn,
  type ProofFacts,
} from './proof.rules.ts'

const record = aRecord({
  prefix: '45.8.0.0/16',
  organisation: 'Holder Ltd',
  maintainers: ['RIPE-NCC-HM-MNT', 'holder-mnt'],
  contactEmail: 'hostmaster@holder.example',
})
const vrp = (prefix: string, asn: number) => aVrp({ prefix, asn, maxLength: 24 })
const decide = (given: Partial<ProofFacts> = {}) =>
  decideProof({
    block: knownPrefix('45.8.0.0/20'),
    registry: 'ripencc',
    asn: proofAsn(17),
    record: known(record),
    vrps: null,
    proven: [],
    ...given,
  })
const proven = { registry: 'ripencc', organisation: 'Holder Ltd', maintainers: ['HOLDER-MNT'] }

describe('codes', () => {
  it('have eight characters that nobody mistakes', () => {
    const codes = Array.from({ length: 200 }, newCode)
    expect(codes.every((code) => /^[A-HJKMNP-TV-Z2-9]{8}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(200)
  })

  it('are known again as people retype them', () => {
    const digest = codeDigest('ABCD2345')
    for (const written of ['ABCD2345', 'abcd2345', 'ABCD-2345', ' abcd 2345 '])
      expect(codeMatches(written, digest)).toBe(true)
    for (const written of ['', 'ABCD2346', 'ABCD234', 'ABCD23455']) expect(codeMatches(written, digest)).toBe(false)
  })

  it('last 72 hours', () => {
    expect(codeLapsesAt(new Date('2026-11-15T10:00:00Z'))).toEqual(new Date('2026-11-18T10:00:00Z'))
  })
})

describe('a proof by mail', () => {
  it('goes to the contact of the record, and says that a ROA would do', () => {
    expect(decide()).toEqual({
      outcome: 'mail',
      type: 'email',
      to: 'hostmaster@holder.example',
      description:
        'A code was mailed to hostmaster@holder.example, the contact in the registry record (test data, 2026-11-14); it is good for 72 hours. A ROA for exactly 45.8.0.0/20 with AS4200000017 proves it as well: publish it, and when it is seen ask for another code.',
    })
  })

  it.each([
    ['no data', null, 'There is no registry data here'],
    ['no record', known(null), 'The registry data has no record for 45.8.0.0/20 (test data, 2026-11-14)'],
    ['no contact', known({ ...record, contactEmail: null }), 'names no contact to mail a code to'],
    ['no address', known({ ...record, contactEmail: 'call us' }), 'names no contact to mail a code to'],
    ['two addresses', known({ ...record, contactEmail: 'a@b.example, c@d.example' }), 'names no contact'],
    ['a line break', known({ ...record, contactEmail: 'a@b.example\nbcc: c@d.example' }), 'names no contact'],
  ])('says why it cannot: %s', (_name, asked, sentence) => {
    const decision = decide({ record: asked })
    expect(decision.outcome).toBe('no_contact')
    expect(decision.description).toContain(sentence)
    expect(decision.description).toContain('AS4200000017')
  })
})

describe('a proof by ROA', () => {
  it('is one for exactly the block with the number of the company', () => {
    expect(decide({ vrps: known([vrp('45.8.0.0/20', 4_200_000_017)]) })).toEqual({
      outcome: 'accepted',
      type: 'roa',
      description: 'A ROA for 45.8.0.0/20 names AS4200000017, which stands for your company (test data, 2026-11-14).',
    })
  })

  it.each([
    ['another company', vrp('45.8.0.0/20', 4_200_000_018)],
    ['a larger block', vrp('45.8.0.0/16', 4_200_000_017)],
    ['a part', vrp('45.8.0.0/24', 4_200_000_017)],
  ])('is not one for %s', (_name, given) => {
    expect(decide({ vrps: known([given]) }).outcome).toBe('mail')
  })
})

describe('a proof by maintainer', () => {
  it('follows from one by mail for the same organisation, maintainer and registry', () => {
    expect(decide({ proven: [proven] })).toEqual({
      outcome: 'accepted',
      type: 'mnt_by',
      description:
        'The registry record is kept by HOLDER-MNT for Holder Ltd, as is one your company has proven by mail (test data, 2026-11-14).',
    })
  })

  it('needs no contact', () => {
    expect(decide({ record: known({ ...record, contactEmail: null }), proven: [proven] }).outcome).toBe('accepted')
  })

  it.each([
    ['another registry', { ...proven, registry: 'apnic' }],
    ['another organisation under the same maintainer', { ...proven, organisation: 'Other Ltd' }],
    ['no organisation', { ...proven, organisation: null }],
    ['another maintainer', { ...proven, maintainers: ['OTHER-MNT'] }],
    ["a registry's maintainer", { ...proven, maintainers: ['RIPE-NCC-HM-MNT'] }],
  ])('does not follow from %s', (_name, given) => {
    expect(decide({ proven: [given] }).outcome).toBe('mail')
  })

  it('needs the record to be where the holder says', () => {
    expect(decide({ registry: 'arin', proven: [{ ...proven, registry: 'arin' }] }).outcome).toBe('mail')
    const nameless = { ...record, organisation: '' }
    expect(decide({ record: known(nameless), proven: [{ ...proven, organisation: '' }] }).outcome).toBe('mail')
  })

  it('does not count what registries keep themselves', () => {
    const maintainers = ['RIPE-NCC-END-MNT', 'APNIC-HM', 'AFRINIC-HM-MNT', 'some-hm-mnt', 'MAINT-JPNIC', 'MNT-Apnicity']
    expect(ownMaintainers({ maintainers })).toEqual(['MNT-APNICITY'])
  })
})

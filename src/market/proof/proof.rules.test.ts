import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { aRecord, known } from '../../../test/support/market/facts.ts'
import {
  codeDigest,
  codeLapsesAt,
  codeMatches,
  decideProof,
  newCode,
  ownMaintainers,
  type ProofFacts,
} from './proof.rules.ts'

const record = aRecord({
  prefix: '45.8.0.0/16',
  organisation: 'Holder Ltd',
  maintainers: ['RIPE-NCC-HM-MNT', 'holder-mnt'],
  contactEmail: 'hostmaster@holder.example',
})
const decide = (given: Partial<ProofFacts> = {}) =>
  decideProof({
    block: knownPrefix('45.8.0.0/20'),
    registry: 'ripencc',
    record: known(record),
    asksRegistry: false,
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
  it('goes to the contact of the record, and says that there are other ways', () => {
    expect(decide()).toEqual({
      outcome: 'mail',
      type: 'email',
      to: 'hostmaster@holder.example',
      description:
        'A code was mailed to hostmaster@holder.example, the contact in the registry record (test data, 2026-11-14); it is good for 72 hours. You may choose another way instead.',
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
    expect(decision.description).toContain('Choose another way')
  })

  it.each(['abuse@ripe.net', 'hostmaster@sub.apnic.net', 'hostmaster@nic.ad.jp', 'Hostmaster@NIC.or.KR'])(
    "never goes to a registry's own address: %s",
    (contactEmail) => {
      expect(decide({ record: known({ ...record, contactEmail }) }).outcome).toBe('no_contact')
    },
  )

  it('waits for a choice where the registry itself can be asked', () => {
    expect(decide({ record: null, asksRegistry: true })).toEqual({
      outcome: 'choose',
      type: 'email',
      description: 'Nobody was mailed: choose how to prove that it is yours.',
    })
    expect(decide({ asksRegistry: true }).outcome).toBe('mail')
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

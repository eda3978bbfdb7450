import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { aListing, anAnnouncement, aRecord, aVrp, known, takenAt } from '../../../test/support/market/facts.ts'
import { judgeOffer, skippedKinds, standsAgainst, type CheckKind, type OfferFacts } from './check.rules.ts'

const announced = (...given: [prefix: string, asn: number][]) =>
  known(given.map(([prefix, asn]) => anAnnouncement({ prefix, asn })))
const vrps = (...given: [prefix: string, asn: number][]) =>
  known(given.map(([prefix, asn]) => aVrp({ prefix, asn, maxLength: 24 })))

const record = aRecord({
  prefix: '45.8.0.0/16',
  organisation: 'Holder Ltd',
  maintainers: ['HOLDER-MNT'],
  abuseEmail: 'abuse@holder.example',
})
const nothing = {
  block: knownPrefix('45.8.0.0/20'),
  registry: 'ripencc',
  ownAsns: [64_500],
  authorisation: { status: 'signed', by: 'noc@holder.example', at: takenAt, revokedAt: null },
  leased: [],
  record: null,
  sanctions: known([]),
  announcements: null,
  vrps: null,
  blocklists: null,
} satisfies OfferFacts

function verdict(kind: CheckKind, given: Partial<OfferFacts>): [status: string, description: string] {
  const result = judgeOffer({ ...nothing, ...given }).find((check) => check.kind === kind)
  return [result?.status ?? '', result?.description ?? '']
}

describe('reverse DNS', () => {
  const zones = ['4.3.2.in-addr.arpa', '5.3.2.in-addr.arpa']

  it.each([
    ['passed', { zones, undelegated: [] }, 'Reverse DNS is delegated'],
    ['warning', { zones, undelegated: zones.slice(1) }, 'No name server is named for 5.3.2.in-addr.arpa'],
    ['skipped', null, 'there is no resolver here'],
    ['skipped', undefined, 'was not looked at yet'],
  ])('%s', (status, reverse, words) => {
    expect(verdict('dns', { reverse })).toEqual([status, expect.stringContaining(words)])
  })
})

describe('without data', () => {
  it('nothing passes but what needs none, and each says what is missing', () => {
    const results = judgeOffer(nothing)
    expect(results.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'whois skipped',
      'bgp skipped',
      'dns skipped',
      'iprep skipped',
      'loaa passed',
      'roa skipped',
    ])
    for (const { description } of results) expect(description).toMatch(/^[A-Z].*\.$/)
  })
})

describe('what keeps a block off the market', () => {
  const against = (facts: OfferFacts, skippedPass: boolean) =>
    judgeOffer(facts).flatMap((result) => (standsAgainst(result, skippedPass) ? [result.kind] : []))

  it('is what failed, and what was skipped only where all is to be checked', () => {
    expect([against(nothing, true), against(nothing, false)]).toEqual([[], ['whois', 'bgp', 'iprep', 'roa']])
    const listed = { ...nothing, blocklists: known([aListing({ prefix: '45.8.0.0/24' })]) }
    expect([against(listed, true), against(listed, false)]).toEqual([['iprep'], ['whois', 'bgp', 'iprep', 'roa']])
    expect(skippedKinds(judgeOffer(listed))).toEqual(['bgp', 'roa', 'whois'])
  })
})

describe('with data', () => {
  it('every sentence names its source and date', () => {
    const results = judgeOffer({
      ...nothing,
      record: known(record),
      announcements: announced(),
      vrps: vrps(),
      blocklists: known([]),
    })
    const dated = results.map(({ kind, status, description }) => `${kind} ${status} ${/\(.*\)/.exec(description)?.[0]}`)
    expect(dated).toEqual([
      'whois passed (test data, 2026-11-14)',
      'bgp passed (test data, 2026-11-14)',
      'dns skipped undefined',
      'iprep passed (test data, 2026-11-14)',
      'loaa passed undefined',
      'roa passed (test data, 2026-11-14)',
    ])
  })
})

describe('with data that is out of date', () => {
  it('good news is only a warning, and bad news stays bad', () => {
    const stale = <T>(value: T) => known(value, { stale: true })
    const facts = { record: stale(record), announcements: stale([]), vrps: stale([]), blocklists: stale([]) }
    const results = judgeOffer({ ...nothing, ...facts }).filter(
      ({ kind }) => kind in { whois: 1, bgp: 1, iprep: 1, roa: 1 },
    )
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill('warning'))
    for (const { description } of results) expect(description).toMatch(/2026-11-14\)\. The data is out of date\.$/)
    expect(verdict('iprep', { blocklists: stale([aListing({ prefix: '45.8.1.0/24' })]) })[0]).toBe('failed')
  })
})

describe('whois', () => {
  it('fails where the holder in the record is under sanctions, also by an old list', () => {
    const match = { name: 'Holder Ltd', entry: 'HOLDER LIMITED', program: 'SDGT', matched: 'holder' }
    const sanctions = known([match], { stale: true })
    expect(verdict('whois', { record: known(record), sanctions })).toEqual([
      'failed',
      'The holder in the record, Holder Ltd, is under sanctions as HOLDER LIMITED (test data, 2026-11-14).',
    ])
  })

  it('fails where the company that lists it is, whatever else is known', () => {
    const sanctions = known([{ name: 'Fleet Co', entry: 'FLEET', program: 'SDGT', matched: 'fleet' }])
    const sentence = 'The company that lists it, Fleet Co, is under sanctions as FLEET (test data, 2026-11-14).'
    for (const about of [null, known(null), known(record)])
      expect(verdict('whois', { record: about, sanctions })).toEqual(['failed', sentence])
  })

  it('says so where names could not be screened', () => {
    const [, sentence] = verdict('whois', { record: known(record), sanctions: null })
    expect(sentence).toMatch(/ No name was screened: there is no sanctions list here\.$/)
    const [, old] = verdict('whois', { record: known(record), sanctions: known([], { stale: true }) })
    expect(old).toMatch(/ The sanctions list that names were screened by is out of date\.$/)
  })

  it.each([
    ['no record', null, 'failed', 'The registry data has no record for 45.8.0.0/20 (test data, 2026-11-14).'],
    [
      'another registry',
      { ...record, registry: 'arin' },
      'failed',
      'The record 45.8.0.0/16 is kept by arin, not by ripencc (test data, 2026-11-14).',
    ],
    [
      'no abuse contact',
      { ...record, abuseEmail: null },
      'failed',
      'The record 45.8.0.0/16 has no abuse contact (test data, 2026-11-14).',
    ],
    [
      'no abuse contact that a registry shows',
      { ...record, abuseEmail: null, source: 'RDAP' },
      'warning',
      'The record 45.8.0.0/16 shows no abuse contact (test data, 2026-11-14).',
    ],
    [
      'all there',
      record,
      'passed',
      'The record 45.8.0.0/16 of Holder Ltd has an abuse contact (test data, 2026-11-14).',
    ],
  ] as const)('%s', (_name, given, status, description) => {
    expect(verdict('whois', { record: known(given) })).toEqual([status, description])
  })
})

describe('bgp', () => {
  it('fails on announcements of the block or a part of it by others, and names a few', () => {
    expect(verdict('bgp', { announcements: announced(['45.8.0.0/20', 64_501]) })).toEqual([
      'failed',
      'Announced by others: 45.8.0.0/20 by AS64501; state the numbers that are your own, or have it withdrawn (test data, 2026-11-14).',
    ])
    const parts = [0, 1, 2, 3, 4].map((n): [string, number] => [`45.8.${n}.0/24`, 64_501])
    const [status, description] = verdict('bgp', { announcements: announced(...parts) })
    expect(status).toBe('failed')
    expect(description).toContain('45.8.0.0/24 by AS64501, 45.8.1.0/24 by AS64501, 45.8.2.0/24 by AS64501 and 2 more;')
  })

  it('passes what the holder or a lessee announces', () => {
    const own: [string, number][] = [
      ['45.8.0.0/20', 64_500],
      ['45.0.0.0/8', 64_500],
    ]
    expect(verdict('bgp', { announcements: announced(...own) })[0]).toBe('passed')
    const leased = [knownPrefix('45.8.4.0/22')]
    for (const prefix of ['45.8.4.0/22', '45.8.7.0/24'])
      expect(verdict('bgp', { leased, announcements: announced([prefix, 64_999]) })).toEqual([
        'passed',
        'Only lessees announce any of 45.8.0.0/20 (test data, 2026-11-14).',
      ])
  })

  it('passes what nobody announces', () => {
    const quiet = ['passed', 'Nobody announces any of 45.8.0.0/20 (test data, 2026-11-14).']
    expect(verdict('bgp', { announcements: announced() })).toEqual(quiet)
  })

  it('does not let a lease excuse what reaches beyond it', () => {
    const leased = [knownPrefix('45.8.4.0/22')]
    for (const prefix of ['45.8.0.0/21', '45.8.8.0/24', '45.8.0.0/20'])
      expect(verdict('bgp', { leased, announcements: announced([prefix, 64_999]) })[0]).toBe('failed')
  })

  it('warns of others who announce what is around it', () => {
    expect(verdict('bgp', { announcements: announced(['45.0.0.0/8', 64_999]) })).toEqual([
      'warning',
      'The block is announced as part of 45.0.0.0/8 by AS64999, by others (test data, 2026-11-14).',
    ])
    const both: [string, number][] = [
      ['45.0.0.0/8', 64_999],
      ['45.8.1.0/24', 64_999],
    ]
    expect(verdict('bgp', { announcements: announced(...both) })[0]).toBe('failed')
  })
})

describe('iprep', () => {
  it('fails on any overlap with a blocklist', () => {
    for (const prefix of ['45.8.3.0/24', '45.8.0.0/20', '45.0.0.0/8'])
      expect(verdict('iprep', { blocklists: known([aListing({ prefix })]) })).toEqual([
        'failed',
        `On blocklists: ${prefix} on DROP; have it removed there (test data, 2026-11-14).`,
      ])
  })
})

describe('loaa', () => {
  it('passes only when signed', () => {
    expect(verdict('loaa', {})).toEqual([
      'passed',
      'Letters of authorisation may be issued: signed by noc@holder.example on 2026-11-14.',
    ])
    const authorisation = { status: 'pending', by: null, at: null, revokedAt: null } as const
    expect(verdict('loaa', { authorisation })).toEqual([
      'failed',
      "Letters of authorisation may not be issued: the holder's authorisation is not signed.",
    ])
    const revoked = { status: 'revoked', by: 'noc@holder.example', at: takenAt, revokedAt: takenAt } as const
    expect(verdict('loaa', { authorisation: revoked })).toEqual([
      'failed',
      "Letters of authorisation may not be issued: the holder's authorisation was revoked on 2026-11-14.",
    ])
  })
})

describe('roa', () => {
  it('fails on ROAs from above the record', () => {
    const given = { record: known(record), vrps: vrps(['45.0.0.0/8', 64_999], ['45.8.0.0/16', 64_500]) }
    expect(verdict('roa', given)).toEqual([
      'failed',
      "ROAs from above your record 45.8.0.0/16 make lessees' announcements invalid: 45.0.0.0/8 for AS64999 (test data, 2026-11-14).",
    ])
  })

  it('passes the own ones, those of parts, and none', () => {
    for (const prefix of ['45.8.0.0/16', '45.8.0.0/20'])
      expect(verdict('roa', { record: known(record), vrps: vrps([prefix, 64_500]) })).toEqual([
        'passed',
        `ROAs of your own cover it, so each lessee needs one from you, too: ${prefix} for AS64500 (test data, 2026-11-14).`,
      ])
    expect(verdict('roa', { record: known(record), vrps: vrps(['45.8.3.0/24', 64_999]) })).toEqual([
      'passed',
      'No ROA covers 45.8.0.0/20 (test data, 2026-11-14).',
    ])
  })

  it('is skipped where it is not known whose the ROAs are', () => {
    expect(verdict('roa', { record: null, vrps: vrps(['45.8.0.0/16', 64_500]) })[0]).toBe('skipped')
    expect(verdict('roa', { record: known(null), vrps: vrps(['45.8.0.0/16', 64_500]) })[0]).toBe('skipped')
  })
})

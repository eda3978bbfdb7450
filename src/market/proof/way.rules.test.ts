import { describe, expect, it } from 'vitest'
import { anAnnouncement, aVrp, known } from '../../../test/support/market/facts.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { madeInvalid, showsToken, tokenOf, waysFor, type WayFacts } from './way.rules.ts'

const block = knownPrefix('45.8.0.0/22')

describe('routes that a ROA would make invalid', () => {
  const harmed = (routes: [string, number][], vrps: [string, number][] = []) =>
    madeInvalid(
      block,
      3_333,
      routes.map(([prefix, asn]) => anAnnouncement({ prefix, asn })),
      vrps.map(([prefix, asn]) => aVrp({ prefix, asn })),
    ).length

  it.each([
    ['the block by somebody', [['45.8.0.0/22', 64_500]], [], 1],
    ['a part by somebody', [['45.8.1.0/24', 64_500]], [], 1],
    ['the block by the operator itself', [['45.8.0.0/22', 3_333]], [], 0],
    ['a part by the operator itself', [['45.8.1.0/24', 3_333]], [], 1],
    ['what is around it', [['45.8.0.0/16', 64_500]], [], 0],
    ['what has a ROA of its own', [['45.8.1.0/24', 64_500]], [['45.8.1.0/24', 64_500]], 0],
    ['what is invalid already', [['45.8.1.0/24', 64_500]], [['45.8.0.0/16', 64_501]], 0],
  ] as [string, [string, number][], [string, number][], number][])('%s', (_name, routes, vrps, count) => {
    expect(harmed(routes, vrps)).toBe(count)
  })
})

describe('tokens', () => {
  it('are one for each listing, and known again among other words', () => {
    const token = tokenOf('a')
    expect(token).toMatch(/^sublet-[0-9a-f]{24}$/)
    expect(tokenOf('b')).not.toBe(token)
    for (const line of [token, `x ${token}, y`, token.toUpperCase(), `"${token}"`])
      expect(showsToken([line], token)).toBe(true)
    for (const line of ['', `${token}0`, `x${token}`, token.slice(0, -1)]) expect(showsToken([line], token)).toBe(false)
  })
})

describe('ways', () => {
  const facts: WayFacts = {
    block,
    registry: 'ripencc',
    contacts: { contacts: [], left: { registrys: 1, providers: 1 } },
    noContacts: '',
    recordSeen: true,
    proofAsn: 3_333,
    vrps: known([]),
    announcements: known([]),
  }
  const says = (way: string, given: Partial<WayFacts>) => {
    const found = waysFor({ ...facts, ...given }).find((one) => one.way === way)
    return `${found?.possible}: ${found?.says}`
  }

  it.each([
    ['email', {}, "false: The mail addresses of the record are the registry's and the provider's"],
    ['email', { contacts: null, noContacts: 'No record.' }, 'false: No record.'],
    ['remark', { registry: 'lacnic' }, 'false: The records of this block'],
    ['remark', { recordSeen: false }, 'false: The record cannot be seen'],
    ['remark', { registry: 'arin' }, 'true: Put the token below into the public comments'],
    ['roa', { proofAsn: null }, 'false: The operator of this marketplace has named no AS number'],
    ['roa', { vrps: known([], { stale: true }) }, 'false: There is no fresh RPKI data'],
    ['roa', { announcements: null }, 'false: There is no fresh routing data'],
    ['roa', {}, 'true: Publish a ROA for exactly 45.8.0.0/22 with AS3333'],
  ] as [string, Partial<WayFacts>, string][])('%s', (way, given, sentence) => {
    expect(says(way, given)).toContain(sentence)
  })
})

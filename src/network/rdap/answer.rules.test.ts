import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { absent, fixture, realFile } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { isAbout, readAnswer, type RdapRecord } from './answer.rules.ts'
import { isRegistryMailbox } from './mailbox.rules.ts'

/** What is made of the answers that registries really give. */

const recordIn = (path: string): RdapRecord | null => {
  const text = readFileSync(path, 'utf8')
  return readAnswer(JSON.parse(text.slice(text.indexOf('{'))))
}

const known = (name: string): RdapRecord => {
  const record = recordIn(fixture(`rdap/${name}.json`))
  if (!record) throw new Error(`${name} is no record`)
  return record
}

const brief = ({ registry, type, holder, country, prefixes, parentHandle }: RdapRecord) => ({
  registry,
  type,
  holder,
  country,
  prefixes: prefixes.map(formatPrefix),
  parentHandle,
})

const mails = ({ contacts }: RdapRecord): string[] =>
  contacts.flatMap(({ emails, roles }) => emails.map((email) => `${email} ${roles.join('+')}`))

describe('each registry says the same in its own way', () => {
  it('ARIN: contacts within the organisation, comments of its own', () => {
    const record = known('arin-direct-allocation-nested-abuse')
    expect(brief(record)).toEqual({
      registry: 'arin',
      type: 'DIRECT ALLOCATION',
      holder: 'Amazon Technologies Inc.',
      country: null,
      prefixes: ['3.0.0.0/9'],
      parentHandle: 'NET-3-0-0-0-0',
    })
    expect(mails(record)).toContain('abuse@amazonaws.com abuse')
    expect(record.remarks.join()).toContain('BEGIN CERTIFICATE')
    expect([record.created, record.lastChanged]).toEqual(['2017-12-20T20:57:53Z', '2018-03-30T13:56:01Z'])
  })

  it('RIPE: bare handles, maintainers among the registrants, and an abuse mailbox', () => {
    const record = known('ripe-legacy')
    expect(brief(record)).toMatchObject({
      registry: 'ripencc',
      type: 'LEGACY',
      country: 'CH',
      prefixes: ['130.59.0.0/16'],
    })
    expect(record.holderHandle).toBe('ORG-SG2-RIPE')
    expect(record.maintainers).toContain('SWITCH-MNT')
    expect(mails(record)).toEqual(['abuse@switch.ch abuse'])
  })

  it("APNIC: the incident team's address, which may be the registry's own", () => {
    const record = known('apnic-irt-abuse')
    expect(brief(record)).toMatchObject({ registry: 'apnic', type: 'ASSIGNED PORTABLE', prefixes: ['1.1.1.0/24'] })
    expect(record.remarks).toContain('Routed globally by AS13335/Cloudflare')
    expect(record.contacts.flatMap(({ emails }) => emails).every(isRegistryMailbox)).toBe(true)
    const korean = known('apnic-krnic-2015')
    expect(mails(korean).filter((line) => !isRegistryMailbox(line.split(' ')[0] ?? ''))).toEqual([
      'ipadm@nic.bora.net technical+administrative',
      'abuse@bora.net technical+administrative',
      'security@bora.net technical+administrative',
    ])
  })

  it('LACNIC: a company that calls itself an individual, and neither name nor country', () => {
    const record = known('lacnic-assigned-cidr0')
    expect(brief(record)).toEqual({
      registry: 'lacnic',
      type: 'ASSIGNED',
      holder: 'NEURALSOFT S.R.L.',
      country: null,
      prefixes: ['179.0.0.0/23'],
      parentHandle: null,
    })
    expect(mails(record)).toEqual(['tea.ejemplo@neuralsoft.com technical+abuse'])
  })

  it('NIC.br: nobody can be mailed', () => {
    const record = known('lacnic-nicbr-allocated-no-email')
    expect(brief(record)).toMatchObject({
      registry: 'lacnic',
      type: 'ALLOCATED',
      country: 'BR',
      prefixes: ['177.0.0.0/14'],
    })
    expect([record.holder, record.contacts]).toEqual(['Brasil Telecom S/A - Filial Distrito Federal', []])
  })

  it('AFRINIC: one person and no abuse contact', () => {
    const record = known('afrinic-assigned-pa-cidr0')
    expect(brief(record)).toMatchObject({
      registry: 'afrinic',
      type: 'ASSIGNED PA',
      country: 'ZA',
      prefixes: ['41.0.0.0/16'],
    })
    expect(record.status).toEqual(['active'])
    expect(mails(record)).toEqual(['Jan.voorbeeld@vodacom.co.za administrative+technical'])
  })
})

/** By file: what is read of the rest; null: it is not about a block. */
const others: Readonly<Record<string, object | null>> = {
  'afrinic-2015-assigned-pi-no-roles.json': {
    holder: 'ORG-VSA1-AFRINIC',
    prefixes: ['196.11.239.0/24', '196.11.240.0/22', '196.11.244.0/23', '196.11.246.0/24'],
  },
  'afrinic-2015-v6-assigned-pi.json': { country: 'KE', prefixes: ['2001:43f8:7b0::/48'] },
  'afrinic-autnum-nro-profile.json': null,
  'apnic-error-400-string-code.json': null,
  'apnic-history-transfer.json': null,
  'apnic-irt-abuse-remarks.json': { registry: 'apnic' },
  'apnic-jpnic-autnum.json': null,
  'apnic-jpnic-v6-2015.json': { registry: 'apnic', prefixes: ['2001:240::/32'] },
  'arin-2015-zero-padded.json': { holder: 'Google Inc.', prefixes: ['74.125.0.0/16'] },
  'arin-2017-zero-padded-with-headers.txt': { registry: 'arin', parentHandle: 'NET-108-0-0-0-0' },
  'arin-individual-poc-all-roles.json': { registry: 'arin' },
  'arin-many-pocs-originas.json': { registry: 'arin' },
  'arin-multi-cidr-13-64.json': {
    holder: 'Microsoft Corporation',
    prefixes: ['13.64.0.0/11', '13.96.0.0/13', '13.104.0.0/14'],
  },
  'iana-bootstrap-ipv4.json': null,
  'lacnic-2015-handle-is-query.json': { holder: 'Triara.com, S.A. de C.V.', prefixes: ['200.57.141.161/32'] },
  'lacnic-nicbr-autnum.json': null,
  'ripe-2015-slash32-addresses.json': { registry: 'ripencc', prefixes: ['62.239.237.0/24'] },
  'ripe-assigned-pa-filtered.json': { holder: 'RIPE Network Coordination Centre', prefixes: ['193.0.0.0/21'] },
  'ripe-autnum-maintainers-as-individuals.json': null,
  'ripe-entity-organisation.json': null,
  'ripe-error-404.json': null,
  'ripe-error-501.json': null,
}

describe('more recorded answers', () => {
  for (const [name, expected] of Object.entries(others)) {
    const lacks = absent(`rdap/${name}`)
    test.skipIf(lacks)(`${name}${lacks ? ' (skipped: no such file)' : ''}`, () => {
      const record = recordIn(realFile(`rdap/${name}`))
      expect({ record: record && brief(record) }).toMatchObject({ record: expected })
    })
  }
})

describe('of answers that are odd', () => {
  const odd = (given: object) => readAnswer({ startAddress: '192.0.2.0', endAddress: '192.0.2.255', ...given })

  it('an address field may hold two, or what is none', () => {
    const entity = (...emails: string[]) => ({
      handle: 'X1',
      roles: ['abuse'],
      vcardArray: ['vcard', emails.map((email) => ['email', {}, 'text', email])],
    })
    const contactsOf = (...emails: string[]) =>
      odd({ entities: [entity(...emails)] })?.contacts.flatMap((one) => one.emails)
    expect(contactsOf('a@b.example, c@d.example')).toEqual(['a@b.example', 'c@d.example'])
    expect(contactsOf('A@b.example', 'a@B.example')).toHaveLength(1)
    expect(contactsOf('call us', 'a@b', 'a@@b.example', '***@b.example', 'unread@b.example')).toEqual([])
  })

  it("entities that nest for ever are read to a depth, and remarks of contacts are not the record's", () => {
    let entity: object = { handle: 'DEEP', remarks: [{ description: ['token'] }] }
    for (let n = 0; n < 1_000; n++) entity = { handle: `E${n}`, entities: [entity] }
    expect(odd({ entities: [entity] })?.remarks).toEqual([])
  })

  it('what has no range is about no block, and what is elsewhere is about another', () => {
    expect(readAnswer({ handle: 'NET-1', entities: [] })).toBeNull()
    expect(readAnswer([])).toBeNull()
    expect(readAnswer('record')).toBeNull()
    expect(readAnswer({ startAddress: '192.0.2.255', endAddress: '192.0.2.0' })).toBeNull()
    const record = odd({})
    expect(record && isAbout(record, knownPrefix('192.0.2.0/25'))).toBe(true)
    expect(record && isAbout(record, knownPrefix('192.0.0.0/16'))).toBe(false)
  })
})

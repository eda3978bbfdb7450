import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { recordText, whyNoRecord } from './reassignment.rules.ts'
import { domainObjects, inetnumObject, routeObject, type RpslFacts } from './rpsl.rules.ts'

const facts: RpslFacts = {
  block: knownPrefix('45.8.4.0/22'),
  asn: 65_001,
  company: 'Brightwave Hosting',
  maintainers: ['HOLDER-MNT', 'OTHER-MNT'],
  geofeed: 'https://sublet.example/geofeed/one.csv',
  record: {
    netname: 'HOLDER-NET',
    countries: ['NL', 'DE'],
    type: 'ALLOCATED PA',
    irts: ['IRT-HOLDER'],
    contacts: [
      { handle: 'AD1-RIPE', kind: 'admin-c' },
      { handle: 'TC1-RIPE', kind: 'tech-c' },
      { handle: 'AB1-RIPE', kind: 'abuse-c' },
    ],
  },
}
const nothing: RpslFacts = { ...facts, maintainers: [], geofeed: null, record: null }

const valueOf = (text: string, name: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1).trim() : []))
const namesIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(':', 1)[0] ?? '')

/** What each registry calls mandatory in its templates (`whois -t`), but for what it writes itself. */
const mandatory = {
  RIPE: {
    inetnum: 'inetnum netname country admin-c tech-c status mnt-by source',
    route: 'route origin mnt-by source',
    domain: 'domain admin-c tech-c zone-c nserver mnt-by source',
  },
  APNIC: {
    inetnum: 'inetnum netname descr country admin-c tech-c status mnt-by mnt-irt source',
    route: 'route descr origin mnt-by source',
    domain: 'domain descr admin-c tech-c zone-c mnt-by source',
  },
  AFRINIC: {
    inetnum: 'inetnum netname descr country org admin-c tech-c status mnt-by source',
    route: 'route descr origin mnt-by source',
    domain: 'domain descr admin-c tech-c zone-c nserver mnt-by source',
  },
} as const

/** Attributes that a class of a registry does not have are refused by it. */
const optional = {
  RIPE: { inetnum: 'descr geofeed abuse-c', route: 'descr', domain: 'descr' },
  APNIC: { inetnum: 'geofeed abuse-c', route: '', domain: 'nserver' },
  AFRINIC: { inetnum: 'remarks mnt-irt', route: '', domain: '' },
} as const

describe.each(['RIPE', 'APNIC', 'AFRINIC'] as const)('objects for %s', (source) => {
  const objectsOf = (given: RpslFacts) => ({
    inetnum: inetnumObject(given, source)?.text ?? '',
    route: routeObject(given, source).text,
    domain: domainObjects(given, source)[0]?.text ?? '',
  })

  it.each(['inetnum', 'route', 'domain'] as const)(
    'have every attribute that it wants, and none that it does not know: %s',
    (kind) => {
      const wanted = mandatory[source][kind].split(' ')
      const known = new Set([...wanted, ...optional[source][kind].split(' ')])
      for (const given of [facts, nothing]) {
        const names = namesIn(objectsOf(given)[kind])
        expect(wanted.filter((name) => !names.includes(name))).toEqual([])
        expect(names.filter((name) => !known.has(name))).toEqual([])
        expect(valueOf(objectsOf(given)[kind], 'source')).toEqual([source])
      }
    },
  )
})

describe('a route object', () => {
  it('is the text to paste', () => {
    expect(routeObject(facts, 'RIPE')).toEqual({
      kind: 'route',
      source: 'RIPE',
      text: [
        'route:          45.8.4.0/22',
        'origin:         AS65001',
        'descr:          Brightwave Hosting',
        'mnt-by:         HOLDER-MNT',
        'mnt-by:         OTHER-MNT',
        'source:         RIPE',
        '',
      ].join('\n'),
    })
  })

  it('leaves to the holder what we do not know: a maintainer, and always the one in RADB', () => {
    expect(valueOf(routeObject(nothing, 'RIPE').text, 'mnt-by')).toEqual(['YOUR-MAINTAINER'])
    expect(valueOf(routeObject(facts, 'RADB').text, 'mnt-by')).toEqual(['YOUR-MAINTAINER'])
  })

  it.each([
    [null, 'Leased address space'],
    ['Københavns Net', 'K?benhavns Net'],
    ['Žluťoučký kůň', 'Zlutoucky kun'],
    ['Evil Ltd\nmnt-by: EVIL-MNT', 'Evil Ltd mnt-by: EVIL-MNT'],
    ['Evil Ltd # origin: AS1', 'Evil Ltd origin: AS1'],
    ['Evil\r\n\r\nroute: 0.0.0.0/0', 'Evil route: 0.0.0.0/0'],
    ['日本', '??'],
  ])('describes %j in one plain line', (company, described) => {
    const { text } = routeObject({ ...facts, company }, 'RIPE')
    expect(valueOf(text, 'descr')).toEqual([described])
    expect(text.split('\n')).toHaveLength(7)
    expect(valueOf(text, 'mnt-by')).toEqual(['HOLDER-MNT', 'OTHER-MNT'])
  })
})

describe('a registry record', () => {
  it('takes from the record around it what stays the same', () => {
    expect(inetnumObject(facts, 'RIPE')?.text).toBe(
      [
        'inetnum:        45.8.4.0 - 45.8.7.255',
        'netname:        HOLDER-NET-45-8-4-0',
        'descr:          Brightwave Hosting',
        'country:        NL',
        'geofeed:        https://sublet.example/geofeed/one.csv',
        'admin-c:        AD1-RIPE',
        'tech-c:         TC1-RIPE',
        'abuse-c:        AB1-RIPE',
        'status:         ASSIGNED PA',
        'mnt-by:         HOLDER-MNT',
        'mnt-by:         OTHER-MNT',
        'source:         RIPE',
        '',
      ].join('\n'),
    )
  })

  it('says where it does not know', () => {
    const text = inetnumObject(nothing, 'APNIC')?.text ?? ''
    expect(
      ['netname', 'country', 'admin-c', 'tech-c', 'mnt-by', 'mnt-irt'].flatMap((name) => valueOf(text, name)),
    ).toEqual(['LEASED-45-8-4-0', 'YOUR-COUNTRY', 'YOUR-CONTACT', 'YOUR-CONTACT', 'YOUR-MAINTAINER', 'YOUR-IRT'])
  })

  it.each([
    ['RIPE', 'ALLOCATED PA', 'ASSIGNED PA'],
    ['RIPE', 'LEGACY', 'LEGACY'],
    ['APNIC', 'ALLOCATED PORTABLE', 'ASSIGNED NON-PORTABLE'],
    ['AFRINIC', 'ALLOCATED PA', 'ASSIGNED PA'],
  ])('is assigned as %s calls it inside %s', (source, type, status) => {
    const record = { netname: 'A', countries: [], contacts: [], irts: [], type }
    expect(valueOf(inetnumObject({ ...facts, record }, source)?.text ?? '', 'status')).toEqual([status])
  })

  it.each([
    ['RIPE', 'ALLOCATED PA', true],
    ['RIPE', 'ALLOCATED-ASSIGNED PA', false],
    ['RIPE', 'ASSIGNED PI', false],
    ['APNIC', 'ASSIGNED PORTABLE', false],
    ['ARIN', 'DIRECT ALLOCATION', true],
    ['ARIN', 'DIRECT ASSIGNMENT', false],
    ['ARIN', 'REASSIGNMENT', false],
    ['LACNIC', 'allocated', true],
    ['LACNIC', 'assigned', false],
    ['RIPE', '', true],
  ])('of %s can lie inside one that is %s: %s', (source, type, can) => {
    expect(whyNoRecord(type, source) === null).toBe(can)
  })

  it('is a simple reassignment for ARIN, in the fields of its template', () => {
    expect(recordText(facts, 'ARIN')).toEqual({
      kind: 'reassignment',
      source: 'ARIN',
      text: `Template: ARIN-REASSIGN-SIMPLE-5.0
00. API Key: YOUR-API-KEY
01. Registration Action (N,M, or R): N
02. Network Name: HOLDER-NET-45-8-4-0
03. IP Address and Prefix or Range: 45.8.4.0/22
04. Origin AS: AS65001
05. Private (Yes or No): No
06. Customer Name: Brightwave Hosting
07. Customer Address: CUSTOMER-ADDRESS
08. Customer City: CUSTOMER-CITY
09. Customer State/Province: CUSTOMER-STATE
10. Customer Postal Code: CUSTOMER-POSTCODE
11. Customer Country Code: CUSTOMER-COUNTRY
12. Public Comments: Geofeed https://sublet.example/geofeed/one.csv
END OF TEMPLATE
`,
    })
    expect(recordText(nothing, 'ARIN')?.text).toContain('\n12. Public Comments:\nEND OF TEMPLATE\n')
  })

  it("is what LACNIC's form asks for, in the words of its records", () => {
    const text = recordText({ ...facts, company: null }, 'LACNIC')?.text ?? ''
    expect(namesIn(text)).toEqual(
      'inetnum status owner ownerid country owner-c tech-c abuse-c nserver nserver geofeed'.split(' '),
    )
    expect(['inetnum', 'owner', 'abuse-c'].flatMap((name) => valueOf(text, name))).toEqual([
      '45.8.4.0/22',
      'CUSTOMER-NAME',
      'AB1-RIPE',
    ])
  })

  it('is none for a registry that is not known', () => {
    expect(recordText(facts, 'RADB')).toBeNull()
  })
})

describe('reverse zones', () => {
  it('are of sixteen /24 at most, and of no registry that keeps none', () => {
    expect(domainObjects({ ...facts, block: knownPrefix('45.8.0.0/16') }, 'RIPE')).toHaveLength(16)
    expect(domainObjects(facts, 'ARIN')).toEqual([])
  })
})

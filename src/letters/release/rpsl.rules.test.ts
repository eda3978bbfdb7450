import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { inetnumObject, routeObject, type RpslFacts } from './rpsl.rules.ts'

const facts: RpslFacts = {
  block: knownPrefix('45.8.4.0/22'),
  asn: 65_001,
  company: 'Brightwave Hosting',
  maintainers: ['HOLDER-MNT', 'OTHER-MNT'],
  record: {
    netname: 'HOLDER-NET',
    countries: ['NL', 'DE'],
    type: 'ALLOCATED PA',
    contacts: [
      { handle: 'AD1-RIPE', kind: 'admin-c' },
      { handle: 'TC1-RIPE', kind: 'tech-c' },
    ],
  },
}

const valueOf = (text: string, name: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1).trim() : []))

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
        'source:         RIPE',
        '',
      ].join('\n'),
    })
  })

  it('leaves to the holder what we do not know: a maintainer, and always the one in RADB', () => {
    expect(valueOf(routeObject({ ...facts, maintainers: [] }, 'RIPE').text, 'mnt-by')).toEqual(['YOUR-MAINTAINER'])
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
    expect(text.split('\n')).toHaveLength(6)
    expect(valueOf(text, 'mnt-by')).toEqual(['HOLDER-MNT'])
  })
})

describe('a registry record', () => {
  it('takes from the record around it what stays the same', () => {
    expect(inetnumObject(facts, 'RIPE').text).toBe(
      [
        'inetnum:        45.8.4.0 - 45.8.7.255',
        'netname:        HOLDER-NET-45-8-4-0',
        'descr:          Brightwave Hosting',
        'country:        NL',
        'admin-c:        AD1-RIPE',
        'tech-c:         TC1-RIPE',
        'status:         ASSIGNED PA',
        'mnt-by:         HOLDER-MNT',
        'source:         RIPE',
        '',
      ].join('\n'),
    )
  })

  it('says where it does not know', () => {
    const { text } = inetnumObject({ ...facts, maintainers: [], record: null }, 'APNIC')
    expect(['netname', 'country', 'admin-c', 'tech-c', 'mnt-by'].flatMap((name) => valueOf(text, name))).toEqual([
      'LEASED-45-8-4-0',
      'YOUR-COUNTRY',
      'YOUR-CONTACT',
      'YOUR-CONTACT',
      'YOUR-MAINTAINER',
    ])
  })

  it('is assigned as its registry calls it', () => {
    const record = { netname: 'A', countries: [], contacts: [], type: 'ALLOCATED PORTABLE' }
    expect(valueOf(inetnumObject({ ...facts, record }, 'APNIC').text, 'status')).toEqual(['ASSIGNED NON-PORTABLE'])
  })
})

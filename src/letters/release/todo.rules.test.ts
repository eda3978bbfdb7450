import { describe, expect, it } from 'vitest'
import { known, record, route, vrp } from '../../../test/support/market/health.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { LetterInPlace } from '../letter/letter.store.ts'
import { tasksFor, type TodoFacts } from './todo.rules.ts'

const at = new Date('2026-11-15T12:00:00Z')

const letter = {
  asn: 65_001,
  block: '45.8.0.0/24',
  max_length: 24,
  company_name: 'Brightwave Hosting',
  lessee: 'Brightwave',
  company_confirmed_at: at,
  company_confirmed_by: 'lessee',
  whois_exposed: true,
  create_inetnum: false,
  roa: true,
  radb: false,
  route: true,
  registry: 'ripencc',
  authorisation: 'signed',
  status: 'pending',
  gone_at: null,
} as LetterInPlace

const object = (source: string) => ({
  prefix: knownPrefix('45.8.0.0/24'),
  origin: 65_001,
  source,
  descr: [],
  maintainers: [],
  changed: [],
})

const nothing = { block: knownPrefix('45.8.0.0/24'), routes: known([]), vrps: known([]), objects: known([]) }

const tasks = (given: Partial<LetterInPlace> = {}, more: Partial<TodoFacts> = {}) =>
  tasksFor({
    letter: { ...letter, ...given },
    traces: nothing,
    record: known(record('45.8.0.0/16')),
    maintainers: ['HOLDER-MNT'],
    zones: known([]),
    geofeed: null,
    release: 'any',
    doubt: 'roa_not_seen',
    ...more,
  })

/** `create_route RADB`, done in brackets. */
const shown = (...given: Parameters<typeof tasks>) =>
  tasks(...given).map(({ action, object: what, done }) => {
    const text = what ? `${action} ${what.source}` : action
    return done ? `(${text})` : text
  })

describe('before it is released', () => {
  it.each<[string, Partial<LetterInPlace>, Partial<TodoFacts>, readonly string[]]>([
    ['ROA, route object, then the word', {}, {}, ['create_roa', 'create_route RIPE', 'confirm']],
    ['by data alone nobody confirms', {}, { release: 'data' }, ['create_roa', 'create_route RIPE']],
    ['no ROA was asked for', { roa: false }, {}, ['create_route RIPE', 'confirm']],
    [
      'route objects in both, and a record',
      { radb: true, create_inetnum: true },
      {},
      ['create_roa', 'create_route RIPE', 'create_route RADB', 'create_inetnum RIPE', 'create_domain RIPE', 'confirm'],
    ],
    ['by the registry', { registry: 'arin' }, {}, ['create_roa', 'create_route ARIN', 'confirm']],
    [
      'ARIN has reassignments',
      { registry: 'arin', create_inetnum: true, route: false, roa: false },
      {},
      ['create_inetnum ARIN', 'confirm'],
    ],
    [
      'LACNIC has its own, and makes route objects of ROAs',
      { registry: 'lacnic', create_inetnum: true },
      {},
      ['create_roa', 'create_route', 'create_inetnum LACNIC', 'confirm'],
    ],
    [
      'nothing is registered within an assignment',
      { create_inetnum: true, route: false, roa: false },
      { record: known(record('45.8.0.0/16', { type: 'ASSIGNED PI' })) },
      ['create_inetnum', 'create_domain RIPE', 'confirm'],
    ],
    [
      'the name of another',
      { company_confirmed_at: null, company_confirmed_by: null },
      {},
      ['confirm_company', 'create_roa', 'create_route RIPE', 'confirm'],
    ],
    [
      'which the holder has confirmed',
      { company_confirmed_by: 'holder', roa: false, route: false },
      {},
      ['(confirm_company)', 'confirm'],
    ],
    ['first the signature', { authorisation: 'revoked', roa: false, route: false }, {}, ['sign_loaa', 'confirm']],
    [
      'what the data shows is done',
      { create_inetnum: true },
      {
        traces: { ...nothing, vrps: known([vrp('65001 45.8.0.0/24')]), objects: known([object('RIPE')]) },
        record: known(record('45.8.0.0/24')),
        zones: known([
          { prefix: knownPrefix('45.8.0.0/24'), domain: '0.8.45.in-addr.arpa', nameservers: ['ns.example'] },
        ]),
      },
      ['(create_roa)', '(create_route RIPE)', '(create_inetnum RIPE)', '(create_domain RIPE)', 'confirm'],
    ],
    [
      'an object elsewhere is none',
      {},
      { traces: { ...nothing, objects: known([object('RADB')]) } },
      ['create_roa', 'create_route RIPE', 'confirm'],
    ],
    ['released: the rest is still to do', { status: 'active' }, {}, ['create_roa', 'create_route RIPE']],
  ])('%s', (_, given, more, expected) => {
    expect(shown(given, more)).toEqual(expected)
  })

  const roasOf = (vrps: readonly string[], more: Partial<TodoFacts['traces']> = {}) =>
    tasks(
      { block: '45.8.0.0/23', max_length: 24 },
      { traces: { ...nothing, block: knownPrefix('45.8.0.0/23'), vrps: known(vrps.map(vrp)), ...more } },
    ).flatMap(({ roa, done }) => (roa ? `${done ? 'done ' : ''}${roa.prefix} ${roa.maxLength}` : []))

  it('asks for one ROA for each prefix that may be announced, none wider than it', () => {
    expect(roasOf([])).toEqual(['45.8.0.0/23 23', '45.8.0.0/24 24', '45.8.1.0/24 24'])
    expect(tasks({ block: '45.8.0.0/23', max_length: 24 })[0]?.sentence).toBe(
      'Publish a ROA for 45.8.0.0/23 with origin AS65001 at your registry, before the route is announced.',
    )
  })

  it('knows which of them are there, by fresh data alone', () => {
    expect(roasOf(['65001 45.8.0.0/23'])).toEqual(['done 45.8.0.0/23 23', '45.8.0.0/24 24', '45.8.1.0/24 24'])
    expect(roasOf(['65001 45.8.0.0/23', '65001 45.8.1.0/24'])[2]).toBe('done 45.8.1.0/24 24')
    expect(roasOf(['65001 45.8.0.0/16 24']).every((text) => text.startsWith('done'))).toBe(true)
    expect(roasOf([], { vrps: known([vrp('65001 45.8.0.0/23 24')], true) })[0]).toBe('45.8.0.0/23 23')
  })

  const routeSentence = (traces: Partial<TodoFacts['traces']>, doubt: TodoFacts['doubt'] = 'roa_not_seen') =>
    tasks({ roa: false }, { traces: { ...nothing, ...traces }, doubt })[0]?.sentence
  const what = 'the route object of 45.8.0.0/24 for AS65001'

  it.each<[string, Partial<TodoFacts['traces']>, TodoFacts['doubt'], string]>([
    ['missing', {}, null, `Create ${what} in RIPE: it is missing, no IRR has one.`],
    [
      'only in the wrong place',
      { objects: known([object('RADB'), object('ALTDB')]) },
      null,
      `Create ${what} in RIPE: it is only in the wrong place, RADB, ALTDB.`,
    ],
    [
      'RPKI-invalid',
      { objects: known([object('RIPE')]) },
      'rpki_invalid',
      `RIPE has ${what}, but it is RPKI-invalid: filters pass over it until the ROA is there.`,
    ],
    ['there', { objects: known([object('RIPE')]) }, 'roa_not_seen', `RIPE has ${what}.`],
    ['not known', { objects: null }, null, `Create ${what} in RIPE; there is no IRR data here to look for it in.`],
    [
      'too old to tell',
      { objects: known([], true) },
      null,
      `Create ${what} in RIPE, unless it is there: our IRR data is too old to tell.`,
    ],
  ])('says of a route object that it is %s', (_, traces, doubt, sentence) => {
    expect(routeSentence(traces, doubt)).toBe(sentence)
  })

  it('says of many how many more there are', () => {
    const roas = tasks({ block: '45.8.0.0/16', max_length: 24 }).filter(({ action }) => action === 'create_roa')
    expect([roas.length, roas.at(-1)?.sentence]).toEqual([
      256,
      'Publish a ROA with origin AS65001 for each smaller part of 45.8.0.0/16 down to /24, too: 256 more.',
    ])
  })

  it.each<[TodoFacts['doubt'], TodoFacts['release'], string]>([
    [null, 'any', 'Confirm that all is done. Your word releases the letter.'],
    [
      'as0',
      'any',
      'Confirm that all is done, or wait until our data shows that AS0 no longer forbids it. Your word releases the letter and is recorded as given against a ROA for AS0 in our data.',
    ],
    [
      'stale_rpki_data',
      'holder',
      'Confirm that all is done. Your word releases the letter and is recorded as given on RPKI data older than it may be.',
    ],
  ])('says what a word would stand for: %s, %s', (doubt, release, sentence) => {
    expect(tasks({}, { doubt, release }).at(-1)?.sentence).toBe(sentence)
  })

  it('names the lessee only where that may be shown', () => {
    const textOf = (given: Partial<LetterInPlace>) => tasks(given)[1]?.object?.text
    expect(textOf({})).toContain('Brightwave Hosting')
    expect(textOf({ whois_exposed: false })).not.toContain('Brightwave')
  })
})

describe('after it has ended', () => {
  const left = {
    ...nothing,
    routes: known([route('65001 45.8.0.0/24 90')]),
    vrps: known([vrp('65001 45.8.0.0/24')]),
    objects: known([object('RADB')]),
  }

  it.each<[string, Partial<LetterInPlace>, Partial<TodoFacts>, readonly string[]]>([
    ['all of it, the withdrawal first', {}, { traces: left }, ['await_withdrawal', 'delete_roa', 'delete_route']],
    ['expired alike', { status: 'expired' }, { traces: left }, ['await_withdrawal', 'delete_roa', 'delete_route']],
    ['only what is left', {}, { traces: { ...left, routes: known([]) } }, ['delete_roa', 'delete_route']],
    ['nothing is left', {}, {}, []],
    ['the data has shown it gone', { gone_at: at }, { traces: left }, []],
  ])('%s', (_, given, more, expected) => {
    expect(shown({ status: 'revoked', ...given }, more)).toEqual(expected)
  })

  it('waits with the ROA while the route is there', () => {
    const sentences = (traces: TodoFacts['traces']) =>
      tasks({ status: 'revoked' }, { traces }).map((one) => one.sentence)
    expect(sentences(left)).toContain('Remove the ROA of AS65001 for 45.8.0.0/24 once it is no longer announced.')
    expect(sentences({ ...left, routes: known([]) })).toContain('Remove the ROA of AS65001 for 45.8.0.0/24.')
  })
})

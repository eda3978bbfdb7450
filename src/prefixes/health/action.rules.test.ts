import { describe, expect, it } from 'vitest'
import { factsOf, known, letter, now, record, type Told } from '../../../test/support/market/health.ts'
import { judgeWork, type HealthWork } from './health.rules.ts'

const letters = ['65001 45.8.0.0/24']
const routes = ['65001 45.8.0.0/24 90']
const stranger = ['65002 45.8.0.0/24 90']
const vrps = ['65001 45.8.0.0/24']

/** `create_roa 65001`, or of routes `create_route 65001@RIPE`. */
const shown = (actions: HealthWork['bgpActions' | 'rpkiActions' | 'irmActions' | 'irrActions']) =>
  actions.map(({ action, asns }) =>
    [action, ...asns.map((one) => (typeof one === 'number' ? one : `${one.origin}@${one.target}`))].join(' '),
  )

type Case = readonly [what: string, told: Told, expected: readonly string[]]

const bgp: readonly Case[] = [
  [
    'withdraw: nobody may announce a bogon',
    { prefix: '10.0.0.0/24', own: [65_002], routes: ['65002 10.0.0.0/24 90'] },
    ['withdraw 65002'],
  ],
  [
    'investigate_origin: announced without a letter, and nobody knows by whom',
    { letters, routes: stranger },
    ['investigate_origin 65002'],
  ],
  [
    'investigate_origin: likewise when nobody leases it',
    { listed: true, routes: stranger },
    ['investigate_origin 65002'],
  ],
  [
    'withdraw: the lease has ended, its ROA still allows it',
    { listed: true, routes: stranger, vrps: ['65002 45.8.0.0/24'] },
    ['withdraw 65002'],
  ],
  [
    'withdraw: the letter has ended, whether or not a ROA is left',
    { listed: true, routes: stranger, more: { lettersLeft: [65_002] } },
    ['withdraw 65002'],
  ],
  [
    'withdraw: the letter has ended, and somebody else has one',
    { letters, routes: [...routes, ...stranger], more: { lettersLeft: [65_002] } },
    ['withdraw 65002'],
  ],
  ['nothing: the letter has ended, and nothing is announced', { more: { lettersLeft: [65_002] } }, []],
  [
    'withdraw: the holder still announces what it has let',
    { letters, own: [65_002], routes: [...routes, ...stranger] },
    ['withdraw 65002'],
  ],
  ['nothing: the holder announces what nobody leases', { own: [65_002], listed: true, routes: stranger }, []],
  [
    'withdraw_more_specific: the holder still announces parts',
    { letters, own: [65_002], routes: [...routes, '65002 45.8.0.0/25 90'] },
    ['withdraw_more_specific 65002'],
  ],
  [
    'investigate_origin: somebody announces parts',
    { letters, routes: [...routes, '65002 45.8.0.0/25 90'] },
    ['investigate_origin 65002'],
  ],
  [
    'investigate_origin: somebody announces a part of an idle block',
    { prefix: '45.8.0.0/22', listed: true, routes: stranger },
    ['investigate_origin 65002'],
  ],
  [
    'withdraw_more_specific: the letter for the part has ended',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      routes: stranger,
      more: { lettersLeftInside: [letter('65002 45.8.0.0/24')] },
    },
    ['withdraw_more_specific 65002'],
  ],
  [
    'withdraw_more_specific: the ROA for the part still allows it',
    { prefix: '45.8.0.0/22', listed: true, routes: stranger, vrps: ['65002 45.8.0.0/24'] },
    ['withdraw_more_specific 65002'],
  ],
  [
    'withdraw_more_specific: the letter does not cover so long a prefix',
    {
      prefix: '45.8.0.0/23',
      listed: true,
      letters: ['65001 45.8.0.0/23'],
      routes: ['65001 45.8.0.0/23 90', ...routes],
    },
    ['withdraw_more_specific 65001'],
  ],
  [
    'withdraw: the same, seen from the part',
    { listed: true, letters: ['65001 45.8.0.0/23'], routes: ['65001 45.8.0.0/23 90', ...routes] },
    ['withdraw 65001'],
  ],
  [
    'nothing: a letter for the whole and another for a part, both announced',
    {
      prefix: '45.8.0.0/23',
      listed: true,
      letters: ['65002 45.8.0.0/23', ...letters],
      routes: ['65002 45.8.0.0/23 90', ...routes],
    },
    [],
  ],
  ['improve_visibility', { letters, routes: ['65001 45.8.0.0/24 20'] }, ['improve_visibility 65001']],
  ['remove_as_set', { letters, routes: ['{65001} 45.8.0.0/24 90'] }, ['remove_as_set 65001']],
  ['announce: the ROA is seen', { letters, vrps }, ['announce 65001']],
  [
    'announce: reached only by the block around it',
    { letters, vrps, routes: ['65009 45.8.0.0/16 90'] },
    ['announce 65001'],
  ],
  ['nothing: the ROA is not seen yet', { letters, vrps: ['0 45.8.0.0/24'] }, []],
  ['nothing: whether there is a ROA is not known', { letters, vrps: null }, []],
  ['nothing: all is well', { letters, routes, vrps }, []],
  ['nothing without routing data', { letters, routes: null, vrps }, []],
]

const rpki: readonly Case[] = [
  ['create_roa: announced, and no ROA', { letters, routes }, ['create_roa 65001']],
  ['create_roa: before it is announced', { letters }, ['create_roa 65001']],
  [
    'create_roa: for each that has a letter',
    { letters: [...letters, '65003 45.8.0.0/22 24'], routes, vrps },
    ['create_roa 65003'],
  ],
  [
    'create_roa, and AS0 stays until it is there: the lease begins on a parked block',
    { letters, vrps: ['0 45.8.0.0/24'] },
    ['create_roa 65001'],
  ],
  [
    'delete_as0_roa: the other ROA is there',
    { letters, routes, vrps: [...vrps, '0 45.8.0.0/24'] },
    ['delete_as0_roa 0'],
  ],
  [
    'nothing: AS0 of the whole keeps strangers from what lies beside a lessee',
    { letters, routes, vrps: [...vrps, '0 45.8.0.0/16'] },
    [],
  ],
  ['investigate_origin: never a ROA for somebody without a letter', { routes: stranger }, ['investigate_origin 65002']],
  ['investigate_origin: nor for the holder', { routes: stranger, own: [65_002], vrps }, ['investigate_origin 65002']],
  [
    'investigate_origin, and the ROA that rejects a stranger stays',
    { letters, routes: stranger, vrps },
    ['investigate_origin 65002'],
  ],
  [
    'delete_roa: it rejects who has a letter',
    { letters, routes, vrps: ['65009 45.8.0.0/24'] },
    ['create_roa 65001', 'delete_roa 65009'],
  ],
  ['delete_roa: nothing is seen of the ended lease any more', { vrps: ['65009 45.8.0.0/24'] }, ['delete_roa 65009']],
  ['nothing: the ended lease is still announced', { routes: stranger, vrps: ['65002 45.8.0.0/24'] }, []],
  [
    'nothing: the route of an ended letter is invalid, and to be withdrawn',
    { routes: stranger, vrps, own: [65_001], more: { lettersLeft: [65_002] } },
    [],
  ],
  [
    'delete_roa: of an ended letter, once it is no longer announced',
    { vrps: ['65002 45.8.0.0/24'], more: { lettersLeft: [65_002] } },
    ['delete_roa 65002'],
  ],
  [
    'create_roa before delete_roa: the next letter is there',
    { letters, vrps: ['65002 45.8.0.0/24'], more: { lettersLeft: [65_002] } },
    ['create_roa 65001', 'delete_roa 65002'],
  ],
  ["nothing: the holder's own ROA guards the idle block", { own: [65_009], vrps: ['65009 45.8.0.0/24'] }, []],
  ['delete_roa: redundant', { letters, routes, vrps: [...vrps, ...vrps] }, ['delete_roa 65001']],
  ['replace_roa', { letters, routes, vrps: ['65001 45.8.0.0/22 24'] }, ['replace_roa 65001']],
  ['renew_roa', { letters, routes, vrps: [`65001 45.8.0.0/24 24 ${now.getTime() / 1_000 + 60}`] }, ['renew_roa 65001']],
  ['create_as0_roa: idle and unprotected', {}, ['create_as0_roa 0']],
  ['nothing: no registry certifies special-use space', { prefix: '192.168.0.0/24', held: '192.168.0.0/16' }, []],
  ['nothing: AS0 would reject the parts that are announced', { prefix: '45.8.0.0/22', routes }, []],
  ['nothing: nor parts that are let', { prefix: '45.8.0.0/22', letters }, []],
  ['nothing without RPKI data', { letters, routes, vrps: null }, []],
  ['nothing without routing data', { letters, routes: null }, []],
]

const irr: readonly Case[] = [
  ['create_route', { letters }, ['create_route 65001@RIPE']],
  [
    'create_route: where the registry is not known',
    { letters, more: { registryIrr: null } },
    ['create_route 65001@RADB'],
  ],
  [
    'nothing: where the registry is not known any IRR will do',
    { letters, objects: ['65001 ALTDB'], more: { registryIrr: null } },
    [],
  ],
  ['move_route', { letters, objects: ['65001 RADB'] }, ['move_route 65001@RIPE']],
  ['replace_route', { letters, objects: ['65002 RIPE'] }, ['replace_route 65001@RIPE']],
  [
    'replace_route: also where another IRR is right',
    { letters, objects: ['65002 RIPE', '65001 RADB'] },
    ['replace_route 65001@RIPE'],
  ],
  [
    'delete_route: more than is needed',
    { letters, objects: ['65001 RIPE', '65002 RIPE'] },
    ['delete_route 65002@RIPE'],
  ],
  ['delete_route: the lease has ended', { objects: ['65002 RIPE'] }, ['delete_route 65002@RIPE']],
  [
    'delete_route: the letter has ended',
    { objects: ['65002 RIPE'], more: { lettersLeft: [65_002] } },
    ['delete_route 65002@RIPE'],
  ],
  [
    'nothing: the ended letter is still announced',
    { routes: stranger, objects: ['65002 RIPE'], more: { lettersLeft: [65_002] } },
    [],
  ],
  [
    'delete_route: the RPKI contradicts it',
    { letters, vrps, objects: ['65001 RIPE', '65002 RIPE'] },
    ['delete_route 65002@RIPE'],
  ],
  ['nothing: the ended lease is still announced', { routes: stranger, objects: ['65002 RIPE'] }, []],
  ["nothing: it is the holder's own", { own: [65_002], objects: ['65002 RIPE'] }, []],
  [
    'nothing: the RPKI contradicts who has a letter, and that is to be mended',
    { letters, vrps: ['0 45.8.0.0/24'], objects: ['65001 RIPE'] },
    [],
  ],
  ['report_foreign_route', { letters, objects: ['65001 RIPE', '65002 RADB'] }, ['report_foreign_route 65002@RADB']],
  [
    'report_foreign_route: also while a stranger announces it',
    { letters, routes: [...routes, ...stranger], objects: ['65001 RIPE', '65002 RADB'] },
    ['report_foreign_route 65002@RADB'],
  ],
  ['nothing for a stranger', { routes: stranger }, []],
  ['nothing without IRR data', { letters, objects: null }, []],
]

const irm: readonly Case[] = [
  [
    'create_inetnum: let, and only the block around it is registered',
    { letters, objects: ['65001 RIPE'], more: { leased: true } },
    ['create_inetnum'],
  ],
  [
    'create_inetnum: not registered at all',
    { letters, objects: ['65001 RIPE'], more: { leased: true, record: known(null) } },
    ['create_inetnum'],
  ],
  [
    'update_inetnum: no country',
    { more: { record: known(record('45.8.0.0/24', { countries: [] })) } },
    ['update_inetnum'],
  ],
  ['update_inetnum: no name', { more: { record: known(record('45.8.0.0/24', { netname: '' })) } }, ['update_inetnum']],
  [
    'update_inetnum: another registry',
    { more: { record: known(record('45.8.0.0/24', { registry: 'arin' })) } },
    ['update_inetnum'],
  ],
  [
    'fix_abuse_contact',
    { more: { record: known(record('45.8.0.0/16', { abuseEmail: null })) } },
    ['fix_abuse_contact'],
  ],
  ['add_mnt_routes: a route object is to be made', { letters }, ['add_mnt_routes 65001']],
  [
    'delegate_reverse_dns',
    {
      letters,
      objects: ['65001 RIPE'],
      more: { leased: true, record: known(record('45.8.0.0/24')), reverseZones: known([]) },
    },
    ['delegate_reverse_dns'],
  ],
  [
    'publish_geofeed',
    {
      letters,
      objects: ['65001 RIPE'],
      more: { leased: true, record: known(record('45.8.0.0/24', { geofeed: null })) },
    },
    ['publish_geofeed'],
  ],
  [
    'issue_loa: let, and nobody may announce it',
    { more: { leased: true, record: known(record('45.8.0.0/24')) } },
    ['issue_loa'],
  ],
  [
    'nothing: let, and letters are for parts of it',
    { prefix: '45.8.0.0/23', letters, more: { leased: true, record: known(record('45.8.0.0/23')) } },
    [],
  ],
  [
    'revoke_loa: a letter has ended, and may still be believed',
    { more: { lettersLeft: [65_009] } },
    ['revoke_loa 65009'],
  ],
  ['nothing without registry data', { letters, objects: ['65001 RIPE'], more: { leased: true, record: null } }, []],
  [
    'nothing with old registry data',
    { letters, objects: ['65001 RIPE'], stale: ['record'], more: { leased: true } },
    [],
  ],
]

describe.each([
  ['bgpActions', bgp],
  ['rpkiActions', rpki],
  ['irrActions', irr],
  ['irmActions', irm],
] as const)('%s', (kind, cases) => {
  it.each(cases)('%s', (_what, told, expected) => {
    expect(shown(judgeWork(factsOf(told))[kind])).toEqual(expected)
  })
})

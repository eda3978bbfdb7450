import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { RegistryObjects, RegistryRows } from '../datasets/registry-objects.ts'
import { joined, Registry } from '../datasets/registry.ts'
import { pack, unpack } from '../tables/columns.ts'
import { readRpsl } from './rpsl.ts'
import { rangeOf, zoneOf } from './rpsl-space.ts'
import { SourceFault } from '../reading/source.ts'

async function read(text: string | Uint8Array) {
  const { rows, ...rest } = await readInto(readRpsl, new RegistryRows(), text)
  const file = new RegistryObjects(unpack(pack(rows.finish())))
  return { ...rest, count: rows.count, file, view: new Registry([file]) }
}

const around = (view: Registry, prefix: string) => view.recordsAround(knownPrefix(prefix))

const database = `% A database, made for tests.

inetnum:        192.0.2.0 - 192.0.2.255
netname:        EXAMPLE-NET
descr:          Example Networks # 1
descr:          Second line
country:        NL
country:        de # also
org:            ORG-EX1-TEST
admin-c:        AA1-TEST
tech-c:         TT1-TEST, TT2-TEST
status:         ASSIGNED PA
mnt-by:         EXAMPLE-MNT
mnt-by:         OTHER-MNT
remarks:        Geofeed https://example.net/geofeed.csv
created:        2003-03-17T12:15:57Z
last-modified:  2024-05-01T00:00:00Z
source:         TEST # Filtered

inet6num:       2001:db8::/32
netname:        EXAMPLE-SIX
geofeed:        https://example.net/six.csv
notify:         hostmaster@example.net
source:         TEST

route:          192.0.2.0/24
descr:          a route
+               of two lines
origin:         AS64500
mnt-by:         EXAMPLE-MNT
changed:        someone@example.net 20020101
source:         TEST

route6:         2001:db8::/32
origin:         as4200000000
mnt-by:         EXAMPLE-MNT
last-modified:  2024-05-01T00:00:00Z
source:         TEST

aut-num:        AS64500
as-name:        EXAMPLE-AS
org:            ORG-EX1-TEST
import:         from AS1 accept ANY
source:         TEST

mntner:         EXAMPLE-MNT
auth:           MD5-PW # nothing of this is kept
source:         TEST

domain:         2.0.192.in-addr.arpa
nserver:        NS1.example.net
nserver:        ns2.example.net. 192.0.2.53
source:         TEST

role:           Example Abuse
nic-hdl:        AR1-TEST
abuse-mailbox:  abuse@example.net
source:         TEST

person:         A. Person
nic-hdl:        AA1-TEST
e-mail:         admin@example.net
source:         TEST

organisation:   ORG-EX1-TEST
org-name:       Example C# Networks B.V.
abuse-c:        AR1-TEST
e-mail:         office@example.net
source:         TEST
`

describe('a database in several files', () => {
  const objects = database.split('\n\n').filter((object) => !/^(%|mntner)/.test(object))
  const parts = Object.values(Object.groupBy(objects, (object) => object.split(':')[0] ?? ''))
  const all = knownPrefix('0.0.0.0/0')
  const told = (view: Registry) => ({
    records: ['192.0.2.0/25', '2001:db8::/48'].map((prefix) => around(view, prefix)),
    routes: [all, knownPrefix('::/0')].map((block) => view.routesWithin(block)),
    zones: view.zonesWithin(all),
    autNum: view.autNum(64_500),
  })

  test('says the same as in one, in whatever order they come', async () => {
    const whole = told((await read(database)).view)
    const files = await Promise.all(parts.map((part) => read(`${(part ?? []).join('\n\n')}\n`)))
    expect(files.map(({ source = '' }) => source).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      ['aut-num', 'domain', 'inet6num', 'inetnum', 'organisation', 'person', 'role', 'route', 'route6'].map(
        (name) => `TEST.${name}`,
      ),
    )
    for (let turn = 0; turn < files.length; turn++) {
      const order = [...files.slice(turn), ...files.slice(0, turn)].map(({ file }) => file)
      for (const given of [order, order.toReversed()]) {
        const [only, ...others] = joined(given)
        expect([only && told(only), others]).toEqual([whole, []])
      }
    }
  })

  test('has of each class what the newest file with such says', async () => {
    const newer = await read('route: 192.0.2.0/24\norigin: AS64999\nsource: TEST\n')
    const { file } = await read(database)
    const [view] = joined([newer.file, file])
    expect(view?.routesOf(knownPrefix('192.0.2.0/24'))).toMatchObject([{ origin: 64_999 }])
    expect(view && around(view, '192.0.2.0/24')).toHaveLength(1)
    expect([newer.view.holds('route'), newer.view.holds('inetnum')]).toEqual([true, false])
  })
})

describe('a database', () => {
  test('gives records with what they refer to looked up', async () => {
    const { view, source, refused } = await read(database)
    expect([source, refused]).toEqual(['TEST', []])
    expect(around(view, '192.0.2.0/25')).toEqual([
      {
        prefix: knownPrefix('192.0.2.0/24'),
        inetnum: '192.0.2.0 - 192.0.2.255',
        registry: 'test',
        source: 'TEST',
        organisation: 'Example C# Networks B.V.',
        netname: 'EXAMPLE-NET',
        type: 'ASSIGNED PA',
        handle: '',
        comment: 'Example Networks # 1\nSecond line',
        created: '2003-03-17T12:15:57Z',
        lastModified: '2024-05-01T00:00:00Z',
        notify: '',
        countries: ['NL', 'DE'],
        maintainers: ['EXAMPLE-MNT', 'OTHER-MNT'],
        irts: [],
        contacts: [
          { handle: 'AA1-TEST', kind: 'admin-c' },
          { handle: 'TT1-TEST', kind: 'tech-c' },
          { handle: 'TT2-TEST', kind: 'tech-c' },
        ],
        contactEmail: 'admin@example.net',
        abuseEmail: 'abuse@example.net',
        geofeed: 'https://example.net/geofeed.csv',
      },
    ])
    const six = { inetnum: '2001:db8::/32', contactEmail: 'hostmaster@example.net', abuseEmail: null }
    expect(around(view, '2001:db8::/48')).toMatchObject([{ ...six, geofeed: 'https://example.net/six.csv' }])
  })

  test('gives route objects, reverse zones and AS numbers', async () => {
    const { view, count } = await read(database)
    expect(view.routesOf(knownPrefix('192.0.2.0/24'))).toEqual([
      {
        prefix: knownPrefix('192.0.2.0/24'),
        origin: 64_500,
        source: 'TEST',
        descr: ['a route', 'of two lines'],
        maintainers: ['EXAMPLE-MNT'],
        changed: ['someone@example.net 20020101'],
      },
    ])
    const six = { origin: 4_200_000_000, descr: [], changed: ['2024-05-01T00:00:00Z'] }
    expect(view.routesWithin(knownPrefix('2001::/16'))).toMatchObject([six])
    expect(view.zonesAround(knownPrefix('192.0.2.0/25'))).toEqual([
      {
        prefix: knownPrefix('192.0.2.0/24'),
        domain: '2.0.192.in-addr.arpa',
        nameservers: ['ns1.example.net', 'ns2.example.net'],
      },
    ])
    const organisation = 'Example C# Networks B.V.'
    expect(view.autNum(64_500)).toEqual({ name: 'EXAMPLE-AS', organisation })
    expect(view.autNum(64_501)).toBeNull()
    expect(count).toBe(9)
  })

  test('is the same with CRLF, in any pieces, and without an empty line at its end', async () => {
    const plain = await read(database)
    const other = await read(`${database.trimEnd()}\n`.replaceAll('\n', '\r\n'))
    for (const prefix of ['192.0.2.0/24', '2001:db8::/32'])
      expect(around(other.view, prefix)).toEqual(around(plain.view, prefix))
  })

  test('may be Latin-1 or UTF-8', async () => {
    const named = (name: string) => `inetnum: 192.0.2.0/24\norg: ORG-1\n\norganisation: ORG-1\norg-name: ${name}\n`
    for (const encoding of ['latin1', 'utf8'] as const) {
      const { view } = await read(Buffer.from(named('Büro Sjöberg'), encoding))
      expect(around(view, '192.0.2.0/24')[0]?.organisation).toBe('Büro Sjöberg')
    }
  })

  test('names holders by their first line of description where it knows no organisation', async () => {
    const { view } = await read('inetnum: 192.0.2.0/24\ndescr: Old Holder Ltd\ndescr: Some street\norg: ORG-GONE\n')
    expect(around(view, '192.0.2.0/24')[0]?.organisation).toBe('Old Holder Ltd')
  })

  test('splits ranges that are no prefix, and each piece is the whole record', async () => {
    const { view, count } = await read('inetnum: 192.0.2.64 - 192.0.2.191\nnetname: N\n')
    expect(count).toBe(2)
    for (const piece of ['192.0.2.64/26', '192.0.2.128/26'])
      expect(around(view, piece)[0]?.inetnum).toBe('192.0.2.64 - 192.0.2.191')
  })

  test('has abuse contacts of the record, of the organisation or of its incident team', async () => {
    const people =
      'role: R\nnic-hdl: R1\nabuse-mailbox: r1@example.net\n\nirt: IRT-X\nabuse-mailbox: irt@example.net\n\n'
    const abuse = async (attributes: string) =>
      around((await read(`${people}inetnum: 192.0.2.0/24\n${attributes}\n`)).view, '192.0.2.0/24')[0]?.abuseEmail
    expect(await abuse('abuse-c: r1')).toBe('r1@example.net')
    expect(await abuse('mnt-irt: IRT-X')).toBe('irt@example.net')
    expect(await abuse('admin-c: R1')).toBeNull()
  })

  test('never gives a hidden address as the one to write to', async () => {
    const hidden = 'person: P\nnic-hdl: P1\ne-mail: unread@ripe.net\n\n'
    const record = 'inetnum: 192.0.2.0/24\nnotify: ***@example.net\nadmin-c: P1\n'
    expect(around((await read(hidden + record)).view, '192.0.2.0/24')[0]?.contactEmail).toBeNull()
  })

  test('leaves out what stands for all the rest of the internet', async () => {
    const root = 'inetnum: 0.0.0.0 - 255.255.255.255\nnetname: IANA-BLK\n\n'
    const other = 'inetnum: 198.51.0.0/16\nnetname: NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK\n\n'
    const { view, refused } = await read(`${root}${other}inetnum: 192.0.2.0/24\nnetname: N\n`)
    expect(around(view, '198.51.100.0/24')).toEqual([])
    expect(refused).toEqual([])
  })

  test('keeps the rest when an object is wrong, and says at which line that begins', async () => {
    const wrong = [
      'inetnum: 192.0.2.9 - 192.0.2.1',
      'route: 192.0.2.1/24\norigin: AS1',
      'route: 192.0.2.0/24\norigin: AS99999999999',
      'domain: 300.192.in-addr.arpa',
      'aut-num: EXAMPLE',
      'inetnum: 192.0.2.0/24\nno attribute here',
    ]
    const { refused, count } = await read(`${wrong.join('\n\n')}\n\nroute: 192.0.2.0/24\norigin: AS1\n`)
    expect(count).toBe(1)
    expect(refused).toEqual([
      'line 1: the object that begins here has no range of addresses',
      'line 3: the object that begins here has no prefix (host bits set)',
      'line 6: the object that begins here has no origin',
      'line 9: the object that begins here is no reverse zone',
      'line 11: the object that begins here has no AS number',
      'line 13: the object that begins here has something at line 14 that is no attribute',
    ])
  })

  test('does not hold an object of more than a megabyte', async () => {
    const giant = `inetnum: 192.0.2.0/24\n${'descr: 0123456789012345678901234567890123456789\n'.repeat(30_000)}`
    const { refused, count } = await read(`${giant}\nroute: 192.0.2.0/24\norigin: AS1\n`)
    expect([count, refused]).toEqual([1, ['line 1: the object that begins here is larger than 1048576 bytes']])
  })

  test.each([
    ['', 'byte 0: the file is empty'],
    ['<html>\n', 'line 1: begins like a web page, not like data'],
    ['% nothing\n\nmntner: M\n', 'line 3: the file ends without any object'],
  ])('%j is none', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  test('of any bytes is read or refused, never more', { timeout: 60_000 }, async () => {
    const words = fc.constantFrom(
      'inetnum:',
      'route:',
      'domain:',
      'origin:',
      ' ',
      '+',
      '\n',
      '\n\n',
      '#',
      '/',
      '-',
      'AS1',
    )
    const noise = fc
      .array(
        fc.oneof(
          words,
          fc.string({ unit: fc.constantFrom('\0', '\t', ' ', ':', 'a', '9', 'é', 'ÿ'), maxLength: 5 }),
          fc.ipV4(),
        ),
        { maxLength: 30 },
      )
      .map((a) => a.join(''))
    await fc.assert(
      fc.asyncProperty(noise, async (text) => {
        const got = await read(text).catch((error: unknown) => error)
        expect(got instanceof Error && !(got instanceof SourceFault)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

describe('address space', () => {
  test.each([
    ['192.0.2.0 - 192.0.2.255', ['192.0.2.0/24']],
    ['192.0.2.0-192.0.2.2', ['192.0.2.0/31', '192.0.2.2/32']],
    ['200.1/16', ['200.1.0.0/16']],
    ['2001:db8::/32', ['2001:db8::/32']],
    ['192.0.2.0 - 2001:db8::', undefined],
    ['192.0.2.0', undefined],
  ])('%s', (text, prefixes) => {
    expect(rangeOf(text)?.map(formatPrefix)).toEqual(prefixes)
  })

  test.each([
    ['192.in-addr.arpa', ['192.0.0.0/8']],
    ['0.192.in-addr.arpa', ['192.0.0.0/16']],
    ['2.0.192.in-addr.arpa', ['192.0.2.0/24']],
    ['9.2.0.192.in-addr.arpa', ['192.0.2.9/32']],
    ['0-127.2.0.192.in-addr.arpa', ['192.0.2.0/25']],
    ['64-191.2.0.192.in-addr.arpa', ['192.0.2.64/26', '192.0.2.128/26']],
    ['128/25.2.0.192.in-addr.arpa', ['192.0.2.128/25']],
    ['8.b.d.0.1.0.0.2.ip6.arpa', ['2001:db8::/32']],
    ['1-0.2.0.192.in-addr.arpa', undefined],
    ['1.9.2.0.192.in-addr.arpa', undefined],
    ['0-1.0.192.in-addr.arpa', undefined],
    ['8.4.e164.arpa', undefined],
  ])('%s', (text, prefixes) => {
    expect(zoneOf(text)?.map(formatPrefix)).toEqual(prefixes)
  })
})

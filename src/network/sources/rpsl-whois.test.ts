import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fixture, readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { RegistryObjects, RegistryRows } from '../datasets/registry-objects.ts'
import { joined, type Registry } from '../datasets/registry.ts'
import { pack, unpack } from '../tables/columns.ts'
import { readRpsl } from './rpsl.ts'

/** ARIN and LACNIC publish whois and IRR apart, and write their whois in their own way. */

const sample = (name: string): string => readFileSync(fixture(`samples/rpsl.${name}`), 'latin1')

async function read(text: string) {
  const { rows, ...rest } = await readInto(readRpsl, new RegistryRows(), text)
  return { ...rest, count: rows.count, file: new RegistryObjects(unpack(pack(rows.finish()))) }
}

/** The newest first. */
async function registryOf(...texts: string[]): Promise<Registry> {
  const files: RegistryObjects[] = []
  for (const text of texts) files.push((await read(text)).file)
  const [registry, another] = joined(files)
  if (registry === undefined || another !== undefined) throw new Error('these are files of several registries')
  return registry
}

const record = (registry: Registry, prefix: string) => registry.recordsAround(knownPrefix(prefix))[0]

describe("ARIN's bulk whois", () => {
  const whois = sample('ARIN-whois.txt')

  test('has blocks of both families with their holder and whom to write to', async () => {
    const registry = await registryOf(whois)
    expect(record(registry, '192.0.2.0/24')).toMatchObject({
      netname: 'EXAMPLE-NET',
      organisation: 'Example LLC',
      handle: 'NET-192-0-2-0-1',
      type: 'allocation',
      registry: 'arin',
      source: 'ARIN',
      created: '1988-03-16T00:00:00Z',
      abuseEmail: 'abuse@example.net',
      contactEmail: 'registry@example.net',
    })
    expect(record(registry, '2001:db8::/32')).toMatchObject({ netname: 'EXAMPLE-V6', organisation: 'Example LLC' })
  })

  test('has AS numbers, and ranges of them', async () => {
    const registry = await registryOf(whois)
    expect(registry.autNum(64_499)).toEqual({ name: 'EXAMPLE-AS', organisation: 'Example LLC' })
    expect(registry.autNum(64_502)).toEqual({ name: 'EXAMPLE-BLK', organisation: 'Example LLC' })
    expect(registry.autNum(64_503)).toBeNull()
  })

  test('stands beside the IRR, whichever is newer, and alone knows who holds a number', async () => {
    expect([(await read(whois)).source, (await read(sample('ARIN.db'))).source]).toEqual(['ARIN.whois', 'ARIN'])
    for (const order of [
      [whois, sample('ARIN.db')],
      [sample('ARIN.db'), whois],
    ]) {
      const registry = await registryOf(...order)
      expect(registry.routesOf(knownPrefix('192.0.2.0/24')).map(({ origin }) => origin)).toEqual([64_499])
      expect(record(registry, '192.0.2.0/24')?.abuseEmail).toBe('abuse@example.net')
      expect(registry.autNum(64_499)?.organisation).toBe('Example LLC')
      expect(registry.autNum(64_502)?.name).toBe('EXAMPLE-BLK')
    }
  })

  test('may come as a file for each class, and means the same', async () => {
    const objects = whois.split('\n\n\n')
    const of = (...starts: string[]) =>
      `${objects.filter((each) => starts.some((start) => each.startsWith(start))).join('\n\n')}\n`
    const parts = [of('NetHandle', 'V6NetHandle'), of('ASHandle'), of('OrgID'), of('POCHandle')]
    const names = await Promise.all(parts.map(async (part) => (await read(part)).source))
    expect(names).toEqual(['ARIN.whois', 'ARIN.whois-aut-num', 'ARIN.whois-organisation', 'ARIN.whois-person'])
    const [split, whole] = [await registryOf(...parts), await registryOf(whois)]
    for (const prefix of ['192.0.2.0/24', '2001:db8::/32']) expect(record(split, prefix)).toEqual(record(whole, prefix))
    expect(split.autNum(64_500)).toEqual(whole.autNum(64_500))
  })

  test("leaves out what is another registry's, and what is nobody's", async () => {
    const { count, refused } = await read(
      [
        'NetHandle: NET-198-51-100-0-1\nOrgID: RIPE\nNetName: RIPE-198\nNetRange: 198.51.100.0 - 198.51.100.255\nSource: ARIN\n',
        'ASHandle: AS1877\nOrgID: RIPE\nASName: RIPE-ASNBLOCK\nASNumber: 1877 - 1901\nSource: ARIN\n',
        'ASHandle: AS4200000000\nOrgID: EXAMPL-1\nASName: IANA-RSVD\nASNumber: 4200000000 - 4294967294\nSource: ARIN\n',
        'NetHandle: NET-1\nOrgID: EXAMPL-1\nNetRange: nowhere\nSource: ARIN\n',
        'ASHandle: AS1\nOrgID: EXAMPL-1\nASNumber: 7 - 6\nSource: ARIN\n',
      ].join('\n'),
    )
    expect([count, refused]).toEqual([
      0,
      [
        'line 19: the object that begins here has no range of addresses',
        'line 24: the object that begins here has no AS number',
      ],
    ])
  })
})

describe("LACNIC's whois", () => {
  const whois = sample('LACNIC-whois.txt')

  test('names the holder in the object, and shortens blocks', async () => {
    const registry = await registryOf(whois)
    expect(record(registry, '203.0.113.0/24')).toMatchObject({
      inetnum: '203.0.113/24',
      organisation: 'Example S.A.',
      registry: 'lacnic',
      source: 'LACNIC',
      countries: ['MX'],
      type: 'allocated',
      created: '2020-03-10T00:00:00Z',
      lastModified: '2026-01-05T00:00:00Z',
      abuseEmail: 'abuse@example.net',
    })
    expect(registry.recordsAround(knownPrefix('2001:db8::/32')).map(({ prefix }) => formatPrefix(prefix))).toEqual([
      '2001:db8::/32',
    ])
  })

  test('writes AS numbers without letters, and knows better than the IRR who holds them', async () => {
    for (const order of [
      [whois, sample('LACNIC.db')],
      [sample('LACNIC.db'), whois],
    ])
      expect((await registryOf(...order)).autNum(278)).toEqual({ name: '', organisation: 'Universidad de Ejemplo' })
    expect((await read(whois)).source).toBe('LACNIC.whois')
  })
})

test.each([
  ['cut in a line', 'RIPE.db', -5, /^line \d+: has no end: the file was cut off$/],
  [
    'cut in an object',
    'RIPE.db',
    -'source:         RIPE\n'.length,
    /ends an object that has no source: the file was cut off$/,
  ],
])('a database %s is refused', async (_, name, at, why) => {
  await expect(read(sample(name).slice(0, at))).rejects.toThrow(why)
})

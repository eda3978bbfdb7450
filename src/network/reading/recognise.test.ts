import { describe, expect, test } from 'vitest'
import { pieces } from '../../../test/support/market/network.ts'
import { samples, type Sample } from '../../../test/support/market/samples.ts'
import { kindNames, type KindName } from '../kinds.rules.ts'
import { gather } from './gather.ts'

/** Every kind is given the files of every other: each is refused by what it is, before a row of it is read. */

const outcome = (kind: KindName, { bytes }: Sample): Promise<string> =>
  gather(kind, 'a-file', () => pieces(bytes)).then(
    ({ rows, refused }) => `${rows > 0 ? 'rows' : 'none'}, ${refused} refused`,
    (error: Error) => error.message,
  )

const called: Readonly<Record<KindName, string>> = {
  riswhois: 'a RIS whois dump',
  mrt: 'an MRT dump',
  pfx2as: 'a table of routes',
  vrps: 'payloads of ROAs',
  delegated: "a registry's statistics",
  rpsl: 'a database of a registry',
  geofeed: 'a geofeed',
  mmdb: "a database in MaxMind's format",
  'country-ranges': 'address ranges with countries',
  'asn-ranges': 'address ranges with AS numbers',
  'asn-names': 'names of AS numbers',
  drop: 'Spamhaus DROP',
  'asn-drop': 'Spamhaus ASN-DROP',
  uceprotect: 'a list of UCEPROTECT',
  ofac: "OFAC's list of sanctions",
}

test('there is a sample of every kind', () => {
  expect(kindNames.filter((kind) => !samples.some((sample) => sample.kind === kind))).toEqual([])
})

describe.each(kindNames)('%s', (kind) => {
  const others = samples.filter((sample) => sample.kind !== kind)
  test.each(others.map((sample) => [sample.kind, sample.name, sample] as const))(
    'refuses %s (%s) by what it is',
    async (other, _name, sample) => {
      expect(await outcome(kind, sample)).toMatch(/^(line \d+|byte 0): /)
      expect(await outcome(kind, sample)).toContain(
        `begins like ${called[other]} (import it as ${other}), not like ${kind}`,
      )
    },
  )

  const own = samples.filter((sample) => sample.kind === kind)
  test.each(own.map((sample) => [sample.name, sample] as const))('reads its own (%s)', async (_name, sample) => {
    expect(await outcome(kind, sample)).toBe('rows, 0 refused')
  })

  test('refuses a page, text in UTF-16 and bytes of no meaning', async () => {
    const file = (bytes: Buffer): Sample => ({ kind, name: '', ending: '', bytes })
    expect(await outcome(kind, file(Buffer.from('<!doctype html>\n')))).toContain(
      'begins like a web page, not like data',
    )
    expect(await outcome(kind, file(Buffer.from('\ufeffAS64500\n', 'utf16le')))).toContain('begins like text in UTF-16')
    const noise = Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0', 'latin1')
    expect(await outcome(kind, file(noise))).toMatch(
      /begins like binary data \(import it as mmdb or mrt\)|is not the beginning of an MRT record|ends without the description/,
    )
  })
})

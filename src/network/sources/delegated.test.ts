import { describe, expect, test } from 'vitest'
import { readInto } from '../../../test/support/market/network.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { delegations } from '../datasets/delegations.ts'
import { readDelegated } from './delegated.ts'

async function read(text: string) {
  const { rows, ...rest } = await readInto(readDelegated, delegations.collect(), text)
  return { view: delegations.open(rows.finish()), count: rows.count, ...rest }
}

const header = (registry: string, records: number) => `2|${registry}|20260206|${records}|19830613|20260205|+1000\n`

const extended = `#
# conditions
${header('lacnic', 6)}lacnic|*|ipv4|*|3|summary
lacnic|*|ipv6|*|1|summary
lacnic|*|asn|*|2|summary
lacnic|BR|ipv4|24.152.0.0|1024|20200310|allocated|310248
lacnic||ipv4|177.39.96.0|768||available
lacnic|BR|ipv4|177.39.100.0|256|00000000|reserved|
lacnic|MX|ipv6|2801:c4::|32|20100520|assigned|ABC|and|more
lacnic|CL|asn|272285|128|20210101|allocated|77
lacnic|ZZ|asn|10803|1||reserved|
`

describe('a registry’s statistics', () => {
  test('blocks, AS numbers, registry and day', async () => {
    const { view, refused, source, takenAt } = await read(extended.replaceAll('\n', '\r\n'))
    expect({ refused, source, takenAt }).toEqual({ refused: [], source: 'lacnic', takenAt: new Date('2026-02-05') })
    const around = (block: string) => view.around(knownPrefix(block))
    expect(around('24.152.1.0/24')).toEqual({
      prefix: knownPrefix('24.152.0.0/22'),
      registry: 'lacnic',
      countryCode: 'BR',
      status: 'allocated',
      date: '2020-03-10',
      holder: '310248',
    })
    expect(around('177.39.100.0/24')).toMatchObject({ status: 'reserved', date: null, holder: null, countryCode: 'BR' })
    expect(around('2801:c4:1::/48')).toMatchObject({ status: 'assigned', holder: 'ABC', countryCode: 'MX' })
    expect(view.asn(272_412)).toMatchObject({ registry: 'lacnic', countryCode: 'CL', date: '2021-01-01', holder: '77' })
    expect(view.asn(272_413)).toBeNull()
    expect(view.asn(10_803)).toMatchObject({ status: 'reserved', countryCode: null, date: null, holder: null })
  })

  test('a count that is no power of two becomes several blocks', async () => {
    const { view } = await read(extended)
    const blocks = ['177.39.96.0/24', '177.39.97.0/24', '177.39.98.0/24', '177.39.99.0/24']
    const around = blocks.map((block) => view.around(knownPrefix(block))?.prefix)
    expect(around.map((prefix) => prefix && formatPrefix(prefix))).toEqual([
      '177.39.96.0/23',
      '177.39.96.0/23',
      '177.39.98.0/24',
      undefined,
    ])
  })

  test.each(['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc'])('of %s', async (registry) => {
    const { source, view } = await read(`${header(registry, 1)}${registry}|SE|ipv4|192.0.2.0|256|20200101|assigned\n`)
    expect([source, view.around(knownPrefix('192.0.2.0/24'))?.registry]).toEqual([registry, registry])
  })

  test('of the NRO, where each row says whose it is', async () => {
    const { source, view } = await read(
      `${header('nro', 2)}arin|US|asn|1|1|20010920|assigned|e5e3\niana|ZZ|ipv4|0.0.0.0|16777216|19810901|reserved|ietf|iana\n`,
    )
    expect([source, view.asn(1)?.registry, view.around(knownPrefix('0.0.0.0/8'))?.registry]).toEqual([
      'nro',
      'arin',
      'iana',
    ])
  })

  test.each([
    ['apnic|JP|ipv4|192.0.2.0|256|20200101|allocated', 'is of another registry than the version line says'],
    ['lacnic|JP|ipv4|192.0.2.0|256|20200101', 'has 6 fields of at least 7'],
    ['lacnic|JPN|ipv4|192.0.2.0|256|20200101|allocated', 'has no country code'],
    ['lacnic|JP|ipv5|192.0.2.0|256|20200101|allocated', 'is of none of the types asn, ipv4 and ipv6'],
    ['lacnic|JP|ipv4|192.0.2|256|20200101|allocated', 'has no IPv4 address'],
    ['lacnic|JP|ipv4|2001:db8::|256|20200101|allocated', 'has no IPv4 address'],
    ['lacnic|JP|ipv4|255.255.255.0|257|20200101|allocated', 'has no range of addresses'],
    ['lacnic|JP|ipv4|192.0.2.0|0|20200101|allocated', 'has no range of addresses'],
    ['lacnic|JP|ipv4|192.0.2.0|-256|20200101|allocated', 'has no range of addresses'],
    ['lacnic|JP|ipv6|2001:db8::1|64|20200101|allocated', 'has no prefix'],
    ['lacnic|JP|ipv6|2001:db8::|129|20200101|allocated', 'has no prefix'],
    ['lacnic|JP|ipv4|192.0.2.0|256|20200230|allocated', 'has no day'],
    ['lacnic|JP|ipv4|192.0.2.0|256|2020|allocated', 'has no day'],
    ['lacnic|JP|ipv4|192.0.2.0|256|20200101|lost', 'has no status'],
    ['lacnic|JP|asn|4294967295|2|20200101|allocated', 'has no range of AS numbers'],
  ])('%s is left out', async (row, why) => {
    const { refused, count } = await read(`${header('lacnic', 1)}${row}\n`)
    expect({ refused, count }).toEqual({ refused: [`line 2: ${why}`], count: 0 })
  })

  test.each([
    ['# only comments\n', 'line 1: the file has no version line'],
    ['lacnic|JP|ipv4|192.0.2.0|256|20200101|allocated', 'is not the version line of a registry'],
    ['2|internic|20260206|1|19830613|20260205|+1000', 'is not the version line of a registry'],
    [extended.slice(0, -60).replace('|6|', '|60|'), 'version line: says that there are more records than there are'],
    [
      '2|lacnic|20260206|1|19830613|20260205|+1000\nlacnic|*|asn|*|2|summary\nlacnic|MX|asn|278|1|19890331|allocated\n',
      'version line: says that there are more records than there are: the file is cut off',
    ],
    ['<html>', 'line 1: begins like a web page'],
  ])('%.40j is refused whole', async (text, why) => {
    await expect(read(text)).rejects.toThrow(why)
  })
})

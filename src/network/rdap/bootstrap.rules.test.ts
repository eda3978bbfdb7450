import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { absent, realFile } from '../../../test/support/market/network.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { addressFor, readBootstrap, shipped, type Bootstrap } from './bootstrap.rules.ts'

const askedFor = (block: string, list: Bootstrap = shipped) => addressFor(knownPrefix(block), list)

describe('the list of servers that is shipped', () => {
  it.each([
    ['3.0.0.0/9', 'https://rdap.arin.net/registry/ip/3.0.0.0/9'],
    ['130.59.0.0/16', 'https://rdap.arin.net/registry/ip/130.59.0.0/16'],
    ['193.0.0.0/21', 'https://rdap.db.ripe.net/ip/193.0.0.0/21'],
    ['1.1.1.0/24', 'https://rdap.apnic.net/ip/1.1.1.0/24'],
    ['179.0.0.0/23', 'https://rdap.lacnic.net/rdap/ip/179.0.0.0/23'],
    ['41.0.0.0/16', 'https://rdap.afrinic.net/rdap/ip/41.0.0.0/16'],
    ['10.0.0.0/24', null],
  ])('%s', (block, address) => {
    expect(askedFor(block)).toBe(address)
  })

  const lacks = absent('rdap/iana-bootstrap-ipv4.json')
  test.skipIf(lacks)(`is IANA's${lacks ? ' (skipped: no such file)' : ''}`, () => {
    const read = readBootstrap(readFileSync(realFile('rdap/iana-bootstrap-ipv4.json'), 'utf8'))
    if (typeof read === 'string') throw new Error(read)
    expect(read.publication).toBe(shipped.publication)
    const sorted = ({ services }: Bootstrap) => services.map(([prefixes]) => prefixes.toSorted())
    expect(sorted(read)).toEqual(sorted(shipped))
  })
})

describe('a list that is fetched', () => {
  const service = (prefix: string, ...bases: string[]) => [[prefix], bases]
  const list = (services: unknown, given: object = {}) =>
    JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services, ...given })
  const three = [
    service('10.0.0.0/8', 'https://a.example'),
    service('11.0.0.0/8', 'https://b.example/'),
    service('12.0.0.0/8', 'https://c.example/'),
  ]

  it('is asked for the nearest prefix, encrypted where that can be', () => {
    const read = readBootstrap(list([...three, service('10.1.0.0/16', 'http://d.example/', 'https://d.example/x')]))
    if (typeof read === 'string') throw new Error(read)
    expect(askedFor('10.2.0.0/24', read)).toBe('https://a.example/ip/10.2.0.0/24')
    expect(askedFor('10.1.2.0/24', read)).toBe('https://d.example/x/ip/10.1.2.0/24')
  })

  it.each([
    ['<html>', 'is not JSON'],
    [list(three, { version: '2.0' }), 'is not of version 1.0'],
    [list(three, { publication: 'yesterday' }), 'has no date of publication'],
    [list('none'), 'has no services'],
    [list(three.slice(1)), 'has 2 usable services'],
    [
      list([...three.slice(1), service('10.0.0.0/8', 'ftp://a.example'), service('nowhere', 'https://a.example')]),
      'has 2 usable services',
    ],
  ])('is refused when it is wrong', (text, why) => {
    expect(readBootstrap(text)).toBe(why)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crowdedPrefix } from '../../../test/support/arbitrary-ip.ts'
import { contains, formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { pack, unpack } from '../tables/columns.ts'
import { delegations, type DelegationRows, type Delegations, type Grant } from './delegations.ts'

const open = (rows: DelegationRows): Delegations => delegations.open(unpack(pack(rows.finish())))

const grant: Grant = { registry: 'apnic', countryCode: 'JP', status: 'allocated', date: '2002-08-01', holder: 'A91' }
const idle: Grant = { registry: 'lacnic', countryCode: null, status: 'available', date: null, holder: null }

test('the smallest delegation around a block answers, with all that was said', () => {
  fc.assert(
    fc.property(fc.array(crowdedPrefix, { maxLength: 40 }), crowdedPrefix, (blocks, asked) => {
      const rows = delegations.collect()
      for (const block of blocks) rows.add(block, { ...grant, holder: formatPrefix(block) })
      const [smallest] = blocks.filter((block) => contains(block, asked)).toSorted((a, b) => b.length - a.length)
      expect(open(rows).around(asked)).toEqual(
        smallest ? { prefix: smallest, ...grant, holder: formatPrefix(smallest) } : null,
      )
    }),
    { numRuns: 300 },
  )
})

test('what is not said comes back as not said', () => {
  const rows = delegations.collect()
  rows.add(knownPrefix('2001:db8::/32'), idle)
  expect(open(rows).around(knownPrefix('2001:db8:1::/48'))).toEqual({ prefix: knownPrefix('2001:db8::/32'), ...idle })
})

test('of rows that contradict each other the newest is believed, then the one that says in use', () => {
  const block = knownPrefix('192.0.2.0/24')
  const newer: Grant = { ...grant, status: 'reserved', date: '2020-01-01' }
  for (const pair of [
    [grant, newer],
    [newer, grant],
  ]) {
    const rows = delegations.collect()
    for (const one of pair) rows.add(block, one)
    expect(open(rows).around(block)?.status).toBe('reserved')
  }
  const rows = delegations.collect()
  rows.add(block, { ...grant, status: 'reserved' })
  rows.add(block, grant)
  expect(open(rows).around(block)?.status).toBe('allocated')
})

test('an AS number belongs to the smallest range around it', () => {
  const range = fc.record({ first: fc.integer({ min: 0, max: 300 }), count: fc.integer({ min: 1, max: 300 }) })
  fc.assert(
    fc.property(range, fc.integer({ min: 0, max: 700 }), ({ first, count }, asked) => {
      const rows = delegations.collect()
      rows.addAsns(first, count, grant)
      expect(open(rows).asn(asked)).toEqual(asked >= first && asked < first + count ? grant : null)
    }),
  )
  const rows = delegations.collect()
  rows.addAsns(4_294_967_040, 256, idle)
  rows.addAsns(4_294_967_295, 1, grant)
  const view = open(rows)
  expect(view.asn(4_294_967_295)).toEqual(grant)
  expect(view.asn(4_294_967_294)).toEqual(idle)
})

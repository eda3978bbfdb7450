import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, comparePrefixes, contains, formatPrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { pack, unpack } from './columns.ts'
import { arrange, PrefixBuilder } from './prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from './prefix-table.ts'

/** Close together, so that they nest, repeat and touch both ends of the address space. */
const prefix4 = fc
  .tuple(fc.constantFrom(0, 0x0a000000, 0xffffff00), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 32 }))
  .map(([base, low, length]) => prefixAround(addressOf(4, (base | low) >>> 0), length))
const prefix6 = fc
  .tuple(
    fc.constantFrom(0n, 0x2001n << 112n, ((1n << 64n) - 1n) << 64n),
    fc.bigInt(0n, 255n),
    fc.integer({ min: 0, max: 128 }),
  )
  .map(([base, low, length]) => prefixAround(addressOf(6, base | low), length))
const prefixes = fc.array(fc.oneof(prefix4, prefix6), { maxLength: 60 })

function tableOf(facts: readonly Prefix[]): { table: PrefixTable; order: Uint32Array | null } {
  const builder = new PrefixBuilder()
  for (const fact of facts) builder.add(fact)
  const { prefixes: columns, order } = builder.finish()
  return { table: openPrefixes(unpack(pack({ columns: prefixColumns(columns), notes: null })).columns), order }
}

const textOf = (table: PrefixTable, rows: readonly number[]) => rows.map((row) => formatPrefix(table.prefixAt(row)))
const distinct = (facts: readonly Prefix[]) => [...new Set(facts.toSorted(comparePrefixes).map(formatPrefix))]

describe('a prefix table', () => {
  test('keeps every prefix once, in address order', () => {
    fc.assert(
      fc.property(prefixes, (facts) => {
        const { table } = tableOf(facts)
        expect(textOf(table, [...Array(table.size).keys()])).toEqual(distinct(facts))
      }),
    )
  })

  test('finds what covers and what lies inside, as a walk over all would', () => {
    fc.assert(
      fc.property(prefixes, fc.oneof(prefix4, prefix6), (facts, asked) => {
        const { table } = tableOf(facts)
        const covering = facts.filter((fact) => contains(fact, asked))
        expect(textOf(table, table.covering(asked))).toEqual(distinct(covering).toReversed())
        const { from, to } = table.within(asked)
        const rows = Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i)
        expect(textOf(table, rows)).toEqual(distinct(facts.filter((fact) => contains(asked, fact))))
        const row = table.rowOf(asked)
        expect(row >= 0 ? textOf(table, [row]) : []).toEqual(
          distinct(facts).filter((fact) => fact === formatPrefix(asked)),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('keeps the facts of a prefix together, in the order in which they came', () => {
    fc.assert(
      fc.property(prefixes, (facts) => {
        const { table, order } = tableOf(facts)
        const numbers = arrange(
          Uint32Array.from(facts, (_, i) => i),
          order,
        )
        for (let row = 0; row < table.size; row++) {
          const text = formatPrefix(table.prefixAt(row))
          const own = [...numbers.subarray(table.facts[row], table.facts[row + 1])]
          expect(own).toEqual(facts.flatMap((fact, i) => (formatPrefix(fact) === text ? [i] : [])))
        }
      }),
    )
  })

  test('steps by /16 give the same answers as a plain search', () => {
    const builder = new PrefixBuilder()
    for (let i = 0; i < 40_000; i++) builder.add4((i * 2_654_435_761) >>> 0, 32)
    builder.add4(0, 0)
    const table = openPrefixes(prefixColumns(builder.finish().prefixes))
    for (let row = 1; row < table.size; row++) {
      const start = table.starts4[row] ?? 0
      expect(table.coverOf4(start, 32)).toBe(row)
      expect(table.coverOf4(start, 31)).toBe(0)
    }
  })
})

test('bytes of another version are refused, not misread', () => {
  expect(() => unpack(new Uint8Array(64))).toThrow('another version')
})

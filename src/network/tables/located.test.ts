import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressOf,
  contains,
  formatPrefix,
  knownPrefix,
  prefixAround,
  samePrefix,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { pack, unpack } from './columns.ts'
import { Located, LocatedRows } from './located.ts'

const prefix = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 26, max: 32 }))
  .map(([low, length]) => prefixAround(addressOf(4, 0x0a00_0000 + low * 4), length))
const facts = fc.array(fc.tuple(prefix, fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 40 })

const text = (at: Prefix, a: number, b: number) => `${formatPrefix(at)} ${a} ${b}`

test('facts are found by prefix, each once, whatever their order was', () => {
  fc.assert(
    fc.property(facts, prefix, (given, asked) => {
      const rows = new LocatedRows('a', 'b')
      for (const [at, a, b] of given) rows.add(at, a, b)
      const view = new Located(unpack(pack({ columns: rows.finish('t'), notes: null })).columns, 't')
      const tell = (fact: number, at: Prefix) => text(at, view.column('a')[fact] ?? 9, view.column('b')[fact] ?? 9)
      const those = (is: (at: Prefix) => boolean) =>
        [...new Set(given.filter(([at]) => is(at)).map((fact) => text(...fact)))].sort()
      expect(view.of(asked, tell).sort()).toEqual(those((at) => samePrefix(at, asked)))
      expect(view.covering(asked, tell).sort()).toEqual(those((at) => contains(at, asked)))
      expect(view.within(asked, tell).sort()).toEqual(those((at) => contains(asked, at)))
    }),
  )
})

test('the last fact may be the only one', () => {
  const block = knownPrefix('192.0.2.0/24')
  const rowsOf = () => {
    const rows = new LocatedRows('a')
    for (const number of [1, 0, 2]) rows.add(block, number)
    return rows
  }
  const valuesOf = (view: Located) => view.of(block, (fact) => view.column('a')[fact])
  expect(valuesOf(new Located(rowsOf().finish('t'), 't'))).toEqual([0, 1, 2])
  expect(valuesOf(new Located(rowsOf().finishLast('t'), 't'))).toEqual([2])
})

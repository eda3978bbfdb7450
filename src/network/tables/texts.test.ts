import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, unpack } from './columns.ts'
import { Texts, TextsBuilder } from './texts.ts'

const opened = (builder: TextsBuilder): Texts =>
  new Texts(unpack(pack({ columns: builder.finish('t'), notes: null })).columns, 't')

test('texts come back as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (given) => {
      const builder = new TextsBuilder()
      const wellFormed = given.map((text) => text.toWellFormed())
      const numbers = wellFormed.map((text) => builder.numberOf(text))
      const texts = opened(builder)
      expect(numbers.map((number) => texts.at(number))).toEqual(wellFormed)
    }),
  )
})

test('a text has one number however many there are, also one that is longer than a part or lies in two', () => {
  const builder = new TextsBuilder()
  const long = 'ü'.repeat(1_500_000)
  const given = [...Array.from({ length: 100_000 }, (_, n) => `text ${n} ${'x'.repeat(n % 50)}`), long, 'last']
  const numbers = given.map((text) => builder.numberOf(text))
  expect(new Set(numbers).size).toBe(given.length)
  expect(given.toReversed().map((text) => builder.numberOf(text))).toEqual(numbers.toReversed())
  const texts = opened(builder)
  expect(numbers.map((number) => texts.at(number))).toEqual(given)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspect, readLeniently, readPath } from './input.ts'
import { Problem } from '../problems.ts'
import { Int, ListOf, Nullable, Text, Type } from './schema.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

describe('inspect', () => {
  it.each([
    null,
    1,
    'text',
    true,
    [],
    {},
    { a: ['ä', { b: '\u{1f600}' }] },
    nested(32),
    { constructor: 1, toString: 2 },
  ])('lets %j through', (value) => {
    expect(() => inspect(value)).not.toThrow()
  })

  it.each([
    ['a NUL', 'a\0b'],
    ['a NUL within', { a: [{ b: '\0' }] }],
    ['a NUL in a name', { 'a\0': 1 }],
    ['half a surrogate pair', ['\ud800']],
    ['a prototype', JSON.parse('{"a":{"__proto__":1}}') as unknown],
    ['33 levels', nested(33)],
    ['100,000 levels', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown],
  ])('refuses %s', (_what, value) => {
    expect(() => inspect(value)).toThrow(Problem)
  })
})

describe('readPath', () => {
  it('writes UUIDs in lower case and leaves everything else', () => {
    const uuid = '019A8C1E-7B2F-7C3D-9E4F-5A6B7C8D9E0F'
    expect(readPath({ keyUUID: uuid, code: 'AbC' })).toEqual({ keyUUID: uuid.toLowerCase(), code: 'AbC' })
  })

  it('puts a prefix together again', () => {
    expect(readPath({ notation: '192.0.2.0', length: '24' })).toEqual({ notation: '192.0.2.0/24' })
    expect(readPath({ notation: '192.0.2.0/24' })).toEqual({ notation: '192.0.2.0/24' })
  })
})

const schema = Type.Object({
  count: Type.Optional(Int(0, 10)),
  price: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  wish: Type.Optional(Nullable(Int(0, 10))),
  name: Type.Optional(Text(10)),
  on: Type.Optional(Type.Boolean()),
  list: Type.Optional(ListOf(Int(0, 10), 3)),
  inner: Type.Optional(Type.Object({ count: Int(0, 10) })),
})

describe('readLeniently', () => {
  it.each([
    [{ count: '5' }, { count: 5 }],
    [{ count: '-5' }, { count: -5 }],
    [{ price: '1.25' }, { price: 1.25 }],
    [{ wish: '5' }, { wish: 5 }],
    [{ wish: null }, { wish: null }],
    [{ name: '5' }, { name: '5' }],
    [{ on: 'true' }, { on: 'true' }],
    [{ list: ['1', 2] }, { list: [1, 2] }],
    [{ list: '1,2' }, { list: '1,2' }],
    [{ inner: { count: '5' } }, { inner: { count: 5 } }],
    [{ unknown: '5' }, { unknown: '5' }],
  ])('in a body: %j is read as %j', (given, read) => {
    expect(readLeniently(schema, given, 'body')).toEqual(read)
  })

  it.each(['', ' 5', '5 ', '5px', '0x10', '1e3', '+5', '١', 'Infinity', 'NaN', '1'.repeat(16), '1.', '.5', '--1'])(
    'leaves the text %j for the validator to refuse',
    (text) => {
      expect(readLeniently(schema, { count: text }, 'body')).toEqual({ count: text })
    },
  )

  it.each([
    [{ on: 'true' }, { on: true }],
    [{ on: '0' }, { on: false }],
    [{ on: 'yes' }, { on: 'yes' }],
    [{ list: '1,2' }, { list: [1, 2] }],
    [{ list: ['1,2', '3'] }, { list: [1, 2, 3] }],
    [{ list: '' }, { list: [] }],
    [{ list: { a: '1' } }, { list: { a: '1' } }],
  ])('in a query: %j is read as %j', (given, read) => {
    expect(readLeniently(schema, given, 'query')).toEqual(read)
  })

  it('refuses a list that is too long by the name of its field, before anyone looks into it', () => {
    expect(() => readLeniently(schema, { list: '1,2,3,4' }, 'query')).toThrow(
      expect.objectContaining({ fields: { list: ['must have at most 3 items'] } }),
    )
  })

  it('does not make a number of what is none, nor change a number there is', () => {
    fc.assert(
      fc.property(fc.integer(), (count) => {
        expect(readLeniently(schema, { count }, 'body')).toEqual({ count })
        expect(readLeniently(schema, { count: String(count) }, 'body')).toEqual({ count })
      }),
    )
  })

  it.each([null, undefined, 5, 'text', []])('leaves %j, which is no object, as it is', (value) => {
    expect(readLeniently(schema, value, 'body')).toEqual(value)
    expect(readLeniently(undefined, value, 'body')).toEqual(value)
  })
})

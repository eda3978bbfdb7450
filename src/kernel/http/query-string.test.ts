import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../problems.ts'
import { parseQuery, readQuery, unreadableQuery } from './query-string.ts'

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseQuery(text)))

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=1', { a: '1' }],
    ['a=1=2', { a: '1=2' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    ['a=1,2', { a: '1,2' }],
    ['filter[x]=1', { filter: { x: '1' } }],
    ['filter%5Bx%5D=1', { filter: { x: '1' } }],
    ['filter[x]=1&filter[y]=2', { filter: { x: '1', y: '2' } }],
    ['filter[x]=1&filter[x]=2', { filter: { x: ['1', '2'] } }],
    ['filter[x][]=1&filter[x][]=2', { filter: { x: ['1', '2'] } }],
    ['filter[x][0]=1', { filter: { x: ['1'] } }],
    ['filter[x][gte]=1', { filter: { 'x][gte': '1' } }],
    ['a+b=c+d%20e', { 'a b': 'c d e' }],
    ['a=%C3%A4', { a: 'ä' }],
    ['&&a=1&&', { a: '1' }],
    ['=1&[]=1&[a]=1', {}],
    ['a=1&a[b]=2', { a: '1' }],
    ['a[b]=2&a=1', { a: { b: '2' } }],
  ])('%s', (text, value) => {
    expect(plain(text)).toEqual(value)
  })

  it.each(['a=%', 'a=%zz', '%ff=1', 'a=%00', 'a%00=1', 'a=%c0%80', 'a=%ed%a0%80'])('refuses %s', (text) => {
    expect(() => parseQuery(text)).toThrow(Problem)
    expect(readQuery(text)).toBe(unreadableQuery)
  })

  it('has no prototype to pollute or to be mistaken for a value', () => {
    const query = parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__]=1')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(parseQuery('')['toString']).toBeUndefined()
    expect(Object.getPrototypeOf(query)).toBeNull()
  })

  it('gives back what was encoded, whatever it was', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[[\]\0]/.test(text))
    const values = fc.dictionary(
      word,
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    )
    fc.assert(
      fc.property(values, (pairs) => {
        const text = Object.entries(pairs)
          .map((pair) => pair.map(encodeURIComponent).join('='))
          .join('&')
        expect(new Map(Object.entries(parseQuery(text)))).toEqual(new Map(Object.entries(pairs)))
      }),
    )
  })

  it('answers or refuses every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readQuery(text)).toBeTypeOf('object')
      }),
    )
  })
})

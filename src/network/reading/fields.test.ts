import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldText, splitFields } from './fields.ts'

function split(line: Uint8Array | string): string[] | null {
  const bytes = typeof line === 'string' ? Buffer.from(line) : line
  const count = splitFields(bytes, 0, bytes.length, 44)
  return count < 0 ? null : Array.from({ length: count }, (_, field) => fieldText(bytes, field))
}

test('fields written with quotes come back as they were', () => {
  const field = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 8 }), (given) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      expect(split(given.map(quoted).join(','))).toEqual(given)
      const plain = given.map((text) => text.replaceAll(/[",]/g, '').trim())
      expect(split(plain.join(','))).toEqual(plain)
    }),
  )
})

test.each<[string, string[] | null]>([
  ['', ['']],
  [',', ['', '']],
  ['a,', ['a', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a"b,c', null],
  ['"a', null],
  ['1,"Caf\u00e9"', ['1', 'Café']],
])('%j is %j', (line, expected) => {
  expect(split(line)).toEqual(expected)
})

test('what is no UTF-8 is Latin-1', () => {
  expect(split(Buffer.from('Café', 'latin1'))).toEqual(['Café'])
})

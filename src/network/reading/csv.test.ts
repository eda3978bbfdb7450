import { expect, test } from 'vitest'
import fc from 'fast-check'
import { fieldsOf } from './csv.ts'

test('fields come back as they went in, whatever is in them', () => {
  const field = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', 'é') }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(field, { minLength: 1 }), (fields) => {
      const written = fields.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')
      expect(fieldsOf(written)).toEqual(fields)
    }),
  )
})

test('an unclosed quote ends, and so does a line of quotes', () => {
  expect(fieldsOf('"a,b').length).toBeLessThan(4)
  expect(fieldsOf('"""""').length).toBeLessThan(4)
  expect(fieldsOf('"a"b,c')).toHaveLength(2)
})

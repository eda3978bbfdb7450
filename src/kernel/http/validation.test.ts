import { describe, expect, it } from 'vitest'
import { fieldsRefused, type Finding } from './validation.ts'

const finding = (
  keyword: string,
  instancePath: string,
  params: Record<string, unknown> = {},
  message?: string,
): Finding => ({
  keyword,
  instancePath,
  params,
  ...(message === undefined ? {} : { message }),
})

const fieldsOf = (...findings: Finding[]) => fieldsRefused(findings).fields

describe('fieldsRefused', () => {
  it.each([
    [finding('required', '', { missingProperty: 'name' }), { name: ['is required'] }],
    [finding('required', '/a/0', { missingProperty: 'b' }), { 'a.0.b': ['is required'] }],
    [finding('type', '/size', { type: 'integer' }), { size: ['must be an integer'] }],
    [finding('type', '', { type: 'object' }), { body: ['must be an object'] }],
    [finding('type', '/on', { type: 'boolean' }), { on: ['must be a boolean'] }],
    [finding('minimum', '/size', { limit: 1 }), { size: ['must be at least 1'] }],
    [finding('maximum', '/size', { limit: 5 }), { size: ['must be at most 5'] }],
    [finding('minLength', '/name', { limit: 1 }), { name: ['must not be empty'] }],
    [finding('minLength', '/name', { limit: 3 }), { name: ['must have at least 3 characters'] }],
    [finding('maxLength', '/name', { limit: 3 }), { name: ['must have at most 3 characters'] }],
    [finding('enum', '/role', { allowedValues: ['a', 'b'] }), { role: ['must be one of a, b'] }],
    [finding('format', '/mail', { format: 'email' }), { mail: ['must be a valid email'] }],
    [finding('additionalProperties', '/filter', { additionalProperty: 'x' }), { 'filter.x': ['is not known here'] }],
    [finding('unheard', '/a', {}, 'must be nice'), { a: ['must be nice'] }],
    [finding('unheard', '/a'), { a: ['is not acceptable'] }],
  ])('%j', (given, fields) => {
    expect(fieldsOf(given)).toEqual(fields)
  })

  it('says each thing once per field, and not that it might have been null', () => {
    const type = finding('type', '/a', { type: 'integer' })
    expect(fieldsOf(type, type, finding('type', '/a', { type: 'null' }), finding('anyOf', '/a'))).toEqual({
      a: ['must be an integer'],
    })
  })

  it('stops at twenty fields', () => {
    const many = Array.from({ length: 50 }, (_, i) => finding('type', `/a/${i}`, { type: 'string' }))
    expect(Object.keys(fieldsOf(...many) ?? {})).toHaveLength(20)
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'is not confused by a field called %s',
    (name) => {
      const fields = fieldsOf(finding('additionalProperties', '', { additionalProperty: name }))
      expect(JSON.stringify(fields)).toBe(`{"${name}":["is not known here"]}`)
    },
  )
})

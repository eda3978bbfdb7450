import { expect, it } from 'vitest'
import { inOpenApi30 } from './openapi30.ts'

const schema = (part: object) =>
  (inOpenApi30({ openapi: '3.1.0', components: part }) as { components: object }).components

it('says which version it is', () => {
  expect(inOpenApi30({ openapi: '3.1.0', paths: {} })).toEqual({ openapi: '3.0.3', paths: {} })
})

it('says what may be null', () => {
  const text = { type: 'string', maxLength: 3 }
  expect(schema({ description: 'A', anyOf: [text, { type: 'null' }] })).toEqual({
    description: 'A',
    ...text,
    nullable: true,
  })
  expect(schema({ anyOf: [text, { type: 'integer' }, { type: 'null' }] })).toEqual({
    anyOf: [text, { type: 'integer' }],
    nullable: true,
  })
  expect(schema({ anyOf: [text, { type: 'integer' }] })).toEqual({ anyOf: [text, { type: 'integer' }] })
})

it('gives one example', () => {
  expect(schema({ type: 'string', examples: ['a', 'b'] })).toEqual({ type: 'string', example: 'a' })
})

it('reaches into lists and properties, whatever these are called, but not into examples', () => {
  const nothing = { type: 'null' }
  const maybe = { anyOf: [{ type: 'integer' }, nothing] }
  const properties = { anyOf: maybe, examples: maybe, list: { type: 'array', items: maybe } }
  const number = { type: 'integer', nullable: true }
  const shown = { example: { anyOf: [1, nothing], examples: ['kept'] } }
  expect(schema({ properties, ...shown })).toEqual({
    properties: { anyOf: number, examples: number, list: { type: 'array', items: number } },
    ...shown,
  })
})

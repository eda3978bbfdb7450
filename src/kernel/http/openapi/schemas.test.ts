import { describe, expect, it } from 'vitest'
import { Answer, named, Nullable, Type } from '../schema.ts'
import { Schemas } from './schemas.ts'

describe('schemas in a document', () => {
  it('stand there once under their names, and are referred to', () => {
    const schemas = new Schemas()
    const Money = named('Money', { amount: Type.String() })
    const written = schemas.write(Answer({ total: Money, tax: Type.Optional(Nullable(Money)) }))
    const reference = { $ref: '#/components/schemas/Money' }
    expect(written).toMatchObject({
      required: ['total'],
      properties: { total: reference, tax: { anyOf: [reference, { type: 'null' }] } },
    })
    expect(schemas.all()).toEqual({
      Money: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: 'string' } },
        additionalProperties: false,
      },
    })
  })

  it('may be described anew where they are used', () => {
    const schemas = new Schemas()
    const Time = Type.Named('Time', Type.Integer({ description: 'Unix seconds' }))
    schemas.write(Time)
    expect(schemas.write({ ...Time, description: 'When it ends.' })).toEqual({
      $ref: '#/components/schemas/Time',
      description: 'When it ends.',
    })
  })

  it('are not two things by one name', () => {
    const schemas = new Schemas()
    schemas.write(named('Line', { amount: Type.Number() }))
    expect(() => schemas.write(named('Line', { amount: Type.String() }))).toThrow('Two schemas are called Line')
  })

  it('may speak of themselves, and the validator does not mind', () => {
    const schemas = new Schemas()
    const Tree = named('Tree', { parts: Type.Array(Type.Itself('Tree')) })
    schemas.write(Tree)
    expect(schemas.all()['Tree']).toMatchObject({
      properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    })
    expect(JSON.parse(JSON.stringify(Tree))).toMatchObject({
      properties: { parts: { items: { type: 'object', additionalProperties: true } } },
    })
  })

  it('have maps in the words that generators of clients read', () => {
    expect(new Schemas().write(Type.Record(Type.Integer()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer' },
    })
  })
})

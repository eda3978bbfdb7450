import { describe, expect, it } from 'vitest'
import { sampleOf } from './sample.ts'

const nouns = {
  Place: {
    type: 'object',
    required: ['city', 'country', 'kind', 'floors', 'open', 'owner', 'rooms'],
    properties: {
      city: { type: 'string', examples: ['Utrecht'] },
      country: { type: 'string', default: 'NL' },
      kind: { enum: ['office', 'home'] },
      floors: { type: 'integer', minimum: 2 },
      open: { type: 'boolean' },
      owner: { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] },
      rooms: { type: 'array', items: { $ref: '#/components/schemas/Room' } },
      note: { type: 'string' },
    },
  },
  Room: { type: 'object', required: ['inside'], properties: { inside: { $ref: '#/components/schemas/Room' } } },
}

describe('sampleOf', () => {
  it('fills in what is required, by example, standard, choice and kind', () => {
    const sample = sampleOf({ $ref: '#/components/schemas/Place' }, { components: { schemas: nouns } })
    expect(sample).toMatchObject({
      city: 'Utrecht',
      country: 'NL',
      kind: 'office',
      floors: 2,
      open: true,
      owner: 'someone@example.net',
    })
    expect(sample).not.toHaveProperty('note')
  })

  it('comes to an end where a noun speaks of itself', () => {
    expect(JSON.stringify(sampleOf({ $ref: '#/components/schemas/Room' }, { components: { schemas: nouns } }))).toMatch(
      /null\}+$/,
    )
  })
})

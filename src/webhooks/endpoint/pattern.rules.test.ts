import { describe, expect, it } from 'vitest'
import { unknownPatterns, wants } from './pattern.rules.ts'

describe('what an endpoint wants', () => {
  it.each([
    ['a type', ['lease.started'], 'lease.started', true],
    ['another type of its family', ['lease.started'], 'lease.ended', false],
    ['a family', ['lease.*'], 'lease.ended', true],
    ['no family whose name begins alike', ['prefix.*'], 'prefixes.health_changed', false],
    ['all', ['*'], 'order.completed', true],
    ['one of several', ['lease.*', 'order.*'], 'order.completed', true],
  ])('%s', (_what, patterns, type, expected) => {
    expect(wants(patterns, type)).toBe(expected)
  })

  it('is known by name', () => {
    const types = ['lease.started', 'order.completed']
    expect(unknownPatterns(['lease.*', 'order.completed', '*'], types)).toEqual([])
    expect(unknownPatterns(['lease', 'leases.*', 'lease.begun', '.*', ''], types)).toEqual([
      'lease',
      'leases.*',
      'lease.begun',
      '.*',
      '',
    ])
  })
})

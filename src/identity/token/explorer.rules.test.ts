import { describe, expect, it } from 'vitest'
import { knownScopes } from '../scope.rules.ts'
import { isGiven, scopesOf } from './explorer.rules.ts'

describe('scopes by role', () => {
  it('are those that read for viewers, and all for those who may change things', () => {
    expect(scopesOf('viewer')).toEqual(knownScopes.filter((scope) => scope.endsWith(':read')))
    for (const role of ['member', 'owner'] as const) expect(scopesOf(role)).toEqual(knownScopes)
  })

  it('are given as a whole or not at all, and never by a company that may not act', () => {
    expect(isGiven({ role: 'viewer', status: 'active' }, ['billing:read', 'dns:read'])).toBe(true)
    expect(isGiven({ role: 'viewer', status: 'active' }, ['billing:read', 'billing'])).toBe(false)
    expect(isGiven({ role: 'member', status: 'pending' }, ['billing', 'ecommerce'])).toBe(true)
    expect(isGiven({ role: 'owner', status: 'active' }, ['everything'])).toBe(false)
    for (const status of ['suspended', 'closed'] as const)
      expect(isGiven({ role: 'owner', status }, ['billing:read'])).toBe(false)
  })
})

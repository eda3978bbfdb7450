import { describe, expect, it } from 'vitest'
import { faultOfAcceptance, mustAccept } from './site-text.rules.ts'

describe('accepting terms', () => {
  it.each([
    [undefined, null, null],
    [undefined, 3, 'site_terms_not_accepted'],
    [1, null, 'site_terms_unknown'],
    [4, 3, 'site_terms_unknown'],
    [2, 3, 'site_terms_superseded'],
    [3, 3, null],
  ])('version %s where %s is current: %s', (given, current, fault) => {
    expect(faultOfAcceptance(given, current)).toBe(fault)
  })

  it('is asked for with the first terms, with later ones where the operator says so, and with nothing else', () => {
    expect([mustAccept('terms', 1, false), mustAccept('terms', 2, false), mustAccept('terms', 2, true)]).toEqual([
      true,
      false,
      true,
    ])
    expect(mustAccept('privacy', 1, true)).toBe(false)
  })
})

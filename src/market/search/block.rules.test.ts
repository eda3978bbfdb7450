import { describe, expect, it } from 'vitest'
import { percentOf, sentenceFor } from './block.rules.ts'

describe('what a lessee reads of a check', () => {
  const kinds = ['whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa'] as const

  it('is a sentence, whatever the check and its verdict', () => {
    for (const kind of kinds)
      for (const status of ['pending', 'passed', 'warning', 'failed', 'skipped'] as const)
        expect(sentenceFor(kind, status)).toMatch(/^[A-Z].*\.$/)
  })

  it('speaks of the check where it passed, and asks nothing of the lessee', () => {
    expect(sentenceFor('iprep', 'passed')).toBe('No blocklist has any of it.')
    for (const kind of kinds) expect(sentenceFor(kind, 'passed')).not.toMatch(/\byour?\b/)
  })
})

describe('percentOf', () => {
  it.each([
    [0, 40, 0],
    [39, 40, 97],
    [40, 40, 100],
    [41, 40, 100],
    [3, 0, 0],
  ])('%d of %d is %d', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

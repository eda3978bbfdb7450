import { describe, expect, it } from 'vitest'
import { isHandedOn, policyOf } from './policy.rules.ts'

describe('what a status allows', () => {
  it.each([
    ['ripencc', 'ALLOCATED PA', false],
    ['ripencc', 'allocated pa', false],
    ['ripencc', 'LEGACY', false],
    ['ripencc', 'ASSIGNED PI', true],
    ['ripencc', 'ASSIGNED PA', true],
    ['ripencc', 'AGGREGATED-BY-LIR', true],
    ['ripencc', 'ALLOCATED UNSPECIFIED', true],
    ['arin', 'DIRECT ALLOCATION', false],
    ['arin', 'DIRECT ASSIGNMENT', true],
    ['arin', 'REASSIGNMENT', true],
    ['apnic', 'ALLOCATED PORTABLE', false],
    ['apnic', 'ASSIGNED PORTABLE', true],
    ['apnic', 'ASSIGNED NON-PORTABLE', true],
    ['lacnic', 'ALLOCATED', false],
    ['lacnic', 'assigned', true],
    ['afrinic', 'ALLOCATED PA', false],
    ['afrinic', 'ASSIGNED PI', true],
  ])('%s, %s: warns %s', (registry, type, warns) => {
    const policy = policyOf(registry, type)
    expect(policy?.warns).toBe(warns)
    for (const sentence of [policy?.allows, policy?.says]) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(policy?.source).not.toBe('')
  })

  it('says so where it is not known', () => {
    expect(policyOf('arin', '')?.allows).toContain('shows no status')
    expect(policyOf('arin', 'STRANGE')?.allows).toContain('ARIN writes STRANGE')
    expect(policyOf('elsewhere', 'ALLOCATED PA')).toBeNull()
  })

  it("knows whose contacts may be a provider's", () => {
    expect(
      ['ASSIGNED PA', 'AGGREGATED-BY-LIR', 'REASSIGNMENT', 'REALLOCATED', 'ASSIGNED NON-PORTABLE'].every(isHandedOn),
    ).toBe(true)
    expect(['ALLOCATED PA', 'LEGACY', 'DIRECT ALLOCATION', 'ASSIGNED PI', ''].some(isHandedOn)).toBe(false)
  })
})

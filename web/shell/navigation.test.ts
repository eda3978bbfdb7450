import { describe, expect, it } from 'vitest'
import { entriesOf, isAt, pagesOf, type NavSide } from './navigation.ts'

const sides: readonly NavSide[] = ['company', 'operator']

/** More are not read but searched through; whoever searches has the palette. */
const mostEntries = 12

describe('the navigation', () => {
  it.each(sides)('has at most a dozen entries for a %s, and few below each', (side) => {
    expect(entriesOf(side).length).toBeLessThanOrEqual(mostEntries)
    for (const entry of entriesOf(side)) expect(pagesOf(entry).length).toBeLessThanOrEqual(4)
  })

  it('leads to each page once', () => {
    const pages = sides.flatMap(entriesOf).flatMap(pagesOf)
    expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length)
  })

  it('knows a page by its list, and a home by itself alone', () => {
    expect(isAt('/operator/companies/$tenant', '/operator/companies')).toBe(true)
    expect(isAt('/c/$company/letters-to-do', '/c/$company/letters')).toBe(false)
    expect(isAt('/operator/companies', '/operator/')).toBe(false)
    expect(isAt('/operator/', '/operator/')).toBe(true)
  })
})

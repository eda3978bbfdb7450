import { describe, expect, it } from 'vitest'
import { millisToWait, pauseOf } from './fault.rules.ts'

const now = new Date('2026-11-15T10:00:00Z')

describe('how long a registry is left alone', () => {
  it.each([
    ['120', 120],
    ['Sun, 15 Nov 2026 10:02:00 GMT', 120],
    ['Sun, 15 Nov 2026 09:00:00 GMT', 1],
    ['0', 1],
    ['999999999', 86_400],
    ['soon', 300],
    [undefined, 300],
  ])('Retry-After: %s', (header, seconds) => {
    expect(pauseOf(header, now)).toBe(seconds)
  })
})

describe('turns', () => {
  it('are so many in a minute, and then wait for the first to be a minute ago', () => {
    const at = now.getTime()
    expect(millisToWait([], 2, at)).toBe(0)
    expect(millisToWait([at - 10_000], 2, at)).toBe(0)
    expect(millisToWait([at - 10_000, at - 20_000], 2, at)).toBe(40_000)
    expect(millisToWait([at - 10_000, at - 61_000], 2, at)).toBe(0)
  })
})

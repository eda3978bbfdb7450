import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimit } from './limits.ts'

const start = 12_345
const minute = 60_000

/** A limit whose clock stands where it was last put. */
function limitOf(perMinute: number): { take: (key: string, at: number) => ReturnType<RateLimit['take']> } {
  let now = start
  const limit = new RateLimit(perMinute, () => now)
  return {
    take: (key, at) => {
      now = at
      return limit.take(key)
    },
  }
}

/** Gaps between requests, from a burst to minutes of silence. */
const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(5_000), fc.nat(90_000)), {
  minLength: 1,
  maxLength: 200,
})

function timesOf(steps: readonly number[]): number[] {
  let at = start
  return steps.map((gap) => (at += gap))
}

describe('RateLimit', () => {
  it('lets a full minute through at once, whatever the number, and not one more', () => {
    for (const perMinute of [...Array.from({ length: 70 }, (_, i) => i + 1), 600, 997, 1_000]) {
      const limit = limitOf(perMinute)
      const taken = Array.from({ length: perMinute }, () => limit.take('a', start))
      expect(taken.every(({ allowed }) => allowed)).toBe(true)
      expect(taken.map(({ remaining }) => remaining)).toEqual(taken.map((_, i) => perMinute - 1 - i))
      expect(limit.take('a', start)).toMatchObject({ allowed: false, remaining: 0 })
    }
  })

  it('never lets more through in any stretch than a burst and what flows back meanwhile', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (perMinute, steps) => {
        const limit = limitOf(perMinute)
        const let_ = timesOf(steps).filter((at) => limit.take('a', at).allowed)
        for (const [i, from] of let_.entries())
          for (const [j, to] of let_.slice(i).entries())
            expect(j + 1).toBeLessThanOrEqual(perMinute + Math.floor(((to - from) * perMinute) / minute + 1e-6))
      }),
      { numRuns: 60 },
    )
  })

  it('says honestly when to come back: then it lets in, and a second earlier it does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), gaps, (perMinute, steps) => {
        const limit = limitOf(perMinute)
        let at = start
        for (let i = 0; i < perMinute; i++) limit.take('a', at)
        for (const gap of steps) {
          at += gap
          const { allowed, reset } = limit.take('a', at)
          if (allowed) continue
          expect(reset).toBeGreaterThanOrEqual(1)
          expect(limit.take('a', at + (reset - 1) * 1_000).allowed).toBe(false)
          at += reset * 1_000
          expect(limit.take('a', at).allowed).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts each key for itself', () => {
    const limit = limitOf(1)
    expect(
      [limit.take('a', start), limit.take('b', start), limit.take('a', start)].map(({ allowed }) => allowed),
    ).toEqual([true, true, false])
  })

  it('of 0 is off', () => {
    const limit = limitOf(0)
    for (let i = 0; i < 10_000; i++) expect(limit.take('a', start).allowed).toBe(true)
  })
})

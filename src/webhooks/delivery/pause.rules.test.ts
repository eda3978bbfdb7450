import { describe, expect, it } from 'vitest'
import { addSeconds } from '../../kernel/time.ts'
import { nextTry, restUntil } from './pause.rules.ts'

const first = new Date('2026-11-17T10:00:00Z')
const hours = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 3_600_000

describe('what did not arrive', () => {
  it('is sent again after pauses that grow, for the last time after three days', () => {
    const tried = [first]
    for (;;) {
      const next = nextTry(tried.length, first, tried.at(-1) ?? first)
      if (next === null) break
      tried.push(next)
    }
    const pauses = tried.slice(1).map((time, i) => hours(tried[i] ?? first, time))
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b))
    expect(hours(first, tried.at(-1) ?? first)).toBe(72)
    expect(tried).toHaveLength(16)
  })

  it('is given up when the last moment has passed meanwhile', () => {
    expect(nextTry(3, first, addSeconds(first, 80 * 3_600))).toBeNull()
  })
})

describe('an endpoint that fails', () => {
  it('rests twice as long each time, up to a quarter of an hour', () => {
    const rests = [1, 2, 3, 8, 9, 1_000].map(
      (failures) => (restUntil(failures, first).getTime() - first.getTime()) / 1_000,
    )
    expect(rests).toEqual([5, 10, 20, 640, 900, 900])
  })
})

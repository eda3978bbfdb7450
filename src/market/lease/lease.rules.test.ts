import { expect, it } from 'vitest'
import { mayRunUntil } from './lease.rules.ts'

it('lets a period run to the end of lease and offer, and not past either', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  expect(mayRunUntil(day(15), null, null)).toBe(true)
  expect(mayRunUntil(day(15), day(15), day(16))).toBe(true)
  expect(mayRunUntil(day(15), null, day(14))).toBe(false)
  expect(mayRunUntil(day(15), day(14), null)).toBe(false)
})

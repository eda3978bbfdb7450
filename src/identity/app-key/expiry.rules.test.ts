import { describe, expect, it } from 'vitest'
import { addDays, addSeconds } from '../../kernel/time.ts'
import { warningDue, type WarningDays } from './expiry.rules.ts'

const expires_at = new Date('2026-12-31T12:00:00Z')
const before = (days: number) => addDays(expires_at, -days)

const dueAt = (now: Date, warned_days: WarningDays | null = null, created_at = before(400)) =>
  warningDue({ created_at, expires_at, warned_days }, now)

describe('warningDue', () => {
  it.each([
    [31, null],
    [30, 30],
    [8, 30],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 1],
  ])('%i days before the end is %j', (days, due) => {
    expect(dueAt(before(days))).toBe(due)
  })

  it('comes at its moment, not a second before', () => {
    expect(dueAt(addSeconds(before(7), -1), 30)).toBeNull()
    expect(dueAt(before(7), 30)).toBe(7)
  })

  it('is given once, and never one that is over', () => {
    for (const given of [30, 7, 1] as const) expect(dueAt(before(given), given)).toBeNull()
    expect(dueAt(before(20), 7)).toBeNull()
  })

  it('is not given of a time before the key was made: who makes one for five days knows it', () => {
    expect(dueAt(before(5), null, before(5))).toBeNull()
    expect(dueAt(before(1), null, before(5))).toBe(1)
    expect(dueAt(before(0), null, before(0))).toBeNull()
  })
})

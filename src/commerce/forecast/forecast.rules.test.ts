import { describe, expect, it } from 'vitest'
import { addDays, addMonths, addSeconds } from '../../kernel/time.ts'
import { paymentsAhead, type Prospect } from './forecast.rules.ts'
import type { Step } from '../renewal/period.rules.ts'

const start = new Date('2026-01-15T10:00:00Z')
const end = addMonths(start, 1)
const after = (hours: number, from = end) => addSeconds(from, hours * 3_600)
const running = { status: 'active' as const, uuid: 'l', offer_uuid: 'o', expires_at: null }

const prospect = (step: Step | null, hours: number, more: Partial<Prospect> & { expires_at?: Date } = {}): Prospect => {
  const { expires_at = null, ...rest } = more
  return {
    subscription: {
      uuid: 's',
      tenant_uuid: 't',
      lease_uuid: 'l',
      name: '192.0.2.0/24',
      status: 'active',
      price_minor: 10_000,
      payment_method_uuid: null,
      anchor_day: 15,
      period_number: 1,
      period_start: start,
      period_end: end,
      expires_at,
      next_step: step,
      next_step_at: step && after(hours),
    },
    terms: running,
    payable: true,
    live: undefined,
    ...rest,
  }
}

const paid = (one: Prospect, months = 3, now = start) => paymentsAhead(one, now, addMonths(now, months))

describe('payments ahead', () => {
  it('are captured half a day before each period', () => {
    const captured = [end, addMonths(start, 2), addMonths(start, 3)].map((each) => after(-12, each))
    expect(paid(prospect('order', -48))).toEqual(captured)
    expect(paid(prospect('order', -48), 2)).toEqual(captured.slice(0, 2))
  })

  it.each<[Step, number]>([
    ['capture', -12],
    ['due', 0],
    ['grace_first', 24],
    ['grace_second', 48],
    ['last_try', 68],
  ])('are taken at the next step, %s, and then as usual', (step, hours) => {
    const now = after(hours - 1)
    expect(paid(prospect(step, hours), 2, now).slice(0, 2)).toEqual([after(hours), after(-12, addMonths(start, 2))])
  })

  it('take up what is under way: authorised, started, or waiting for a second step', () => {
    const at = (status: 'authorised' | 'started' | 'needs_action', capture: boolean) =>
      paid(prospect('authorise', -24, { live: { status, capture }, payable: false }), 1)
    expect(at('authorised', false)).toEqual([after(-12)])
    expect(at('started', false)).toEqual([after(-12)])
    expect(at('started', true)).toEqual([after(-24)])
    expect(at('needs_action', true)).toEqual([after(-24)])
  })

  it('count as of now where they are late, and the steps after them keep their distance', () => {
    const now = addDays(end, 5)
    expect(paid(prospect('capture', -12), 1, now)).toEqual([now, after(-12, addMonths(start, 2))])
    expect(paid(prospect('order', -48), 1, now)[0]).toEqual(addSeconds(now, 12 * 3_600))
    expect(paid(prospect('due', 0), 1, after(11))[0]).toEqual(end)
  })

  it('are none where nothing can be charged, nothing renews or all is over', () => {
    expect(paid(prospect('order', -48, { payable: false }))).toEqual([])
    expect(paid(prospect('end', 0))).toEqual([])
    expect(paid(prospect(null, 0))).toEqual([])
    expect(paid(prospect('order', -48, { terms: undefined }))).toEqual([])
    expect(paid(prospect('order', -48, { terms: { ...running, status: 'terminated' } }))).toEqual([])
  })

  it('end with what has been given notice of', () => {
    const limit = addMonths(start, 3)
    expect(paid(prospect('order', -48, { expires_at: limit }), 12)).toHaveLength(2)
    expect(paid(prospect('order', -48, { terms: { ...running, expires_at: limit } }), 12)).toHaveLength(2)
  })
})

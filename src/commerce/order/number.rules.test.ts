import { expect, it } from 'vitest'
import { orderNumber } from './number.rules.ts'

const placed_at = new Date('2026-11-17T23:59:59Z')

it('is the day and six characters', () => {
  expect(orderNumber({ uuid: '019a93e0-0000-7000-8000-000000000000', placed_at })).toBe('261117-000000')
  expect(orderNumber({ uuid: '019a93e0-0000-7000-8000-00000000001f', placed_at })).toBe('261117-00000Z')
  expect(orderNumber({ uuid: '019a93e0-0000-7000-8000-0000ffffffff', placed_at })).toBe('261117-ZZZZZZ')
})

it('has nothing that is read as something else', () => {
  for (let n = 0; n < 32; n++) {
    const uuid = `019a93e0-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    expect(orderNumber({ uuid, placed_at })).not.toMatch(/[ILOU]/)
  }
})

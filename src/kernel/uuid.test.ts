import { describe, expect, it } from 'vitest'
import { newUuid, uuidAt } from './uuid.ts'

describe('newUuid', () => {
  it('is version 7, variant 10, lower case, and of this moment', () => {
    const uuid = newUuid()
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Math.abs(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(5_000)
  })

  it('keeps its order and never repeats, also many times within a millisecond', () => {
    const many = Array.from({ length: 50_000 }, newUuid)
    expect(many).toEqual(many.toSorted())
    expect(new Set(many).size).toBe(many.length)
  })
})

describe('uuidAt', () => {
  it('parts those made before a moment from those made since', () => {
    const before = newUuid()
    const made = Number.parseInt(before.replace('-', '').slice(0, 12), 16)
    expect(uuidAt(new Date(made)) < before).toBe(true)
    expect(uuidAt(new Date(made + 1)) > before).toBe(true)
    expect(uuidAt(new Date(-1))).toBe('00000000-0000-0000-0000-000000000000')
  })
})

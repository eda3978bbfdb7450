import { describe, expect, it } from 'vitest'
import { newUuid, uuidAt, uuidsBeginning } from './uuid.ts'

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

describe('uuidsBeginning', () => {
  it('lie between the first and the last that begin so', () => {
    expect(uuidsBeginning('019A8f-2')).toEqual([
      '019a8f20-0000-0000-0000-000000000000',
      '019a8f2f-ffff-ffff-ffff-ffffffffffff',
    ])
    const uuid = newUuid()
    expect(uuidsBeginning(uuid)).toEqual([uuid, uuid])
  })

  it.each(['', '019a8', 'invoice', '019a8g', `${newUuid()}0`])('%j is the beginning of none', (text) => {
    expect(uuidsBeginning(text)).toBeNull()
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

import { describe, expect, it } from 'vitest'
import { gather, mostKept, tellingAt, type Happening } from './alert.rules.ts'

const together = { several: (count: number) => `${count} blocks`, lead: { label: 'Look', page: '/offers' } }
const nothing = { count: 0, happenings: [] }
const happening = (n: number, more: Partial<Happening> = {}): Happening => ({
  severity: 'warning',
  count: 1,
  subject: `Block ${n}`,
  text: `Text ${n}\n`,
  why: `Why ${n}`,
  lead: { label: 'It', page: `/offers/${n}` },
  ...more,
})

describe('what happens together', () => {
  it('is said in its own words while it is alone', () => {
    expect(gather(nothing, [happening(1)], together)).toMatchObject({
      severity: 'warning',
      count: 1,
      subject: 'Block 1',
      body: 'Text 1\n',
      lead: { page: '/offers/1' },
    })
  })

  it('is one with a count, the worst first, and a link to all', () => {
    const first = gather(nothing, [happening(1), happening(2)], together)
    const all = gather(first, [happening(3, { severity: 'critical' }), happening(4)], together)
    expect(all).toMatchObject({ severity: 'critical', count: 4, subject: '4 blocks', lead: together.lead })
    expect(all.body).toBe('Block 3\nWhy 3\n\nBlock 1\nWhy 1\n\nBlock 2\nWhy 2\n\nBlock 4\nWhy 4\n')
  })

  it('keeps as many as are worth reading, and counts the rest, however it comes', () => {
    const many = Array.from({ length: 500 }, (_, n) => happening(n))
    const inOne = gather(nothing, many, together)
    const inTen = Array.from({ length: 10 }, (_, n) => many.slice(n * 50, n * 50 + 50)).reduce(
      (before, some) => gather(before, some, together),
      { ...gather(nothing, [happening(0)], together), count: 0, happenings: [] as readonly Happening[] },
    )
    expect(inTen).toEqual(inOne)
    expect([inOne.count, inOne.happenings.length]).toEqual([500, mostKept])
    expect(inOne.body).toMatch(/Block 19\nWhy 19\n\nAnd 480 more\.\n$/)
  })

  it('counts what one of them counts', () => {
    const two = gather(nothing, [happening(1, { count: 601 }), happening(2, { count: 3 })], together)
    expect([two.count, two.subject]).toEqual([604, '604 blocks'])
    expect(two.body).not.toContain('more')
  })
})

describe('when it is told', () => {
  const began = new Date('2026-11-17T10:00:00Z')
  const after = (seconds: number) => new Date(began.getTime() + seconds * 1_000)

  it.each([
    [0, 5],
    [4, 9],
    [114, 119],
    [118, 120],
    [150, 120],
  ])('after %i s of gathering: at %i s', (now, told) => {
    expect(tellingAt(began, after(now))).toEqual(after(told))
  })
})

import { describe, expect, it } from 'vitest'
import { digestOf, lastDigest, nextDigest, type DigestLine } from './digest.rules.ts'

describe('the mail of a day', () => {
  it.each([
    ['2026-11-17T06:59:59Z', '2026-11-16T07:00:00Z', '2026-11-17T07:00:00Z'],
    ['2026-11-17T07:00:00Z', '2026-11-17T07:00:00Z', '2026-11-18T07:00:00Z'],
    ['2026-12-31T23:00:00Z', '2026-12-31T07:00:00Z', '2027-01-01T07:00:00Z'],
  ])('at %s the last was due at %s, the next at %s', (now, last, next) => {
    expect(lastDigest(new Date(now))).toEqual(new Date(last))
    expect(nextDigest(new Date(now))).toEqual(new Date(next))
  })

  const line = (n: number, more: Partial<DigestLine> = {}): DigestLine => ({
    title: 'Brightwave',
    severity: 'warning',
    subject: `Block ${n}`,
    raised_at: new Date(Date.UTC(2026, 10, 16, 8, n)),
    ...more,
  })

  it('has the worst first, by company, and says how many there are', () => {
    const { subject, text } = digestOf([line(1), line(2, { title: 'Other' }), line(3, { severity: 'critical' })])
    expect(subject).toBe('Daily summary: 3 notifications, 1 critical')
    expect(text).toBe(
      'Brightwave:\n\nBlock 3\n16 November 2026 at 08:03 UTC\n\nBlock 1\n16 November 2026 at 08:01 UTC\n\nOther:\n\nBlock 2\n16 November 2026 at 08:02 UTC\n',
    )
    expect(digestOf([line(1)]).subject).toBe('Daily summary: 1 notification')
  })

  it('leaves the rest to the inbox', () => {
    expect(digestOf(Array.from({ length: 53 }, (_, n) => line(n))).text).toMatch(/\n\nAnd 3 more\.\n$/)
  })
})

import { describe, expect, it } from 'vitest'
import { datesIn, localeFor } from './dates.ts'

describe('dates', () => {
  it('are written as in the reader’s country where English is read, else as in Britain', () => {
    expect(['en', 'en-US', 'en-AU', 'de-DE', 'entish'].map(localeFor)).toEqual([
      'en',
      'en-US',
      'en-AU',
      'en-GB',
      'en-GB',
    ])
  })

  it('follow the chosen time zone', () => {
    const late = new Date('2026-11-17T23:30:00Z')
    expect(datesIn('UTC').date(late)).toContain('17')
    expect(datesIn('Asia/Kolkata').date(late)).toContain('18')
    expect(datesIn('UTC').time(late)).toContain('UTC')
  })

  it('are in UTC where the browser does not know the zone', () => {
    const at = new Date('2026-11-17T23:30:00Z')
    expect(datesIn('Mars/Olympus').moment(at)).toBe(datesIn('UTC').moment(at))
  })
})

import { describe, expect, it } from 'vitest'
import type { KindName } from '../kinds.rules.ts'
import type { Parts } from '../datasets/dataset.ts'
import { datedAhead, freshFor, isDue, isUrl, nameOf, readConfigured, readUrl, shrinkage } from './import.rules.ts'

describe('rows that fell', () => {
  it.each([
    [null, 1, null],
    [null, 0, 'import_empty'],
    [10, 5, null],
    [11, 5, 'import_shrunk'],
    [11, 0, 'import_empty'],
    [0, 1, null],
  ])('from %s to %s: %s', (before, rows, code) => {
    const parts = {}
    expect(shrinkage(before === null ? null : { rows: before, parts }, { rows, parts })?.row.code ?? null).toBe(code)
  })

  it.each<[string, Parts, Parts, string]>([
    ['one is gone', { a: 900, b: 10 }, { a: 900 }, 'The file has 0 rows of b where the last one had 10'],
    ['a large one has lost half', { a: 9_000, b: 1_000 }, { a: 9_000, b: 499 }, 'The file has 499 rows of b where'],
    ['a small one has lost half', { a: 9_000, b: 999 }, { a: 9_000, b: 1 }, 'nothing'],
    ['a new one stands beside it', { a: 9 }, { a: 9, b: 1 }, 'nothing'],
    ['the file names none any more', { a: 9 }, {}, 'nothing'],
  ])('in parts: %s', (_, before, parts, sentence) => {
    const found = shrinkage({ rows: 10_000, parts: before }, { rows: 10_000, parts })
    expect(found?.message ?? 'nothing').toContain(sentence)
  })
})

describe('a date ahead of the clock', () => {
  const now = new Date('2026-11-17T08:00:00Z')

  it.each([
    ['none', undefined, 'nothing'],
    ['earlier', new Date('2019-01-16'), 'nothing'],
    ['less than a day', new Date('2026-11-18T07:00:00Z'), 'nothing'],
    ['more', new Date('2030-01-01'), 'The file says that it is of 2030-01-01, and today is 2026-11-17'],
  ])('%s', (_, takenAt, sentence) => {
    expect(datedAhead(takenAt, now)?.message ?? 'nothing').toContain(sentence)
  })
})

describe('SUBLET_SOURCES', () => {
  it('names kind, address and perhaps the source', () => {
    expect(readConfigured('vrps=https://example.net/vrps.csv?a=b:c')).toEqual({
      kind: 'vrps',
      name: null,
      url: 'https://example.net/vrps.csv?a=b:c',
    })
    expect(readConfigured('delegated:ripencc=http://example.net/')).toEqual({
      kind: 'delegated',
      name: 'ripencc',
      url: 'http://example.net/',
    })
    expect(readConfigured('vrps:own=rtr://validator.example.net:323')).toEqual({
      kind: 'vrps',
      name: 'own',
      url: 'rtr://validator.example.net:323',
    })
  })

  it.each([
    '',
    'vrps',
    'gossip=https://example.net',
    'vrps:a b=https://example.net',
    'vrps=ftp://a',
    'vrps=',
    ':=x',
    'vrps=rtr://',
    'vrps=rtr://a/b',
    'vrps=rtr://a?b',
    'vrps=rtr://a:b@c',
    'geofeed=rtr://a',
  ])('refuses %s with a sentence', (text) => {
    expect(readConfigured(text)).toEqual(expect.any(String))
  })
})

describe('an address', () => {
  it('is told from a path', () => {
    expect(['https://a/b', 'FTP://a', './https', '/a/b', 'a.csv', 'c:\\a'].map(isUrl)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it.each(['http://', 'gopher://example.net', 'https://a@example.net', 'https://a:b@example.net'])(
    'is refused: %s',
    (text) => {
      expect(() => readUrl(text)).toThrow(/address/)
    },
  )
})

describe('a source', () => {
  const at = new Date('2026-11-15T00:00:00Z')
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)

  it('is due when it was never tried, when its time has come, and sooner after a failure', () => {
    const due = (kind: KindName, tried: { failed: boolean } | null, hours: number, everyHours?: number) =>
      isDue(
        { kind, name: null, url: 'https://a', ...(everyHours && { everyHours }) },
        tried && { at, ...tried },
        later(hours),
        'b',
      )
    expect(due('riswhois', null, 0)).toBe(true)
    expect(due('riswhois', { failed: false }, 7.9)).toBe(false)
    expect(due('riswhois', { failed: false }, 8.8)).toBe(true)
    expect(due('riswhois', { failed: true }, 2.2)).toBe(true)
    expect(due('drop', { failed: false }, 8.8)).toBe(false)
    expect(due('drop', { failed: false }, 8.8, 8)).toBe(true)
  })

  it('is fetched by each installation at a moment of its own, and always at the same', () => {
    const delays = (installation: string) =>
      ['https://a', 'https://b', 'https://c', 'https://d'].map((url) => {
        const isDueAfter = (hours: number) =>
          isDue({ kind: 'drop', name: null, url }, { at, failed: false }, later(hours), installation)
        return Array.from({ length: 241 }, (_, n) => 24 + n / 100).find(isDueAfter) ?? Number.NaN
      })
    const [one, other] = [delays('https://one.example'), delays('https://other.example')]
    expect(new Set([...one, ...other]).size).toBe(8)
    expect(Math.min(...one, ...other)).toBeGreaterThanOrEqual(24)
    expect(Math.max(...one, ...other)).toBeLessThanOrEqual(26.4)
    expect(delays('https://one.example')).toEqual(one)
  })

  it('counts for a day where routes are concerned, for a week elsewhere', () => {
    const limits = { freshRoutesHours: 24, freshDataHours: 168 }
    expect([freshFor('vrps', limits), freshFor('mrt', limits), freshFor('rpsl', limits)]).toEqual([
      86_400, 86_400, 604_800,
    ])
  })

  it('is called what a person says, else what its file says', () => {
    expect([nameOf('a', 'b'), nameOf(null, 'b'), nameOf(null, undefined)]).toEqual(['a', 'b', 'main'])
  })
})

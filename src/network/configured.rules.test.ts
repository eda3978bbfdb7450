import { describe, expect, it } from 'vitest'
import { readSources } from './configured.rules.ts'
import { isSourceName, kinds } from './kinds.rules.ts'
import { recommended } from './recommended.rules.ts'

const now = new Date('2026-11-17T00:00:00Z')
const read = (text: string, mirror: string | null = null, at = now) =>
  readSources(text === '' ? [] : text.split(','), { mirror, now: at })
const named = (text: string) => read(text).sources.map(({ kind, name }) => `${kind}:${name ?? ''}`)

describe('SUBLET_SOURCES', () => {
  it('without a word names what it always did', () => {
    expect(read('')).toEqual({ sources: [], mistakes: [] })
    expect(read('vrps=https://example.net/vrps.csv')).toEqual({
      sources: [{ kind: 'vrps', name: null, url: 'https://example.net/vrps.csv' }],
      mistakes: [],
    })
  })

  it('takes all that is recommended, beside what is named', () => {
    expect(named('recommended')).toEqual(recommended.map(({ kind, name }) => `${kind}:${name}`))
    expect(named('geofeed:mine=https://example.net/a,recommended')).toEqual(['geofeed:mine', ...named('recommended')])
  })

  it('leaves out a kind, or one of it', () => {
    expect(named('recommended,-mmdb,-rpsl:RIPE')).toEqual(
      named('recommended').filter((source) => !['mmdb:dbip', 'rpsl:RIPE'].includes(source)),
    )
  })

  it('goes by an address of its own for the same source', () => {
    const { sources } = read('recommended,drop:ipv4=https://example.net/drop')
    expect(sources.filter(({ kind, name }) => kind === 'drop' && name === 'ipv4')).toEqual([
      { kind: 'drop', name: 'ipv4', url: 'https://example.net/drop' },
    ])
  })

  it.each([['-mmdb'], ['recommended,-gossip'], ['recommended,-drop:ipv5'], ['Recommended']])(
    '%s is refused with a sentence',
    (text) => {
      expect(read(text).mistakes).toEqual([expect.stringMatching(/leaves out nothing|must be kind=url/)])
    },
  )
})

describe('the addresses of what is recommended', () => {
  const addressOf = (at: Date) => read('recommended', null, at).sources.find(({ kind }) => kind === 'mmdb')?.url

  it('name the month that is sure to be published', () => {
    expect(addressOf(new Date('2026-11-17T00:00:00Z'))).toContain('-2026-11.mmdb.gz')
    expect(addressOf(new Date('2027-01-02T00:00:00Z'))).toContain('-2026-12.mmdb.gz')
  })

  it('lead to a mirror where one is set, which has them under host and path', () => {
    const { sources } = read('recommended', 'http://mirror.example/copies/')
    expect(sources.find(({ kind }) => kind === 'asn-names')?.url).toBe(
      'http://mirror.example/copies/ftp.ripe.net/ripe/asnames/asn.txt',
    )
    expect(sources.every(({ url }) => url.startsWith('http://mirror.example/copies/'))).toBe(true)
  })
})

describe('the table', () => {
  it('names each source once, encrypted, with all that is to be said of it', () => {
    expect(new Set(recommended.map(({ kind, name }) => `${kind}:${name}`)).size).toBe(recommended.length)
    for (const { kind, name, publisher, url, licence, megabytes, everyHours } of recommended) {
      expect([kinds[kind], isSourceName(name), URL.parse(url)?.protocol]).toEqual([expect.anything(), true, 'https:'])
      expect([publisher, licence].every((words) => words.length > 2)).toBe(true)
      expect([megabytes, everyHours].every((count) => count >= 1)).toBe(true)
    }
  })

  it('has the files of all five registries, without which no AS number is screened', () => {
    const registries = recommended.filter(({ kind }) => kind === 'delegated').map(({ name }) => name)
    expect(registries.toSorted()).toEqual(['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc'])
  })
})

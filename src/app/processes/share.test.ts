import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '../config.ts'
import { connectionsNeeded, pauseAfter, settingsOfEach, sharedLimits, tooSmallToShare } from './share.ts'

const named = Object.keys(sharedLimits) as (keyof typeof sharedLimits)[]

describe('a limit that is shared', () => {
  it('is never passed by all together, and leaves something for each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 0, max: 1_000 }), (processes, above) => {
        const config = { ...readConfig({}), processes, rateLimit: processes + above }
        const { rateLimit } = settingsOfEach(config)
        expect(rateLimit).toBeGreaterThan(0)
        expect(rateLimit * processes).toBeLessThanOrEqual(config.rateLimit)
        expect((rateLimit + 1) * processes).toBeGreaterThan(config.rateLimit)
      }),
    )
  })

  it('is every one that counts in memory, and how much is worked on at once', () => {
    const counted = settings.flatMap(({ rows }) => Object.keys(rows)).filter((name) => /ratelimit$/i.test(name))
    expect(named.toSorted()).toEqual(counted.toSorted())
    expect(settingsOfEach({ ...readConfig({}), processes: 4 })).toMatchObject({
      rateLimit: 150,
      tokenRateLimit: 15,
      maxInFlight: 128,
      rdapPerMinute: 2,
      poolSize: 10,
    })
  })

  it('is not there for any where it is off', () => {
    expect(settingsOfEach({ ...readConfig({ SUBLET_RATE_LIMIT: '0' }), processes: 4 })).toMatchObject({
      rateLimit: 0,
      publicRateLimit: 0,
    })
  })

  it('is named where it is too small', () => {
    const config = { ...readConfig({ SUBLET_SEARCH_RATE_LIMIT: '3', SUBLET_TOKEN_RATE_LIMIT: '0' }), processes: 4 }
    expect(tooSmallToShare(config)).toEqual([['SUBLET_SEARCH_RATE_LIMIT', 3]])
  })
})

describe('SUBLET_PROCESSES', () => {
  it('is one unless said otherwise', () => {
    expect(readConfig({}).processes).toBe(1)
    expect(readConfig({ SUBLET_PROCESSES: '8' }).processes).toBe(8)
  })

  it.each(['0', '65', '-1', '1.5', 'all'])('=%s is refused', (processes) => {
    expect(() => readConfig({ SUBLET_PROCESSES: processes })).toThrow(/^SUBLET_PROCESSES=.* must be .*\.$/)
  })

  it('is refused where a limit has not one for each', () => {
    expect(() => readConfig({ SUBLET_PROCESSES: '8', SUBLET_RATE_LIMIT: '5' })).toThrow(
      'SUBLET_RATE_LIMIT=5 cannot be shared by 8 processes',
    )
  })
})

it('the embedded PostgreSQL takes as many connections as all of them may want', () => {
  const needed = (processes: number, poolSize = 10) => connectionsNeeded({ processes, poolSize })
  expect([needed(1), needed(1, 500), needed(2), needed(8), needed(64)]).toEqual([100, 100, 100, 134, 862])
})

it('who dies again and again is begun more and more patiently', () => {
  expect([0, 1, 2, 10].map(pauseAfter)).toEqual([200, 400, 800, 8_000])
})

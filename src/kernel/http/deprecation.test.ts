import { describe, expect, it } from 'vitest'
import { deprecationHeaders } from './deprecation.ts'

describe('deprecationHeaders', () => {
  it('says nothing about an endpoint that stays', () => {
    expect(deprecationHeaders({})).toEqual({})
  })

  it('dates the deprecation in Unix seconds and the sunset as HTTP does', () => {
    const deprecated = { since: '2026-11-15', sunset: '2027-05-15', successor: '/billing/v2' }
    expect(deprecationHeaders({ deprecated })).toEqual({
      deprecation: '@1794700800',
      sunset: 'Sat, 15 May 2027 00:00:00 GMT',
      link: '</billing/v2>; rel="successor-version"',
    })
  })
})

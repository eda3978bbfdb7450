import { describe, expect, it } from 'vitest'
import { known, vrp } from '../../../test/support/market/health.ts'
import { doubtOf, intentOf, lengthsText, rpkiSight, type Doubt } from './rpki.rules.ts'

const letter = { block: '45.8.0.0/23', asn: 65_001, max_length: 24 }

const doubt = (vrps: readonly string[] | null, { roa = true, stale = false } = {}) =>
  doubtOf({ roa }, rpkiSight(intentOf(letter), vrps && known(vrps.map(vrp), stale)))

describe('what our data does not show of a letter', () => {
  it.each<[string, readonly string[] | null, { roa?: boolean; stale?: boolean }, Doubt | null]>([
    ['all of it is allowed', ['65001 45.8.0.0/23 24'], {}, null],
    ['no ROA is there, and one was ordered', [], {}, 'roa_not_seen'],
    ['no ROA is there, and none was ordered', [], { roa: false }, null],
    ['the ROA is for the block alone', ['65001 45.8.0.0/23'], {}, 'rpki_invalid'],
    ['a ROA for another', ['65002 45.8.0.0/16 24'], { roa: false }, 'rpki_invalid'],
    ['AS0', ['0 45.8.0.0/16'], { roa: false }, 'as0'],
    ['AS0, by old data', ['0 45.8.0.0/16'], { roa: false, stale: true }, 'as0'],
    ['all of it is allowed, by old data', ['65001 45.8.0.0/23 24'], { stale: true }, 'stale_rpki_data'],
    ['nothing, by old data', [], { roa: false, stale: true }, 'stale_rpki_data'],
    ['there is no data', null, { roa: false }, 'no_rpki_data'],
  ])('%s', (_, vrps, given, expected) => {
    expect(doubt(vrps, given)).toBe(expected)
  })
})

it('names the lengths it means', () => {
  expect(lengthsText(letter)).toBe('45.8.0.0/23 and its parts down to /24')
  expect(lengthsText({ ...letter, max_length: 23 })).toBe('45.8.0.0/23')
})

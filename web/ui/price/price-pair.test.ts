import { describe, expect, it } from 'vitest'
import { brief, fromMonthly, fromPerAddress } from './price-pair.ts'

describe('a price that is negotiated', () => {
  it('is typed for the whole block, with a comma as well', () => {
    expect(fromMonthly('110,50', 256)).toEqual({ monthly: '110,50', perAddress: '0.431641', sent: '0.431640625000' })
  })

  it('is typed for an address, and sent as it is typed', () => {
    expect(fromPerAddress('0,45', 256)).toEqual({ monthly: '115.20', perAddress: '0,45', sent: '0.45' })
  })

  it.each(['', 'much', '0', '-1', '1,2,3'])('is none where "%s" is typed', (typed) => {
    expect(fromMonthly(typed, 256)).toEqual({ monthly: typed, perAddress: '', sent: null })
    expect(fromPerAddress(typed, 256)).toEqual({ monthly: '', perAddress: typed, sent: null })
  })

  it('is written with cents at least', () => {
    expect(['0.5', '0.429687500000', '1'].map(brief)).toEqual(['0.50', '0.4296875', '1.00'])
  })
})

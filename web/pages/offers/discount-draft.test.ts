import { describe, expect, it } from 'vitest'
import { discountChanges, discountDraftOf, discountsOf, monthsToShow } from './discount-draft.ts'
import { newDraft, withPeriod } from './price-draft.ts'

describe('a discount while it is edited', () => {
  it('comes back as it was stored, without what is left empty', () => {
    const stored = [
      { months: 6, percent: 5 },
      { months: 12, percent: 12.5 },
    ]
    const draft = discountDraftOf(stored)
    expect(discountsOf(draft)).toEqual(stored)
    expect(discountsOf({ ...draft, 6: ' ', 24: '20,25' })).toEqual([
      { months: 12, percent: 12.5 },
      { months: 24, percent: 20.25 },
    ])
  })

  it('is asked for wherever a size may be committed to', () => {
    const drafts = [withPeriod(newDraft(24), 12, true), withPeriod(newDraft(23), 3, true)]
    expect(monthsToShow(drafts, { 60: '10', 36: '' })).toEqual([3, 12, 60])
  })

  it('says what saving would change', () => {
    expect(discountChanges({ 6: '5', 12: '10' }, { 6: '', 12: '10', 24: '15' })).toEqual([
      { what: '6 months', from: '5% off', to: 'no discount' },
      { what: '24 months', from: 'no discount', to: '15% off' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import {
  appliedToAll,
  bodyOf,
  changesOf,
  draftOf,
  newDraft,
  sharesOf,
  withPerIp,
  withPeriod,
  withValue,
} from './price-draft.ts'

const stored = {
  uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  subnet_size: 24,
  price: 115,
  wants_to_negotiate: true,
  selected_commitment_periods: [6, 12],
}

describe('a price while it is edited', () => {
  it('follows from the block to each address and back', () => {
    expect(withValue(newDraft(24), '115')).toMatchObject({ value: '115', perIp: '0.449219' })
    expect(withPerIp(newDraft(22), '0.4')).toMatchObject({ value: '409.60', perIp: '0.4' })
    expect(withValue(newDraft(24), '')).toMatchObject({ value: '', perIp: '' })
  })

  it('is sent with the identity it has, and without one when it is new', () => {
    expect(bodyOf(draftOf(stored))).toEqual({
      uuid: stored.uuid,
      cidr: 24,
      value: 115,
      wants_to_negotiate: true,
      selected_commitment_periods: [6, 12],
    })
    expect(bodyOf(newDraft(23, '200'))).not.toHaveProperty('uuid')
  })
})

describe('a size that is applied to all', () => {
  const model = withPeriod({ ...newDraft(24, '115'), negotiable: true }, 12, true)

  it('gives the others its price for each address and its terms, and keeps what they are', () => {
    const other = { ...draftOf({ ...stored, subnet_size: 22, price: 300 }), negotiable: false }
    const [first, second] = appliedToAll([other, model], model)
    expect(first).toEqual({ ...withValue(other, '460.00'), negotiable: true, periods: [12] })
    expect(first?.uuid).toBe(stored.uuid)
    expect(second).toBe(model)
  })

  it('leaves prices alone while it has none', () => {
    const [first] = appliedToAll([newDraft(22, '300')], { ...model, value: 'much' })
    expect(first).toMatchObject({ value: '300', negotiable: true, periods: [12] })
  })
})

describe('shares of a price', () => {
  it('add up to the cent', () => {
    expect(sharesOf('115', 5)).toEqual({ price: 115, commission: 5.75, net: 109.25 })
    expect(sharesOf('0.10', 5)).toEqual({ price: 0.1, commission: 0.01, net: 0.09 })
  })

  it('are not said of what is no price', () => {
    expect([sharesOf('', 5), sharesOf('0', 5), sharesOf('much', 5)]).toEqual([null, null, null])
  })
})

describe('what saving changes', () => {
  const before = [draftOf(stored)]

  it('is nothing when nothing was edited, or edited back', () => {
    expect(changesOf(before, before)).toEqual([])
    expect(changesOf(before, [withValue(withValue(draftOf(stored), '90'), '115.0')])).toEqual([])
  })

  it('names prices, terms, sizes that come and sizes that go', () => {
    expect(changesOf(before, [withValue(draftOf(stored), '110')])).toEqual([
      { what: '/24', from: '115.00', to: '110.00' },
    ])
    expect(changesOf(before, [withPeriod(draftOf(stored), 6, false)])).toEqual([
      {
        what: '/24 terms',
        from: 'negotiable, commitments of 6, 12 months',
        to: 'negotiable, commitments of 12 months',
      },
    ])
    expect(changesOf(before, [newDraft(23, '200')])).toEqual([
      { what: '/23', from: null, to: '200.00, fixed price, monthly only' },
      { what: '/24', from: '115.00', to: null },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { priceChanges, pricingsOf, whyNotRepriced, type Wish } from './reprice.ts'

const priced = (...prices: readonly (readonly [cidr: number, price: number])[]) =>
  ({
    pricings: {
      data: prices.map(([cidr, price]) => ({
        uuid: `of-${cidr}`,
        subnet_size: cidr,
        price,
        wants_to_negotiate: true,
        selected_commitment_periods: [6],
      })),
    },
  }) as never

const by = (typed: string): Wish => ({ how: 'by_percent', typed })
const each = (typed: string): Wish => ({ how: 'per_address', typed })
const valuesOf = (offer: never, wish: Wish) => pricingsOf(offer, wish).map(({ value }) => value)

describe('new prices for several listings', () => {
  it.each([
    ['5', [120.75, 420]],
    ['+5 %', [120.75, 420]],
    ['-10%', [103.5, 360]],
    ['2,5', [117.88, 410]],
  ])('move every size by %s, to the cent', (typed, expected) => {
    expect(valuesOf(priced([24, 115], [22, 400]), by(typed))).toEqual(expected)
  })

  it('are the same for every address, whatever the size', () => {
    expect(valuesOf(priced([24, 115], [22, 400]), each('0,5'))).toEqual([128, 512])
  })

  it('leave the terms of each price as they are', () => {
    expect(pricingsOf(priced([24, 115]), by('5'))).toEqual([
      { uuid: 'of-24', cidr: 24, value: 120.75, wants_to_negotiate: true, selected_commitment_periods: [6] },
    ])
  })

  it('say what changes', () => {
    expect(priceChanges(priced([24, 115]), by('5'))).toEqual([{ what: '/24', from: '115.00', to: '120.75' }])
  })

  it.each([
    [by(''), 'Enter a percentage.'],
    [by('much'), 'Enter a percentage.'],
    [by('0'), 'Enter a percentage from -90 to 900, other than 0.'],
    [by('-100'), 'Enter a percentage from -90 to 900, other than 0.'],
    [by('1e9'), 'Enter a percentage.'],
    [each(''), 'Enter a price.'],
    [each('0'), 'Every size needs a price above zero.'],
    [each('-1'), 'Every size needs a price above zero.'],
    [each('0.00001'), 'Every size needs a price above zero.'],
    [by('-90'), undefined],
    [each('0.5'), undefined],
  ])('are not sent as %o', (wish, why) => {
    expect(whyNotRepriced(wish, [priced([24, 115])])).toBe(why)
  })
})

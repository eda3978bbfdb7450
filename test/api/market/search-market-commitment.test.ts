import { beforeAll, describe, expect, it } from 'vitest'
import { priceFor } from '../../../src/market/pricing/discount.rules.ts'
import { makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { blocksOf, searchIn } from '../../support/market/search.ts'
import { stageSides } from '../../support/stages.ts'

/** searchMarket: what would be paid by who commits. */

const { world, holder, lessee } = await stageSides()
const search = (query: string) => searchIn(world)(lessee, `prefix_length=24&${query}`)

/** By the month the first is the cheapest, by the year the second; the third is not let for a year. */
const offers = [
  { block: '45.8.0.0/24', priceMinor: 9_000, periods: [12], discounts: [] },
  { block: '45.8.1.0/24', priceMinor: 9_999, periods: [3, 12], discounts: [{ months: 12, percent: 33.33 }] },
  { block: '45.8.2.0/24', priceMinor: 9_500, periods: [3], discounts: [{ months: 12, percent: 90 }] },
]
beforeAll(async () => {
  for (const { block, discounts, ...pricing } of offers)
    await makeOffer(world, holder.tenant, { block, pricings: [{ length: 24, ...pricing }], discounts })
})

const [first, second, third] = offers.map(({ block }) => block)

describe('a search for a commitment', () => {
  it('finds what is let for so long, at the price that then holds', async () => {
    const { body } = await search('contract_length=12&sort=price')
    const shown = body.data.map(({ address, price }: { address: string; price: number }) => [`${address}/24`, price])
    expect(shown).toEqual([
      [second, 66.66],
      [first, 90],
    ])
    const { minor } = priceFor(9_999, 12, [{ months: 12, percent: 33.33 }], 'USD')
    expect(minor).toBe(6_666)
  })

  it.each([
    ['sort=price', [first, third, second]],
    ['contract_length=1&sort=price', [first, third, second]],
    ['contract_length=12&sort=-price', [first, second]],
    ['contract_length=12&sort=address', [first, second]],
    ['contract_length=12&price_max=66.66', [second]],
    ['contract_length=12&price_max=66.65', []],
    ['contract_length=12&price_min=66.67', [first]],
    ['contract_length=3&address=45.8.0.0/16&sort=price', [third, second]],
    ['contract_length=24', []],
  ])('by %s', async (query, blocks) => {
    expect(blocksOf(await search(query))).toEqual(blocks)
  })

  it('says what is off for which of the lengths that are offered', async () => {
    const { body } = await search('sort=address')
    expect(body.data.map((row: { commitment_discounts: unknown }) => row.commitment_discounts)).toEqual([
      [],
      [{ months: 12, percent: 33.33 }],
      [],
    ])
  })

  it.each(['5', '0', '121', 'long'])('refuses %s months', async (months) => {
    expect(outcomeOf(await search(`contract_length=${months}`))).toBe('422 invalid_fields')
  })
})

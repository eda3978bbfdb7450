import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { money, pricePerAddress } from '../../kernel/money.ts'
import { heldUntil, judgeWish, type Wish } from './reservation.rules.ts'
import type { Terms } from './reservation.store.ts'

const terms = (given: Partial<Terms> = {}): Terms =>
  ({
    uuid: 'offer',
    tenant_uuid: 'holder',
    block: '45.8.0.0/20',
    status: 'validity_active',
    hidden: false,
    reservation_token: 'rsv_known',
    pricing_uuid: 'pricing',
    length: 24,
    list_minor: 10_000,
    wants_to_negotiate: true,
    commitment_periods: [6, 12],
    commitment_discounts: [{ months: 6, percent: 10 }],
    withdrawn_at: null,
    ...given,
  }) as Terms

const wish = (given: Partial<Wish> = {}): Wish => ({
  tenant: 'lessee',
  address: '45.8.3.0',
  length: 24,
  ipPrice: '0.390625',
  months: 1,
  token: undefined,
  ...given,
})

const judge = (wanted: Partial<Wish>, offered: Partial<Terms> = {}) => judgeWish(wish(wanted), terms(offered), 'USD')

const refusalOf = (wanted: Partial<Wish>, offered: Partial<Terms> = {}) => {
  try {
    judge(wanted, offered)
  } catch (error) {
    const { row, fields } = error as { row: { code: string }; fields?: object }
    return [row.code, ...Object.keys(fields ?? {})].join(' ')
  }
  return 'none'
}

describe('a wish', () => {
  it('at the list price is a deal', () => {
    const { block, ...deal } = judge({ months: 12 })
    expect(formatPrefix(block)).toBe('45.8.3.0/24')
    expect(deal).toEqual({
      priceMinor: 10_000,
      ipPrice: '0.390625',
      negotiated: false,
      months: 12,
      discount: null,
      privately: false,
    })
  })

  it('that commits pays what the discount leaves of the list price, whatever it names above that', () => {
    for (const ipPrice of ['0.351562', '0.3515625', '0.390625', '9', null])
      expect(judge({ months: 6, ipPrice })).toMatchObject({
        priceMinor: 9_000,
        negotiated: false,
        discount: { undiscountedMinor: 10_000, basisPoints: 1_000 },
      })
    expect(judge({ months: 6, ipPrice: '0.35' })).toMatchObject({ priceMinor: 8_960, negotiated: true })
    expect(refusalOf({ months: 6, ipPrice: '0.35' }, { wants_to_negotiate: false })).toBe('price_too_low ip_price')
  })

  it('that names a block’s price by the address means the nearest price, by as many decimals as a division gives', () => {
    expect(judge({ ipPrice: '0.331640625' }, { list_minor: 8_490 })).toMatchObject({
      priceMinor: 8_490,
      negotiated: false,
    })
    expect(judge({ ipPrice: '0.331640624999' })).toMatchObject({ priceMinor: 8_490, negotiated: true })
  })

  it('above the list price pays the list price', () => {
    expect(judge({ ipPrice: '1' })).toMatchObject({ priceMinor: 10_000, ipPrice: '0.390625', negotiated: false })
  })

  it('below it waits for the holder, or is refused by one who does not negotiate', () => {
    expect(judge({ ipPrice: '0.3' })).toMatchObject({ priceMinor: 7_680, ipPrice: '0.3', negotiated: true })
    expect(refusalOf({ ipPrice: '0.3' }, { wants_to_negotiate: false })).toBe('price_too_low ip_price')
  })

  it('that names the list price by the address, to six decimals, always gets it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 8, max: 24 }), (list_minor, length) => {
        const ipPrice = pricePerAddress(money(list_minor, 'USD'), 2 ** (32 - length))
        fc.pre(Number(ipPrice) > 0 && Number(ipPrice) <= 1_000)
        const offered = { block: '0.0.0.0/0', length, list_minor, wants_to_negotiate: false }
        expect(judge({ address: '64.0.0.0', length, ipPrice }, offered)).toMatchObject({ priceMinor: list_minor })
      }),
    )
  })

  it.each([
    '0',
    '0.0',
    '0.000001',
    '-1',
    '1e3',
    '1,5',
    '.5',
    '00.5',
    '',
    ' 1',
    '0.1234567890123',
    '1000.01',
    '9'.repeat(32),
  ])('of the price %j is refused', (ipPrice) => {
    expect(refusalOf({ ipPrice })).toBe('invalid_fields ip_price')
  })

  it.each([
    [{ withdrawn_at: new Date() }],
    [{ status: 'validity_invalid' as const }],
    [{ status: 'auth_pending' as const }],
    [{ hidden: true }],
  ])('finds nothing under %j', (offered) => {
    expect(refusalOf({}, offered)).toBe('pricing_not_found')
  })

  it('finds what is hidden with the offer’s token, and with no other', () => {
    expect(judge({ token: 'rsv_known' }, { hidden: true }).privately).toBe(true)
    expect(refusalOf({ token: 'rsv_other' }, { hidden: true })).toBe('pricing_not_found')
    expect(judge({ token: 'rsv_other' }).privately).toBe(false)
  })

  it.each([
    [{ length: 23 }, 'block_not_offered cidr'],
    [{ address: '45.8.3.1' }, 'block_not_offered address'],
    [{ address: '45.8.16.0' }, 'block_not_offered address'],
    [{ address: '45.8.3' }, 'invalid_fields address'],
    [{ address: '::' }, 'invalid_fields address'],
    [{ months: 3 }, 'period_not_offered contract_length'],
    [{ tenant: 'holder' }, 'own_block'],
  ])('for %j is refused', (wanted, refusal) => {
    expect(refusalOf(wanted)).toBe(refusal)
  })
})

describe('a hold', () => {
  const settings = { holdMinutes: 20, negotiationHours: 72 }
  it('lasts minutes to buy and days to negotiate', () => {
    const now = new Date('2026-11-15T10:00:00Z')
    expect(heldUntil(now, false, settings).toISOString()).toBe('2026-11-15T10:20:00.000Z')
    expect(heldUntil(now, true, settings).toISOString()).toBe('2026-11-18T10:00:00.000Z')
  })
})

import { keepFacts } from '../../../src/network/index.ts'
import type { World } from '../world.ts'

const grant = { registry: 'arin', status: 'allocated', date: '2010-07-14', holder: null } as const

/** Everything an AS number is judged by, about a few of them. */
export async function knowAsns(world: World): Promise<void> {
  await world.change(async (ctx) => {
    await keepFacts(
      ctx,
      'delegated',
      [
        { ...grant, asn: 13_335, count: 1, countryCode: 'US' },
        { ...grant, asn: 932, count: 1, countryCode: 'US' },
        { ...grant, asn: 4_701, count: 1, countryCode: 'JP' },
        { ...grant, asn: 131_279, count: 1, countryCode: 'KP' },
        { ...grant, asn: 399_999, count: 1, countryCode: null, status: 'available' },
      ],
      { name: 'nro' },
    )
    await keepFacts(ctx, 'asn-names', [
      { asn: 13_335, name: 'CLOUDFLARENET', countryCode: 'US' },
      { asn: 4_701, name: 'OLD-NOISE', countryCode: null },
      { asn: 12_880, name: 'Unfriendly Shipping Company LLC', countryCode: 'AE' },
    ])
    await keepFacts(ctx, 'asn-drop', [{ asn: 932, list: 'Spamhaus ASN-DROP', reason: 'XNNET' }])
    await keepFacts(ctx, 'uceprotect', [{ asn: 4_701, list: 'UCEPROTECT level 3', reason: '' }], { name: 'asns' })
    await keepFacts(ctx, 'ofac', [
      { entry: 'UNFRIENDLY SHIPPING COMPANY', program: 'SDGT', names: ['UNFRIENDLY SHIPPING COMPANY'] },
    ])
  })
  await world.hear()
}

import { companies } from './companies.ts'

/**
 * AS numbers of the demo world's companies. IANA has given this range to nobody, so that no real network is said to
 * announce, leak or spam anything; those kept for documentation would not do, for they are refused as reserved.
 */
export const asns = {
  meridian: 900_001,
  altiplano: 900_002,
  savanna: 900_003,
  pacific: 900_004,
  brightwave: 900_011,
  northlight: 900_012,
  northlightEdge: 900_013,
  kestrel: 900_014,
  quarry: 900_015,
  quarryEdge: 900_016,
  /** Announces what it has no letter for. */
  stranger: 900_099,
  /** On the demo's own lists, to see what becomes of such numbers. */
  listed: 900_101,
  warned: 900_102,
} as const

export type Network = keyof typeof asns

const others: Partial<Record<Network, readonly [name: string, country: string]>> = {
  northlightEdge: ['Northlight CDN, edge', 'DK'],
  quarryEdge: ['Quarry Cloud, edge', 'NL'],
  stranger: ['Careless Transit', 'GB'],
  listed: ['Demo network on a blocklist', 'NL'],
  warned: ['Demo network with noisy neighbours', 'NL'],
}

export const names = (Object.keys(asns) as Network[]).map((network) => {
  const company = companies.find(({ key }) => key === network)
  const [name, countryCode] = others[network] ?? [company?.title ?? network, company?.address.country_code ?? null]
  return { asn: asns[network], name, countryCode }
})

/** As a registry's statistics would have them. */
export const grants = names.map(({ asn, countryCode }) => ({
  asn,
  count: 1,
  registry: 'ripencc' as const,
  countryCode,
  status: 'assigned' as const,
  date: null,
  holder: null,
}))

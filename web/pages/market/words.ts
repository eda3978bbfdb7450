/** Words and choices that several pages of the market use. */

export const reputations = ['clean', 'listed', 'unknown'] as const

export const reputationTones = { clean: 'good', listed: 'bad', unknown: 'plain' } as const

export const addressesIn = (length: number): number => 2 ** (32 - length)

const count = (value: number) => value.toLocaleString('en')

/** `/24 · 256 IPs`. */
export const sizeName = (length: number): string => `/${length} · ${count(addressesIn(length))} IPs`

export const months = (length: number): string => (length === 1 ? 'Monthly' : `${length} months`)

/** How people write what the API has short names for. */

export const registryNames = {
  ripencc: 'RIPE NCC',
  arin: 'ARIN',
  apnic: 'APNIC',
  lacnic: 'LACNIC',
  afrinic: 'AFRINIC',
} as const

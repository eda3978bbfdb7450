/** How people write what the API has short names for. */

export const registries = ['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic'] as const
export type Registry = (typeof registries)[number]

export const registryNames: Readonly<Record<Registry, string>> = {
  ripencc: 'RIPE NCC',
  arin: 'ARIN',
  apnic: 'APNIC',
  lacnic: 'LACNIC',
  afrinic: 'AFRINIC',
}

const otherNames: Readonly<Record<string, string>> = { ...registryNames, ripe: 'RIPE NCC' }

/** A registry as sources of data call it. */
export const registryName = (name: string): string => otherNames[name.toLowerCase()] ?? name

/** A source of data that has no better name than its kind. */
export const providerName = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

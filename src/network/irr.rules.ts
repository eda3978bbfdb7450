const irrs: Readonly<Record<string, string>> = {
  ripencc: 'RIPE',
  arin: 'ARIN',
  apnic: 'APNIC',
  lacnic: 'LACNIC',
  afrinic: 'AFRINIC',
}

/** The IRR that a registry keeps for its own space; null when the registry is not known. */
export const irrOf = (registry: string): string | null => irrs[registry] ?? null

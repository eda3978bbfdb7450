/** The kinds of network data, in words. */
const kinds = {
  riswhois: 'Routes (RIS whois dump)',
  mrt: 'Routes (MRT table dump)',
  pfx2as: 'Routes (prefix to AS)',
  vrps: 'ROAs (validated RPKI payloads)',
  delegated: 'Registry delegations',
  rpsl: 'Routing registry objects',
  geofeed: 'Geofeed',
  mmdb: 'Places (MMDB)',
  'country-ranges': 'Places (country ranges)',
  'asn-ranges': 'AS names (ranges)',
  'asn-names': 'AS names',
  drop: 'Block list (DROP)',
  'asn-drop': 'Block list (ASN-DROP)',
  uceprotect: 'Block list (UCEPROTECT)',
  ofac: 'Sanctions (OFAC)',
} as const

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

export const kindOptions = kindNames.map((value) => ({ value, label: kinds[value] }))

export const kindTitle = (kind: string): string => (kind in kinds ? kinds[kind as KindName] : kind)

/** Which registries can be connected, and what a holder has to give for each. A new kind is a row here and a file in `registry/`. */

interface Field {
  readonly label: string
  readonly says: string
  readonly pattern: RegExp
}

interface KindRow {
  readonly area: 'rpki' | 'irr'
  readonly title: string
  readonly says: string
  /** Where it is, unless the holder says otherwise; null: it is the holder's own. */
  readonly url: string | null
  readonly account: Field | null
  readonly maintainer: Field | null
  /** The IRR that it writes to: the holder names it, or it is this one. Null where it writes ROAs. */
  readonly source: Field | string | null
  readonly secret: Omit<Field, 'pattern'>
}

const maintainer: Field = {
  label: 'Maintainer',
  says: 'Stands as mnt-by on the route objects.',
  pattern: /^[A-Za-z][A-Za-z0-9_-]{1,79}$/,
}

export const connectorKinds = {
  krill: {
    area: 'rpki',
    title: 'Krill',
    says: 'ROAs of your own CA, by the API of Krill.',
    url: null,
    account: {
      label: 'CA',
      says: 'The handle of the CA that holds your blocks.',
      pattern: /^[A-Za-z0-9_-]{1,255}$/,
    },
    maintainer: null,
    source: null,
    secret: {
      label: 'API token',
      says: 'Best of a user whose role may only read the CA and read, analyse and update its routes.',
    },
  },
  ripe_rpki: {
    area: 'rpki',
    title: 'RIPE NCC hosted RPKI',
    says: 'ROAs in the RIPE NCC’s hosted RPKI, by its RPKI Management API.',
    url: 'https://my.ripe.net/api/rpki',
    account: null,
    maintainer: null,
    source: null,
    secret: {
      label: 'API key',
      says: 'Made in the LIR Portal under API Keys, for “Resource Certification (RPKI)” alone.',
    },
  },
  ripe_db: {
    area: 'irr',
    title: 'RIPE Database',
    says: 'Route objects in the RIPE Database, by its REST API.',
    url: 'https://rest.db.ripe.net/ripe',
    account: {
      label: 'API key ID',
      says: 'The first half of the key, as the RIPE Database shows it.',
      pattern: /^[\x21-\x39\x3B-\x7E]{1,200}$/,
    },
    maintainer,
    source: 'RIPE',
    secret: {
      label: 'API key secret',
      says: 'The other half. Tie the key to this one maintainer; it lasts a year at most.',
    },
  },
  irrd: {
    area: 'irr',
    title: 'IRRd (RADb, ALTDB, NTTCOM and others)',
    says: 'Route objects in an IRR that runs IRRd 4, by its HTTP submission.',
    url: null,
    account: {
      label: 'Kind of secret',
      says: '“api_key” or “password”.',
      pattern: /^(?:api_key|password)$/,
    },
    maintainer,
    source: { label: 'IRR', says: 'Its name, as in source:, such as RADB.', pattern: /^[A-Z][A-Z0-9-]{0,39}$/ },
    secret: {
      label: 'API key or password',
      says: 'Of the maintainer. An API key is better: it can be taken back alone.',
    },
  },
} as const satisfies Record<string, KindRow>

export type ConnectorKind = keyof typeof connectorKinds

export const connectorKindNames = Object.keys(connectorKinds) as ConnectorKind[]

export const kindRow = (kind: ConnectorKind): KindRow => connectorKinds[kind]

interface Given {
  readonly account: string | null
  readonly maintainer: string | null
  readonly source: string | null
}

/** What is wrong with what was given, by field: each kind wants its own, and nothing else. */
export function fieldFaults(kind: ConnectorKind, given: Given): Record<string, string[]> {
  const row = kindRow(kind)
  const fixed = typeof row.source === 'string' ? row.source : null
  const faults = {
    account: faultOf(row.account, given.account),
    maintainer: faultOf(row.maintainer, given.maintainer),
    source: fixed !== null && given.source === fixed ? null : faultOf(fieldIn(row.source), given.source),
  }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([name, fault]) => (fault === null ? [] : [[name, [fault]]])),
  )
}

export const fieldIn = (source: KindRow['source']): Field | null => (typeof source === 'string' ? null : source)

function faultOf(field: Field | null, value: string | null): string | null {
  if (field === null) return value === null ? null : 'is not asked for by this kind of connector'
  if (value === null) return `is missing: ${field.says}`
  return field.pattern.test(value) ? null : `is not what it should be: ${field.says}`
}

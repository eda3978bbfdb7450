/** Identifiers of what is written here: known without asking, and in order like real ones. */

const kinds = {
  holder: 1,
  lessee: 2,
  offer: 3,
  pricing: 4,
  allocation: 5,
  lease: 6,
  order: 7,
  invoice: 8,
  letter: 9,
  transfer: 10,
  entry: 11,
} as const

type Kind = keyof typeof kinds

const begin = (kind: Kind): string => `01900000-0000-7${kinds[kind].toString(16).padStart(3, '0')}-8000-`

/** The UUID of the n-th of a kind. */
export const keyOf = (kind: Kind, n: number): string => `${begin(kind)}${n.toString(16).padStart(12, '0')}`

/** The same in SQL. */
export const key = (kind: Kind, n: string): string => `('${begin(kind)}' || lpad(to_hex(${n}), 12, '0'))::uuid`

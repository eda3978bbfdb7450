/** A country, or a part of one, as address forms show it. */
export interface Region {
  readonly name: string
  readonly code: string
}

interface Key {
  readonly field: keyof Region
  readonly descending: boolean
}

export const regionSorts = ['name', 'code'] as const

/** Names by the English alphabet, in which Åland stands before Albania. */
const alphabet = new Intl.Collator('en')
const compare: Record<keyof Region, (a: Region, b: Region) => number> = {
  name: (a, b) => alphabet.compare(a.name, b.name),
  code: (a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)),
}

/** Last by the code, in the direction of the key before it: then the order is total. */
export function inOrder(places: readonly Region[], sort: readonly Key[]): Region[] {
  const keys = [...sort, { field: 'code' as const, descending: sort.at(-1)?.descending ?? false }]
  return places.toSorted((a, b) => {
    for (const { field, descending } of keys) {
      const difference = compare[field](a, b)
      if (difference !== 0) return descending ? -difference : difference
    }
    return 0
  })
}

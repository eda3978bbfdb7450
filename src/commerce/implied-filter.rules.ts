import { ListOf, Type } from '../kernel/http/schema.ts'

/**
 * Filters that client programs send and that say no more than the path does (decisions 1, Filters): by the operation, what
 * every row of it has. Whoever asks for something else finds nothing.
 */
const implied = {
  listAddresses: { addressable_type: 'customer' },
} as const

type Filtered = keyof typeof implied

const Wanted = Type.Optional(ListOf(Type.String({ maxLength: 64 }), 8))

export const impliedFilters = <Id extends Filtered>(id: Id) =>
  Object.fromEntries(Object.keys(implied[id]).map((name) => [name, Wanted])) as Record<
    keyof (typeof implied)[Id] & string,
    typeof Wanted
  >

/** Whether no row can be meant. An empty value is no filter, as everywhere. */
export function meansNothing(
  id: Filtered,
  given: Readonly<Record<string, readonly string[] | undefined>> | undefined,
): boolean {
  return Object.entries<string>(implied[id]).some(([name, value]) => {
    const wanted = given?.[name] ?? []
    return wanted.length > 0 && !wanted.includes(value)
  })
}

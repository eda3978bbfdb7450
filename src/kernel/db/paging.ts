import { kernelProblem } from '../problems.ts'
import { joined, query, type Query } from './query.ts'
import { Int, named, nounOf, Nullable, Type, type Static, type TSchema } from '../http/schema.ts'

/** Paging, sorting and filtering exactly as decided (decisions 1, Paging): refused when out of range, never clamped. */

const largestPage = 1_000

/** Query of a page-based list. `sortable` names the accepted sort fields; `filters` the `filter[…]` fields. */
export function pageQuery<F extends Record<string, TSchema>>(options: {
  readonly perPage: number
  readonly sortable: readonly string[]
  readonly filters?: F
}) {
  const filters = (options.filters ?? {}) as F
  return Type.Object({
    page: Type.Optional(Int(1, 2_147_483_647, { default: 1, description: 'Page, from 1.' })),
    per_page: Type.Optional(Int(1, largestPage, { default: options.perPage, description: 'Rows per page.' })),
    sort: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: options.sortable.length === 0 ? 0 : 8,
        description:
          options.sortable.length === 0
            ? 'Not taken: this list has one order.'
            : `Fields separated by commas, a leading "-" for descending: ${options.sortable.join(', ')}.`,
      }),
    ),
    filter: Type.Optional(Type.Object(filters, { additionalProperties: false })),
  })
}

/** The query of the same list where it is given whole: everything but what makes pages of it. */
export function wholeQuery<F extends Record<string, TSchema>>({
  properties: { sort, filter },
}: ReturnType<typeof pageQuery<F>>) {
  return Type.Object({ sort, filter })
}

export const PageMeta = named('PageMeta', {
  current_page: Type.Integer(),
  from: Nullable(Type.Integer()),
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  to: Nullable(Type.Integer()),
  total: Type.Integer(),
})

/** A page is called after what it lists. */
export const PageOf = <T extends TSchema>(item: T) =>
  named(`${nounOf(item)}Page`, { data: Type.Array(item), meta: PageMeta })

export interface Page {
  readonly page: number
  readonly perPage: number
  readonly offset: number
}

export function pageOf(query: { page?: number; per_page?: number }, perPage: number): Page {
  const page = query.page ?? 1
  const size = query.per_page ?? perPage
  return { page, perPage: size, offset: (page - 1) * size }
}

export function pageMeta({ page, perPage, offset }: Page, rows: number, total: number): Static<typeof PageMeta> {
  return {
    current_page: page,
    from: rows > 0 ? offset + 1 : null,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    to: rows > 0 ? offset + rows : null,
    total,
  }
}

export interface SortKey<Field extends string> {
  readonly field: Field
  readonly descending: boolean
}

/** Known fields in the order given; an unknown one is refused by a sentence that names the known ones. */
export function sortKeys<Field extends string>(
  given: readonly string[] | undefined,
  known: readonly Field[],
  standard: string,
): SortKey<Field>[] {
  return (given?.length ? given : [standard]).map((key) => {
    const descending = key.startsWith('-')
    const field = (descending ? key.slice(1) : key) as Field
    if (known.includes(field)) return { field, descending }
    throw kernelProblem('invalid_fields', {
      fields: { sort: [`cannot sort by "${field}"; known: ${known.join(', ')}`] },
    })
  })
}

/** What an order is by, the first key first. */
export interface OrderKey {
  readonly by: Query<unknown>
  readonly descending: boolean
  /** Not a column of the table whose index gives the order: it orders what one row of that table holds. */
  readonly within?: true
}

/** Last by the uuid, in the direction of the key before it: then the order is total, and an index of both gives it as it is. */
export function totalOrder<Field extends string>(
  sort: readonly SortKey<Field>[],
  columns: Readonly<Record<Field, Query<unknown>>>,
  uuid = query`uuid`,
): OrderKey[] {
  const own = sort.map(({ field, descending }) => ({ by: columns[field], descending }))
  return [...own, { by: uuid, descending: own.at(-1)?.descending ?? false }]
}

export const inOrder = (keys: readonly OrderKey[]): Query<unknown> =>
  query`order by ${joined(keys.map(({ by, descending }) => (descending ? query`${by} desc` : query`${by} asc`)))}`

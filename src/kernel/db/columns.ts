import pg from 'pg'

/**
 * How the rows of a prepared statement are read. PostgreSQL says it once for each connection: a statement whose columns
 * have changed since is refused by it, so what was said stays true.
 */
export class Columns {
  readonly #names: readonly string[]
  readonly #readers: readonly ((text: string) => unknown)[]
  /** A copy of it has all columns from the start, and so the same shape as every other row. */
  readonly #empty: Readonly<Record<string, unknown>>

  constructor(fields: readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]) {
    this.#names = fields.map(({ name }) => name)
    this.#readers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'))
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  read(values: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = { ...this.#empty }
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? null
      if (value !== null) row[this.#names[i] ?? ''] = this.#readers[i]?.(value)
    }
    return row
  }
}

/** Of a statement that gives none. */
export const noColumns = new Columns([])

/** What a connection has prepared, by name; `null` until its columns are known. */
const prepared = new WeakMap<object, Map<string, Columns | null>>()

export function preparedOn(connection: object): Map<string, Columns | null> {
  let known = prepared.get(connection)
  if (!known) prepared.set(connection, (known = new Map()))
  return known
}

/** A statement as the driver takes it: one with a name is prepared, once per connection; another is planned each time. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

export interface Answer<R> {
  readonly rows: R[]
  /** How many of the database's rows are others now; 0 for what only reads. */
  readonly changed: number
}

/** Where statements are said: the pool, or a transaction on one of its connections. */
export interface Db {
  readonly isTransaction: boolean
  say<R>(statement: Statement): Promise<Answer<R>>
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What PostgreSQL tells of a statement that is done. */
export interface Told {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: unknown[]
}

export const answerOf = <R>(told: Told): Answer<R> => ({
  rows: told.rows as R[],
  changed: changing.has(told.command) ? (told.rowCount ?? 0) : 0,
})

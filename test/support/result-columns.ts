import pg from 'pg'

/** The columns of statements' results, as PostgreSQL describes them without carrying anything out. */

interface ResultColumn {
  readonly name: string
  /** What the driver makes of it, as TypeScript calls it. */
  readonly type: string
}

/** What the wire says of a column. */
interface Field {
  readonly name: string
  readonly dataTypeID: number
}

const { builtins } = pg.types

const scalars: readonly (readonly [number, string])[] = [
  [builtins.BOOL, 'boolean'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.INT8, 'number'],
  [builtins.OID, 'number'],
  [builtins.FLOAT4, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.BYTEA, 'Buffer'],
  [builtins.TIMESTAMPTZ, 'Date'],
  [builtins.JSON, 'unknown'],
  [builtins.JSONB, 'unknown'],
]

export class ResultColumns {
  readonly #client: pg.Client
  readonly #types = new Map(scalars)

  private constructor(databaseUrl: string) {
    this.#client = new pg.Client(databaseUrl)
  }

  static async open(databaseUrl: string): Promise<ResultColumns> {
    const opened = new ResultColumns(databaseUrl)
    await opened.#client.connect()
    await opened.#learnArrays()
    return opened
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async of(text: string): Promise<ResultColumn[]> {
    const fields = await new Promise<readonly Field[]>((resolve, reject) => {
      let found: readonly Field[] = []
      this.#client.query({
        submit(connection: pg.Connection) {
          connection.parse({ text, name: '', types: [] }, true)
          connection.describe({ type: 'S', name: '' }, true)
          connection.sync()
        },
        handleRowDescription: (message: { fields: readonly Field[] }) => (found = message.fields),
        handleError: reject,
        handleReadyForQuery: () => resolve(found),
      } as unknown as pg.Submittable)
    })
    return fields.map(({ name, dataTypeID }) => ({ name, type: this.#types.get(dataTypeID) ?? 'string' }))
  }

  async #learnArrays(): Promise<void> {
    const { rows } = await this.#client.query<{ oid: number; element: number }>(
      `select oid, typelem as element from pg_type where typcategory = 'A'`,
    )
    for (const { oid, element } of rows) this.#types.set(oid, `readonly ${this.#types.get(element) ?? 'string'}[]`)
  }
}

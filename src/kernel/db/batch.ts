import pg from 'pg'
import { Columns, noColumns, preparedOn } from './columns.ts'
import type { Statement, Told } from './db.ts'

/**
 * Statements that leave together and are answered together: PostgreSQL is asked for its answers once, after the last of
 * them, so it writes once and we read once. Where one fails, those after it are not done. To the driver it is one query.
 */

/** The driver's connection, of which its types do not show all. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** By name, what PostgreSQL has confirmed. */
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(values: { readonly statement: string; readonly values: readonly Value[] }): void
  describe(what: { readonly type: 'P'; readonly name: '' }): void
  execute(portal: object): void
  sync(): void
}

/** As it is sent. */
type Value = string | Buffer | null

interface Member {
  readonly statement: Required<Statement>
  readonly values: readonly Value[]
  readonly rows: unknown[]
  columns: Columns | null
  isParsed: boolean
  isDescribed: boolean
  told: Told | null
  readonly resolve: (told: Told) => void
  readonly reject: (error: unknown) => void
}

const portal = {}
const described = { type: 'P', name: '' } as const

export class Batch extends pg.Query {
  readonly #members: Member[] = []
  /** Of whom we hear now. */
  #at = 0
  /** About as many bytes as its values have. */
  size = 0

  constructor() {
    super('')
  }

  /** Of the statement that is being answered: the driver notes under it what PostgreSQL has parsed. */
  get name(): string | undefined {
    return this.#current?.statement.name
  }
  set name(_none: string | undefined) {
    // The driver's own query has one from the start.
  }

  get text(): string | undefined {
    return this.#current?.statement.text
  }
  set text(_none: string | undefined) {
    // Likewise.
  }

  get #current(): Member | undefined {
    return this.#members[this.#at]
  }

  /** What is said in it, in this order. */
  get statements(): readonly Statement[] {
    return this.#members.map(({ statement }) => statement)
  }

  get length(): number {
    return this.#members.length
  }

  /** A value that cannot be sent is refused here, before anything is. */
  add({ name = '', ...said }: Statement): Promise<Told> {
    const values = said.values.map(sent)
    for (const value of values) this.size += value?.length ?? 0
    return new Promise((resolve, reject) => {
      this.#members.push({
        statement: { name, ...said },
        values,
        rows: [],
        columns: null,
        isParsed: false,
        isDescribed: false,
        told: null,
        resolve,
        reject,
      })
    })
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    const known = preparedOn(connection)
    wire.stream.cork()
    for (const member of this.#members) say(wire, member, known)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const member = this.#current
    if (member) member.columns = new Columns(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const member = this.#current
    member?.rows.push(member.columns?.read(fields))
  }

  handleCommandComplete({ text }: { readonly text: string }, connection: object): void {
    const member = this.#members[this.#at++]
    if (!member) return
    const { name } = member.statement
    if (member.isDescribed && name !== '') preparedOn(connection).set(name, member.columns ?? noColumns)
    member.told = { ...commandOf(text), rows: member.rows }
  }

  handleReadyForQuery(): void {
    for (const { told, resolve } of this.#members) if (told) resolve(told)
  }

  /** All that were not done fail for the same reason. */
  handleError(error: unknown, connection: Pick<Wire, 'parsedStatements'>): void {
    const known = preparedOn(connection)
    for (const { statement, isParsed, told, resolve, reject } of this.#members) {
      if (told) resolve(told)
      else {
        const isKnown = connection.parsedStatements[statement.name] !== undefined
        if (isParsed && !isKnown) known.delete(statement.name)
        reject(error)
      }
    }
  }
}

/** A statement that leaves by itself. */
export function alone(client: pg.ClientBase, statement: Statement): Promise<Told> {
  const batch = new Batch()
  const told = batch.add(statement)
  client.query(batch)
  return told
}

/** By a connection that nobody has, which is not given back to anybody where it failed. */
export async function overPool(pool: pg.Pool, statement: Statement): Promise<Told> {
  const client = await pool.connect()
  try {
    const told = await alone(client, statement)
    client.release()
    return told
  } catch (error) {
    client.release(true)
    throw error
  }
}

function say(wire: Wire, member: Member, known: Map<string, Columns | null>): void {
  const { name, text } = member.statement
  if (name === '' || !known.has(name)) {
    wire.parse({ name, text })
    if (name !== '') known.set(name, null)
    member.isParsed = true
  }
  wire.bind({ statement: name, values: member.values })
  member.columns = known.get(name) ?? null
  if (!member.columns) {
    wire.describe(described)
    member.isDescribed = true
  }
  wire.execute(portal)
}

/** The driver's own way, which its types do not show. */
const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => Value } })
  .utils

/** Most are texts already; times are written in UTC, which is quicker than in the zone of the machine. */
function sent(value: unknown): Value {
  if (typeof value === 'string') return value
  if (!(value instanceof Date)) return prepareValue(value)
  const year = value.getUTCFullYear()
  return year > 0 && year < 10_000 ? value.toISOString() : prepareValue(value)
}

/** `INSERT 0 1`, `SELECT 25`, `COMMIT`. */
function commandOf(text: string): Pick<Told, 'command' | 'rowCount'> {
  const end = text.indexOf(' ')
  if (end < 0) return { command: text, rowCount: null }
  return { command: text.slice(0, end), rowCount: Number(text.slice(text.lastIndexOf(' ') + 1)) }
}

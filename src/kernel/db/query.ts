import { createHash } from 'node:crypto'
import { kernelProblem } from '../problems.ts'
import { ahead, sayGathered } from './at-commit.ts'
import { overPool } from './batch.ts'
import type { Answer, Db, Statement } from './db.ts'
import type { Source } from './pool.ts'

/**
 * A statement as data. Its text is made once for its place in the code and prepared under a name of its own, once per
 * connection; values stand where they belong. A query among the values is a fragment: with another one, or none, it is
 * another text with another name. A list is one array.
 *
 *     query<Waiting>`select uuid, subject from mail where status = ${status} limit ${most}`.rows(ctx)
 */
export function query<R = unknown>(strings: TemplateStringsArray, ...values: readonly unknown[]): Query<R> {
  return new Query<R>(strings, values)
}

type Named = Required<Pick<Statement, 'name' | 'text'>>

/** What varies from place to place of the code, and with the fragments: which stands where. */
interface Shape {
  statement: Named | null
  readonly next: Map<TemplateStringsArray | number, Shape>
}

const newShape = (): Shape => ({ statement: null, next: new Map() })
const shapes = newShape()

/** Where a query is asked: a context, or a transaction alone. */
interface Asked {
  readonly db: Db
  readonly house?: Source['house']
}

export class Query<R> {
  readonly #strings: TemplateStringsArray
  readonly #values: readonly unknown[]

  constructor(strings: TemplateStringsArray, values: readonly unknown[]) {
    this.#strings = strings
    this.#values = values
  }

  /** In the transaction there is, or by the pool. */
  async rows({ db, house }: Asked): Promise<R[]> {
    if (db.isTransaction || !house) return (await this.#execute({ db })).rows
    return (await overPool(house.pool, this.#said())).rows as R[]
  }

  /**
   * A few rows by an index. Outside of a transaction they come over the pipelined readers, where whoever stands behind
   * this statement waits for it.
   */
  async few({ db, house }: Asked): Promise<R[]> {
    if (db.isTransaction || !house) return (await this.#execute({ db })).rows
    return house.readers.query<R>(this.#said())
  }

  /** A row by its key, likewise. */
  async one(source: Asked): Promise<R | undefined> {
    return (await this.few(source))[0]
  }

  /** The row that there must be, such as a count or what was just written; none is a defect. By the pool, as `rows`. */
  async only(source: Asked): Promise<R> {
    const [row] = await this.rows(source)
    if (row === undefined) throw new Error('a statement gave no row')
    return row
  }

  /**
   * Not prepared: PostgreSQL plans it with the values it has this time. For reads whose filters vary with what is asked:
   * their best plan depends on it, and there would be no end to the statements that a connection keeps.
   */
  async planned({ db }: Asked): Promise<R[]> {
    const values: unknown[] = []
    const text = this.#text(values).trim()
    sayGathered(db)
    return (await db.say<R>({ text, values })).rows
  }

  /** How many rows it changed. */
  async changed(source: Asked): Promise<number> {
    return (await this.#execute(source)).changed
  }

  /** Inside a transaction: said, and not waited for; the commit fails if it failed. */
  ahead(source: Asked): Promise<void> {
    return ahead(source.db, this.#execute(source))
  }

  /** The same, and exactly so many rows must have changed; else somebody else was first. */
  changes(wanted: number, source: Asked, refusal = () => kernelProblem('state_conflict')): Promise<void> {
    return ahead(source.db, this.changed(source), (changed) => {
      if (changed !== wanted) throw refusal()
    })
  }

  /** Inside a transaction: of tables that nothing put off in it is about, so it need not be written before. */
  async beside({ db }: Asked): Promise<R[]> {
    return (await db.say<R>(this.#said())).rows
  }

  #execute({ db }: Asked): Promise<Answer<R>> {
    sayGathered(db)
    return db.say<R>(this.#said())
  }

  #said(): Required<Statement> {
    const values: unknown[] = []
    const shape = this.#walk(shapes, values)
    shape.statement ??= this.#statement()
    return { ...shape.statement, values }
  }

  /** Gathers the values, and goes to the shape that these fragments have together. */
  #walk(from: Shape, values: unknown[]): Shape {
    let shape = step(from, this.#strings)
    for (const [i, value] of this.#values.entries()) {
      if (value instanceof Query) shape = step(value.#walk(shape, values), i)
      else values.push(value)
    }
    return shape
  }

  #statement(): Named {
    const text = this.#text([]).trim()
    const name = `q_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    return { name, text }
  }

  /** Its words; its values are added to those of the words before it, and numbered so. */
  #text(values: unknown[]): string {
    const parts = this.#values.map((value, i) => {
      const before = this.#strings[i] ?? ''
      return before + (value instanceof Query ? value.#text(values) : `$${values.push(value)}`)
    })
    return parts.join('') + (this.#strings.at(-1) ?? '')
  }
}

function step({ next }: Shape, by: TemplateStringsArray | number): Shape {
  let shape = next.get(by)
  if (!shape) next.set(by, (shape = newShape()))
  return shape
}

/** A fragment that says nothing. */
export const nothing = query``

/** Fragments one after the other. For lists whose length is that of the code: each length is a statement of its own. */
export function joined(fragments: readonly Query<unknown>[], between = ', '): Query<unknown> {
  const [first = nothing, ...others] = fragments
  return others.length === 0 ? first : new Query(wordsBetween(fragments.length, between), fragments)
}

const lists = new Map<string, TemplateStringsArray[]>()

/** Those of a list of that length, made once. */
function wordsBetween(length: number, between: string): TemplateStringsArray {
  let known = lists.get(between)
  if (!known) lists.set(between, (known = []))
  return (known[length] ??= asStrings(['', ...Array.from({ length: length - 1 }, () => between), '']))
}

/** Words that are no literal of the code, as one of its templates has them; each array is a place of its own. */
export const asStrings = (words: readonly string[]): TemplateStringsArray => Object.assign([...words], { raw: words })

/** Each of these conditions; where there is none, whatever there is. */
export function all(conditions: readonly Query<unknown>[]): Query<unknown> {
  return conditions.length === 0 ? query`true` : joined(conditions, ' and ')
}

const words = new Map<string, Query<unknown>>()

/** A fragment of words that only code knows, such as the names of columns: nothing that comes from outside. */
export function raw(text: string): Query<unknown> {
  let known = words.get(text)
  if (!known) words.set(text, (known = new Query(asStrings([text]), [])))
  return known
}

export const identifier = (name: string): Query<unknown> => raw(`"${name}"`)

/** A change of some columns of a row. */
export type Change<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined }

/** `"title" = $1, "email" = $2`: a change, by columns that code names. What is undefined stays as it is. */
export function assigned(change: object): Query<unknown> {
  const columns = Object.entries(change).filter(([, value]) => value !== undefined)
  return joined(columns.map(([name, value]) => query`${identifier(name)} = ${value}`))
}

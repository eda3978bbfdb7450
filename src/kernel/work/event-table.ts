import { Nullable, Type, type Static, type TSchema } from '../http/schema.ts'

/**
 * Events are rows: a type, a sentence, and the schema of what comes with it. `emit` takes only what a table has made, and
 * listeners hear it with the types of its row. Nothing is compared with a schema while the product runs; tests do that.
 */

type Row = readonly [says: string, data: TSchema]
type Rows = Readonly<Record<string, Row>>
type TypeIn<R extends Rows> = keyof R & string

declare const declared: unique symbol
declare const heard: unique symbol

/** What happened, as a table has made it. */
export interface News<Type extends string = string, Data = unknown> {
  readonly [declared]: true
  readonly type: Type
  /** The company it is of; null where it is of none, or of many. */
  readonly tenant: string | null
  readonly data: Data
}

/** It may be passed on, never changed. */
export type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Fixed<T[Key]> }
    : T

type DataOf<R extends Rows, T extends TypeIn<R>> = Fixed<Static<R[T][1]>>
type NewsOf<R extends Rows, T extends TypeIn<R>> = T extends unknown ? News<T, DataOf<R, T>> : never

/** Where it is open which of several types is meant, what each of them needs. */
type DataOfAny<R extends Rows, T extends TypeIn<R>> = (
  T extends unknown ? (data: DataOf<R, T>) => void : never
) extends (data: infer Data) => void
  ? Data
  : never

/** A type, or all of its noun: `mail.*`. */
type Pattern<T extends string> = T | (T extends `${infer Noun}.${string}` ? `${Noun}.*` : never)
type Matching<T extends string, P extends string> = P extends `${infer Noun}.*`
  ? Extract<T, `${Noun}.${string}`>
  : Extract<T, P>

/** Types of events, for listeners, who get `N`. */
export interface Heard<N extends News> {
  readonly [heard]: N
  readonly types: readonly string[]
}

/** How the news of each type are dealt with; what is absent is not heard. */
type ByType<R extends Rows, Result> = { readonly [T in TypeIn<R>]?: (data: DataOf<R, T>) => Result }

export interface EventRow {
  readonly type: string
  readonly says: string
  readonly data: TSchema
}

interface EventTable<R extends Rows> {
  <T extends TypeIn<R>>(type: T, tenant: string | null, data: DataOfAny<R, T>): NewsOf<R, T>
  on<P extends Pattern<TypeIn<R>>>(...patterns: readonly P[]): Heard<NewsOf<R, Matching<TypeIn<R>, P>>>
  /** Those that have a function, and the function of each. */
  onEach<Result>(functions: ByType<R, Result>): Heard<News> & { of(news: News): Result | undefined }
  readonly all: readonly EventRow[]
}

export function events<const R extends Rows>(rows: R): EventTable<R> {
  const types = Object.keys(rows) as TypeIn<R>[]
  const typesOf = (pattern: string): string[] =>
    pattern.endsWith('.*') ? types.filter((type) => type.startsWith(pattern.slice(0, -1))) : [pattern]
  const make = (type: string, tenant: string | null, data: unknown) => ({ type, tenant, data })
  return Object.assign(make, {
    on: (...patterns: readonly string[]) => ({ types: patterns.flatMap(typesOf) }),
    onEach: (functions: Readonly<Record<string, ((data: unknown) => unknown) | undefined>>) => ({
      types: Object.keys(functions),
      of: ({ type, data }: News) => functions[type]?.(data),
    }),
    all: types.map((type) => ({ type, says: rows[type]?.[0], data: rows[type]?.[1] })),
  }) as unknown as EventTable<R>
}

/** What many of them carry. */
export const Block = Type.String({ description: 'A prefix.' })
export const Amount = Type.String({ description: 'Money, in units of its currency.' })
export const Currency = Type.String({ minLength: 3, maxLength: 3 })
export const Time = Type.String({ format: 'date-time' })
export const TimeOrNone = Nullable(Time)

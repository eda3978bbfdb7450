/**
 * JSON Schema, with the type of what it admits. Only what endpoints need: a library for it was the largest part of a
 * server that waits.
 */

declare const admits: unique symbol
const optional: unique symbol = Symbol('optional')
const naming: unique symbol = Symbol('name')
const itself: unique symbol = Symbol('itself')

interface Words {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}

/** A JSON Schema for values of type T. */
interface Schema<T> extends Words {
  readonly [admits]: T
  readonly [naming]?: string
  readonly [itself]?: true
  readonly type?: string
  readonly required?: readonly string[]
  readonly properties?: Properties
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}
export type TSchema = Schema<unknown>
export type Static<S extends TSchema> = S[typeof admits]

type Optional = { readonly [optional]: true }
type Properties = Readonly<Record<string, TSchema>>
type OptionalKeys<P> = { [K in keyof P]: P[K] extends Optional ? K : never }[keyof P]
type Flat<T> = { [K in keyof T]: T[K] } & {}
type Fields<P extends Properties> = Flat<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & { [K in OptionalKeys<P>]?: Static<P[K]> }
>
type AllOptional<P extends Properties> = { [K in keyof P]: P[K] & Optional }

interface ObjectSchema<P extends Properties> extends Schema<Fields<P>> {
  readonly properties: P
}

interface StringWords extends Words {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly string[]
}
interface NumberWords extends Words {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly multipleOf?: number
}
interface ArrayWords extends Words {
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
}
export interface ObjectWords extends Words {
  readonly additionalProperties?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
}

const schema = <T>(words: object): Schema<T> => words as Schema<T>

function object<P extends Properties>(properties: P, words: ObjectWords = {}): ObjectSchema<P> {
  const required = Object.keys(properties).filter((name) => !(optional in (properties[name] as object)))
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    ...words,
  } as unknown as ObjectSchema<P>
}

const asOptional = <S extends TSchema>(given: S): S & Optional => ({ ...given, [optional]: true })

export const nameOf = (given: TSchema): string | undefined => given[naming]

/** Whether it only stands for the schema of its name. */
export const isItself = (given: TSchema): boolean => given[itself] === true

export const Type = {
  String: (words: StringWords = {}) => schema<string>({ type: 'string', ...words }),
  Integer: (words: NumberWords = {}) => schema<number>({ type: 'integer', ...words }),
  Number: (words: NumberWords = {}) => schema<number>({ type: 'number', ...words }),
  Boolean: (words: Words = {}) => schema<boolean>({ type: 'boolean', ...words }),
  Null: (words: Words = {}) => schema<null>({ type: 'null', ...words }),
  Unknown: () => schema<unknown>({}),
  Literal: <const T extends boolean>(value: T) => schema<T>({ type: 'boolean', const: value }),
  Array: <S extends TSchema>(items: S, words: ArrayWords = {}) =>
    schema<Array<Static<S>>>({ type: 'array', items, ...words }),
  Object: object,
  Record: <S extends TSchema>(values: S, words: ObjectWords = {}) =>
    schema<Record<string, Static<S>>>({ type: 'object', patternProperties: { '^.*$': values }, ...words }),
  Union: <const S extends readonly TSchema[]>(anyOf: S) => schema<Static<S[number]>>({ anyOf }),
  Optional: asOptional,
  /** Every field may be left out. */
  Partial: <P extends Properties>({ properties }: ObjectSchema<P>) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, s]) => [name, asOptional(s)])) as AllOptional<P>),
  /** What the document calls it. The validator sees no difference: the name is no keyword. */
  Named: <S extends TSchema>(name: string, given: S): S => ({ ...given, [naming]: name }),
  /** Inside the schema of that name: any object to the validator, a reference in the document. */
  Itself: (name: string) =>
    schema<object>({ type: 'object', additionalProperties: true, [naming]: name, [itself]: true }),
  /** The same values under a narrower type, where the schema cannot say it. */
  Unsafe: <T>(given: TSchema) => schema<T>(given),
}

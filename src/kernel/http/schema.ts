import { nameOf, Type, type ObjectWords, type Static, type TSchema } from './type.ts'

/** Building blocks for wire schemas. Every text, list and number has a limit: nothing unbounded reaches a slice. */

export const Text = (
  maxLength: number,
  options: { minLength?: number; pattern?: string; format?: string; description?: string; examples?: string[] } = {},
) => Type.String({ minLength: 1, maxLength, ...options })

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ops@example.net'] })

export const Int = (minimum: number, maximum: number, options: { description?: string; default?: number } = {}) =>
  Type.Integer({ minimum, maximum, ...options })

/** By pattern: the format of the same name also takes "urn:uuid:", which the database does not. */
export const Uuid = Type.Named(
  'Uuid',
  Type.String({
    pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
    description: 'UUID, version 7',
    examples: ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'],
  }),
)

/** Integer Unix seconds, UTC; each API has its own form of a time (decisions 1, Times). */
export const UnixTime = Type.Named(
  'UnixTime',
  Type.Integer({ minimum: 0, description: 'Unix seconds, UTC', examples: [1_794_700_800] }),
)

export const IsoTime = Type.Named(
  'IsoTime',
  Type.String({ description: 'ISO 8601 with offset', examples: ['2026-11-15T10:00:00+00:00'] }),
)

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ListOf = <T extends TSchema>(item: T, maxItems: number) => Type.Array(item, { maxItems })

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], ...(description ? { description } : {}) }))

/** An object of an answer: exactly these fields. One that clients speak of, or that stands in two places, is `named`. */
export const Answer = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })

/** The same with a noun: the document says it once, and clients have a type of that name. */
export const named = <P extends Record<string, TSchema>>(name: string, properties: P, description?: string) =>
  Type.Named(name, Answer(properties, description))

/** What a request sends, by its name; fields that are not known are not looked at. */
export const Body = <P extends Record<string, TSchema>>(name: string, properties: P, words?: ObjectWords) =>
  Type.Named(name, Type.Object(properties, words))

/** Money, where an API shows it as an object (decisions 1, Money). */
export const MoneyAnswer = named('Money', {
  currency: Type.String({ examples: ['USD'] }),
  amount: Type.String({ examples: ['115.00'] }),
  amount_minor: Type.Integer({ examples: [11_500] }),
})

export const DataOf = <T extends TSchema>(schema: T) => Answer({ data: schema })

/** For what is called after what it holds. */
export function nounOf(schema: TSchema): string {
  const noun = nameOf(schema)
  if (noun === undefined) throw new Error('Only what has a name can be listed: declare it with named().')
  return noun
}

/** Public keys (RFC 7517). */
export const KeySet = Type.Named(
  'KeySet',
  Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }),
)

export function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return schema.properties ?? {}
}

export type { Static, TSchema }
export { nameOf, Type }

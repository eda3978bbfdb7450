import { Type, type Static, type TSchema } from './type.ts'

/** Building blocks for wire schemas. Every text, list and number has a limit: nothing unbounded reaches a slice. */

export const Text = (
  maxLength: number,
  options: { minLength?: number; pattern?: string; format?: string; description?: string; examples?: string[] } = {},
) => Type.String({ minLength: 1, maxLength, ...options })

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ops@example.net'] })

export const Int = (minimum: number, maximum: number, options: { description?: string; default?: number } = {}) =>
  Type.Integer({ minimum, maximum, ...options })

/** By pattern: the format of the same name also takes "urn:uuid:", which the database does not. */
export const Uuid = Type.String({
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  description: 'UUID, version 7',
  examples: ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'],
})

/** Billing times: integer Unix seconds, UTC (decisions 1, Times). */
export const UnixTime = Type.Integer({ minimum: 0, description: 'Unix seconds, UTC', examples: [1_794_700_800] })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ListOf = <T extends TSchema>(item: T, maxItems: number) => Type.Array(item, { maxItems })

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>(Type.String({ enum: [...values], ...(description ? { description } : {}) }))

/** An answer object: exactly these fields. */
export const Answer = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })

export const DataOf = <T extends TSchema>(schema: T) => Answer({ data: schema })

export function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return schema.properties ?? {}
}

export type { Static, TSchema }
export { Type }

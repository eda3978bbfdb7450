import { isItself, nameOf, type TSchema } from '../type.ts'

/** Schemas as the document writes them: what has a name stands under `components.schemas`, once, and is referred to. */

type Written = Record<string, unknown>

/** May differ from place to place; everything else belongs to the noun. */
const remarks = new Set(['description', 'examples', 'default'])

export class Schemas {
  readonly #named = new Map<string, Written>()

  /** In alphabetical order, for whoever looks something up. */
  all(): Record<string, Written> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  write(schema: TSchema): Written {
    const name = nameOf(schema)
    if (name === undefined) return this.#writeOut(schema)
    const reference = { $ref: `#/components/schemas/${name}` }
    if (isItself(schema)) return reference
    const known = this.#named.get(name)
    // Its place is taken before it is written: inside, it may speak of itself.
    if (!known) this.#named.set(name, {})
    const written = this.#writeOut(schema)
    if (!known) this.#named.set(name, written)
    return known ? { ...reference, ...remarksOf(name, written, known) } : reference
  }

  #writeOut(schema: TSchema): Written {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]): [string, unknown] => {
        if (keyword === 'properties') return [keyword, this.#writeEach(value as Readonly<Record<string, TSchema>>)]
        if (keyword === 'items') return [keyword, this.write(value as TSchema)]
        if (keyword === 'anyOf') return [keyword, (value as readonly TSchema[]).map((one) => this.write(one))]
        // A map, by the word that generators of clients read.
        if (keyword === 'patternProperties') return ['additionalProperties', this.write(valueOfMap(value as object))]
        return [keyword, value]
      }),
    )
  }

  #writeEach(properties: Readonly<Record<string, TSchema>>): Written {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.write(schema)]))
  }
}

function valueOfMap(patterns: object): TSchema {
  const [value] = Object.values(patterns) as TSchema[]
  if (!value) throw new Error('A map without a schema of its values.')
  return value
}

/** What this place says of the noun that the others do not. */
function remarksOf(name: string, here: Written, known: Written): Written {
  const keywords = new Set([...Object.keys(here), ...Object.keys(known)])
  const differing = [...keywords].filter((keyword) => JSON.stringify(here[keyword]) !== JSON.stringify(known[keyword]))
  const other = differing.find((keyword) => !remarks.has(keyword))
  if (other !== undefined) throw new Error(`Two schemas are called ${name}: they differ in "${other}".`)
  return Object.fromEntries(differing.filter((keyword) => keyword in here).map((keyword) => [keyword, here[keyword]]))
}

import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { routeObject } from '../../letters/index.ts'
import { markOf, type Holdings, type Thing } from './thing.rules.ts'

/** Route objects as we write them and know them again. */

export interface Attribute {
  readonly name: string
  readonly value: string
}

const line = /^([a-z0-9-]+): *(.*)$/i

/** As today's text to paste has it, with our mark. */
export function attributesOf(thing: Thing, maintainer: string | null, source: string): Attribute[] {
  const maintainers = maintainer === null ? [] : [maintainer]
  const { text } = routeObject({ block: thing.prefix, asn: thing.asn, company: thing.company, maintainers }, source)
  const attributes = attributesIn(text).map(({ name, value }) =>
    name === 'mnt-by' && maintainer !== null ? { name, value: maintainer } : { name, value },
  )
  const at = attributes.findIndex(({ name }) => name === 'mnt-by')
  return attributes.toSpliced(at, 0, { name: 'remarks', value: markOf(thing) })
}

export const attributesIn = (text: string): Attribute[] =>
  text.split('\n').flatMap((one) => {
    const [, name, value] = line.exec(one) ?? []
    return name === undefined || value === undefined ? [] : { name: name.toLowerCase(), value: value.trim() }
  })

export const rpslText = (attributes: readonly Attribute[]): string =>
  attributes.map(({ name, value }) => `${`${name}:`.padEnd(16)}${value}\n`).join('')

export const routeKey = ({ prefix, asn }: { readonly prefix: Prefix; readonly asn: number }): string =>
  `${formatPrefix(prefix)}AS${asn}`

const valueOf = (attributes: readonly Attribute[], wanted: string): string =>
  attributes.find(({ name }) => name === wanted)?.value ?? ''

/** By what was read of each: its attributes, or nothing. */
export function routeHoldings(found: ReadonlyMap<string, readonly Attribute[]>): Holdings {
  return {
    find: (thing) => {
      const attributes = found.get(routeKey(thing))
      if (!attributes) return null
      const isMarked = attributes.some(({ name, value }) => name === 'remarks' && value === markOf(thing))
      return isMarked ? 'ours' : 'foreign'
    },
    serves: () => false,
    holds: () => true,
    covering: () => [],
    resources: null,
    tag: null,
  }
}

/** Of several objects in one text, that of this number. */
export const objectOf = (text: string, thing: Thing): Attribute[] | null =>
  text
    .split(/\n\s*\n/)
    .map(attributesIn)
    .find(
      (one) =>
        valueOf(one, 'route') === formatPrefix(thing.prefix) &&
        valueOf(one, 'origin').toUpperCase() === `AS${thing.asn}`,
    ) ?? null

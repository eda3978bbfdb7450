import { html, words, type Markup } from './markup.ts'

/** A schema for people: a table of its fields, nouns as links. */

export interface Shown {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shown>>
  readonly required?: readonly string[]
  readonly items?: Shown
  readonly anyOf?: readonly Shown[]
  readonly additionalProperties?: Shown | boolean
  readonly enum?: readonly unknown[]
  readonly [keyword: string]: unknown
}

export type Nouns = Readonly<Record<string, Shown>>

const nounIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** The noun itself, where a schema only names one. */
export const meant = ({ $ref, ...more }: Shown, { components }: { components: { schemas: Nouns } }): Shown =>
  $ref === undefined ? more : { ...components.schemas[nounIn($ref)], ...more }

const linkTo = (reference: string): Markup => html`<a href="/docs/nouns/${nounIn(reference)}">${nounIn(reference)}</a>`

const limitWords: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  pattern: 'pattern',
  default: 'default',
}

/** What it is, in a few words. */
function kindOf(schema: Shown): Markup {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  if (schema.anyOf) {
    const kinds = schema.anyOf.map(kindOf)
    return html`${kinds.map((kind, i) => (i === 0 ? kind : html` or ${kind}`))}`
  }
  if (schema.enum) return html`${schema.enum.map((one, i) => html`${i === 0 ? '' : ', '}<code>${String(one)}</code>`)}`
  if (schema.type === 'array') return html`list of ${schema.items ? kindOf(schema.items) : 'anything'}`
  if (typeof schema.additionalProperties === 'object') return html`map to ${kindOf(schema.additionalProperties)}`
  return html`${schema.type ?? 'anything'}`
}

function limitsOf(schema: Shown): Markup | undefined {
  const found = Object.entries(limitWords).filter(([keyword]) => schema[keyword] !== undefined)
  if (found.length === 0) return undefined
  const said = found.map(
    ([keyword, word], i) => html`${i === 0 ? '' : '; '}${word} <code>${String(schema[keyword])}</code>`,
  )
  return html`<p class="soft">${said}</p>`
}

/** The object behind lists and what may be null, where it has no name of its own. */
function innerOf(schema: Shown): Shown | undefined {
  if (schema.properties) return schema
  if (schema.items) return innerOf(schema.items)
  return schema.anyOf?.map(innerOf).find((inner) => inner !== undefined)
}

export function describe(schema: Shown): Markup {
  const said =
    schema.description ?? schema.items?.description ?? schema.anyOf?.find((one) => one.description)?.description
  const inner = innerOf(schema)
  return html`${kindOf(schema)}${said === undefined ? undefined : html`<p>${words(said)}</p>`}${limitsOf(schema)}${inner && fieldsOf(inner)}`
}

export function fieldsOf({ properties = {}, required = [] }: Shown): Markup | undefined {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      html`<tr>
        <td><code>${name}</code>${required.includes(name) ? undefined : html` <span class="soft">optional</span>`}</td>
        <td>${describe(schema)}</td>
      </tr>`,
  )
  return rows.length === 0
    ? undefined
    : html`<div class="scroll">
        <table>
          <tr>
            <th>Field</th>
            <th>What it is</th>
          </tr>
          ${rows}
        </table>
      </div>`
}

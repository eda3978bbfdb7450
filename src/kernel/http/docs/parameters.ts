import { html, type Markup } from './markup.ts'
import type { Entry } from './pages.ts'
import type { Shown } from './schema-table.ts'

/** What an operation takes, as its document has it. */

export interface ShownParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Shown
}

/** Those of an operation, also what stands once in its document for many. */
export function parametersOf({ api, operation }: Entry): ShownParameter[] {
  const shared: Readonly<Record<string, unknown>> = api.components.parameters
  return (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1) ?? ''],
  ) as ShownParameter[]
}

export interface Media {
  readonly schema: Shown
  readonly example?: unknown
}

export const exampleOf = ({ example }: Media): Markup | undefined =>
  example === undefined ? undefined : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`

/** The way that most send it: the others are told in the reference. */
export function bodyOf({ operation }: Entry): { readonly type: string; readonly media: Media } | null {
  const [first] = Object.entries((operation.requestBody?.content ?? {}) as Record<string, Media>)
  return first ? { type: first[0], media: first[1] } : null
}

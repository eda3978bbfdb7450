import { Ajv } from 'ajv'
import { routes } from '../../../src/app/routes.ts'
import type { Answered, World } from '../world.ts'

/** Companies with prefixes, and how they ask for them. */

export type Client = Awaited<ReturnType<World['client']>>

export const prefixScopes = ['billing', 'nethub-data', 'nethub-analytics']

export const prefixesPath = (tenant: string, rest = '') => `/nethub-data/${tenant}/prefixes${rest}`

const ajv = new Ajv({ strict: false, validateFormats: false })
const listing = routes.find(({ id }) => id === 'listSubsets')?.answer
const matches = ajv.compile(listing ?? false)

export interface Tree {
  readonly notation: string
  readonly subsets: readonly Tree[]
  readonly [field: string]: unknown
}

/** The listing, compared with its declaration: a stream passes the general comparison by. */
export async function subsets(world: World, { tenant, bearer }: Client, query = ''): Promise<Answered> {
  const answer = await world.call('GET', `${prefixesPath(tenant, '/subsets/metadata')}?${query}`, { headers: bearer })
  if (answer.status === 200) for (const root of answer.body.data) checkTree(root)
  return answer
}

/** Subsets are declared one level deep; each of them is again one. */
function checkTree(tree: Tree): void {
  const page = { data: [tree], metadata: { limit: 1, offset: 0 } }
  if (!matches(page)) throw new Error(`${tree.notation}: ${ajv.errorsText(matches.errors)}`)
  for (const inner of tree.subsets) checkTree(inner)
}

/** A tree's notations: a leaf by its name, a branch as [name, …branches]. */
export const outlineOf = ({ notation, subsets: inner }: Tree): unknown =>
  inner.length === 0 ? notation : [notation, ...inner.map(outlineOf)]

export const outline = (answer: Answered): unknown[] => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.map(outlineOf)
}

export const refusedWith = ({ status, body }: Answered): string => `${status} ${body?.error ?? ''}`

import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { levelOf, worse } from '../../ui/routing.ts'
import type { Level } from '../../../src/prefixes/health/verdict.rules.ts'

/** The subset tree, by pages of what is outermost; and the same as the rows that are seen. */

const treePath = '/nethub-data/{tenantUUID}/prefixes/subsets/metadata'

interface Statuses {
  readonly criticalityStatus: string
  readonly bgpStatus: string
  readonly rpkiStatus: string
  readonly irrStatus: string
}

export interface Node {
  readonly notation: string
  readonly routingHealth: Statuses
  readonly internalMetadata: {
    readonly master: boolean
    readonly holders: readonly { readonly organisation: string; readonly type: number }[]
  }
  readonly subsets: readonly Node[]
}

const fields = [
  'notation',
  'routingHealth.criticalityStatus',
  'routingHealth.bgpStatus',
  'routingHealth.rpkiStatus',
  'routingHealth.irrStatus',
  'internalMetadata',
]

/** Outermost prefixes to a page: each comes with all that is inside. */
const perPage = 50

interface TreeWish {
  readonly notation?: string | undefined
  readonly organisation?: string | undefined
}

export const treeOf = (tenantUUID: string, { notation, organisation }: TreeWish) =>
  infiniteQueryOptions({
    queryKey: [treePath, tenantUUID, notation, organisation] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        fields,
        limit: perPage,
        offset: pageParam,
        ...(notation && { notations: [notation] }),
        ...(organisation && { organisations: [organisation] }),
      }
      const { data } = await api.GET(treePath, { params: { path: { tenantUUID }, query }, signal })
      return (data?.data ?? []) as unknown as readonly Node[]
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < perPage ? undefined : all.length * perPage),
  })

/** A node as a row: how deep it is, its place among its siblings, and how bad the worst inside it is. */
export interface Row {
  readonly node: Node
  readonly level: number
  readonly parent: string | null
  readonly position: number
  readonly siblings: number
  readonly inside: { readonly count: number; readonly worst: Level } | null
  readonly expanded: boolean
}

const insides = new WeakMap<Node, { readonly count: number; readonly worst: Level }>()

function insideOf(node: Node): { readonly count: number; readonly worst: Level } {
  const known = insides.get(node)
  if (known) return known
  let [count, worst]: [number, Level] = [0, 'ok']
  for (const inner of node.subsets) {
    const deeper = insideOf(inner)
    count += 1 + deeper.count
    worst = worse(worse(worst, levelOf(inner.routingHealth.criticalityStatus)), deeper.worst)
  }
  const made = { count, worst }
  insides.set(node, made)
  return made
}

/** What is seen while these are closed, in the order of the tree. */
export function rowsOf(roots: readonly Node[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const add = (nodes: readonly Node[], level: number, parent: string | null) => {
    for (const [i, node] of nodes.entries()) {
      const expanded = node.subsets.length > 0 && !closed.has(node.notation)
      rows.push({
        node,
        level,
        parent,
        position: i + 1,
        siblings: nodes.length,
        inside: node.subsets.length > 0 ? insideOf(node) : null,
        expanded,
      })
      if (expanded) add(node.subsets, level + 1, node.notation)
    }
  }
  add(roots, 1, null)
  return rows
}

/** Every prefix that something is inside of. */
export const branchesOf = (roots: readonly Node[]): string[] =>
  roots.flatMap((node) => (node.subsets.length > 0 ? [node.notation, ...branchesOf(node.subsets)] : []))

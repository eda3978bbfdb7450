import { comparePrefixes, contains, formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Space, SpaceLease } from '../../market/index.ts'

/** A prefix that a company sees: whose space it lies in, and who leases it. */
export interface Spot {
  readonly prefix: Prefix
  /** What the company holds or leases around it. */
  readonly space: Space
  /** The live lease around it. */
  readonly lease: SpaceLease | null
  /** Here a tree begins. */
  readonly top: boolean
}

/** Where a tree begins. */
export type Root = Omit<Spot, 'top'>

export const rootOf = (space: Space): Root => ({ prefix: knownPrefix(space.block), space, lease: space.lease })

export const isHeld = ({ space }: Pick<Spot, 'space'>): boolean => space.lease === null

/** Whether it is exactly the block that the caller holds. */
export const isMaster = (spot: Root): boolean => isHeld(spot) && spot.space.block === formatPrefix(spot.prefix)

export interface SpotOrder {
  readonly by: 'ipNet' | 'notation'
  readonly descending: boolean
}

/** Total for prefixes that are there once. */
export function inOrder<T extends Pick<Spot, 'prefix'>>(spots: readonly T[], { by, descending }: SpotOrder): T[] {
  const way = descending ? -1 : 1
  if (by === 'ipNet') return spots.toSorted((a, b) => way * comparePrefixes(a.prefix, b.prefix))
  const named = spots.map((spot) => ({ spot, name: formatPrefix(spot.prefix) }))
  named.sort((a, b) => (a.name < b.name ? -way : a.name > b.name ? way : 0))
  return named.map(({ spot }) => spot)
}

/** Of spots in address order, those that lie in none before them; each tree for itself. */
export class Outermost {
  #open: Prefix | null = null
  #tree: Prefix | null = null

  /** Whether this one does. Called for each that counts, in order. */
  add({ prefix }: Pick<Spot, 'prefix'>, tree: Prefix): boolean {
    if (tree !== this.#tree) this.#open = null
    this.#tree = tree
    if (this.#open !== null && contains(this.#open, prefix)) return false
    this.#open = prefix
    return true
  }
}

import { addressCount, contains, halves, overlaps, type Prefix } from '../../kernel/ip/index.ts'
import type { leaseStates } from '../lease/lease.states.ts'
import type { reservationStates } from '../reservation/reservation.states.ts'

/** An offer as it is split: what is free, hidden, held and leased in each half of each half, down to some size. */

export const tileKinds = ['free', 'hidden', 'held', 'leased'] as const
export type TileKind = (typeof tileKinds)[number]

/** Who has a block, by a lease or a reservation; by neither where it rests after a lease. */
interface TreeClaim {
  readonly lease: { readonly uuid: string; readonly status: (typeof leaseStates.states)[number] } | null
  readonly reservation: { readonly uuid: string; readonly status: (typeof reservationStates.states)[number] } | null
  readonly lessee: string
  /** When the hold lapses or the rest ends. */
  readonly until: string | null
}

/** Space of one kind: a whole block, or so many addresses of the smallest block that is looked at. */
export interface Tile {
  readonly kind: TileKind
  readonly block: Prefix
  readonly addresses: number
  readonly claim: TreeClaim | null
}

export interface TreeNode {
  readonly block: Prefix
  readonly state: TileKind | 'mixed'
  readonly counts: Readonly<Record<TileKind, number>>
  /** Where the node is all one claim's, or part of it. */
  readonly claim: (TreeClaim & { readonly block: Prefix }) | null
  /** All of it is in the hidden set, so that toggling shows it. */
  readonly isHidden: boolean
}

export const asTiles = (blocks: readonly Prefix[], kind: 'free' | 'hidden'): Tile[] =>
  blocks.map((block) => ({ kind, block, addresses: addressCount(block), claim: null }))

/**
 * The block and its parts down to the length, each before its own parts, in address order. The tiles make up all of it;
 * `hidden` is the hidden set as far as it has blocks of that size.
 */
export function splitTree(
  block: Prefix,
  smallest: number,
  tiles: readonly Tile[],
  hidden: readonly Prefix[],
): TreeNode[] {
  const around = tiles.find((tile) => tile.claim !== null && contains(tile.block, block))
  const counts = countIn(block, tiles)
  const node: TreeNode = {
    block,
    state: stateOf(counts),
    counts,
    claim: around?.claim ? { ...around.claim, block: around.block } : null,
    isHidden: hidden.some((one) => contains(one, block)),
  }
  // What one lessee has is not split further.
  const parts = around || block.length >= smallest ? [] : (halves(block) ?? [])
  return [
    node,
    ...parts.flatMap((half) =>
      splitTree(
        half,
        smallest,
        tiles.filter((tile) => overlaps(tile.block, half)),
        hidden.filter((one) => overlaps(one, half)),
      ),
    ),
  ]
}

function countIn(block: Prefix, tiles: readonly Tile[]): Record<TileKind, number> {
  const counts = { free: 0, hidden: 0, held: 0, leased: 0 }
  for (const tile of tiles) counts[tile.kind] += Math.min(tile.addresses, addressCount(block))
  return counts
}

function stateOf(counts: Readonly<Record<TileKind, number>>): TreeNode['state'] {
  const [only, ...others] = tileKinds.filter((kind) => counts[kind] > 0)
  return only !== undefined && others.length === 0 ? only : 'mixed'
}

import type { Prefix } from '../../kernel/ip/index.ts'

/** What a map of the market says of a block. Whose it is, it says to its own company alone. */

/** What anyone may see: to be had now, kept for somebody or resting after a lease, and leased. */
export const openStates = ['offered', 'held', 'leased'] as const

/** What a company sees beside it: of its own offers, and what it has of others'. On the wire a state is its place here. */
export const mapStates = [
  ...openStates,
  'own_offered',
  'own_hidden',
  'own_held',
  'own_leased',
  'held_by_you',
  'leased_by_you',
] as const

export type MapState = (typeof mapStates)[number]

export interface MapWish {
  /** Blocks that have addresses in it. */
  readonly inside: Prefix
  /** Who looks; null for anyone. */
  readonly viewer: string | null
  /** Only what is the viewer's in one way or another. */
  readonly mine: boolean
}

/** More than these in one picture are drawn in squares. */
export const mostMapped = 8_192

/** Lengths of the squares that are kept (`map_levels` in the database). */
const kept = [12, 16, 20]
export const smallestSquare = 20

/** No market has smaller blocks. */
const smallest = 24

/** The smallest squares of which no more than `mostMapped` fill a picture; null where so many blocks do. */
export function squareLength({ length }: Prefix): number | null {
  const finest = length + Math.log2(mostMapped)
  return finest >= smallest ? null : (kept.findLast((level) => level <= finest) ?? null)
}

/** Of what is a company's own the largest and the smallest squares are kept (`map_own_levels`): others are made of those. */
export const ownLength = (square: number): number => (square === kept[0] ? square : smallestSquare)

import {
  addressCount,
  childCount,
  comparePrefixes,
  contains,
  difference,
  formatPrefix,
  mergePrefixes,
  nthChild,
  overlaps,
  parent,
  subtract,
  type Prefix,
} from '../../kernel/ip/index.ts'

/**
 * The free space of an offer, as the fewest aligned blocks, shown and hidden apart. It changes only where something is
 * taken or given back, so no rule here ever looks at a whole offer: a /8 at /24 has 65,536 children.
 */

export interface FreeBlock {
  readonly block: Prefix
  readonly hidden: boolean
}

export interface Retiling {
  readonly removed: readonly Prefix[]
  readonly added: readonly FreeBlock[]
}

/** Whether the free blocks that touch the wanted one make up all of it. */
export function isFree(wanted: Prefix, touching: readonly FreeBlock[]): boolean {
  if (touching.some(({ block }) => contains(block, wanted))) return true
  const inside = touching.filter(({ block }) => contains(wanted, block))
  return inside.reduce((addresses, { block }) => addresses + addressCount(block), 0) === addressCount(wanted)
}

/** Takes the block out of the free blocks that touch it; what is left of a larger one stays as it was, in pieces. */
export function takeOut(taken: Prefix, touching: readonly FreeBlock[]): Retiling {
  const concerned = touching.filter(({ block }) => overlaps(block, taken))
  return {
    removed: concerned.map(({ block }) => block),
    added: concerned.flatMap(({ block, hidden }) => subtract(block, [taken]).map((rest) => ({ block: rest, hidden }))),
  }
}

/** The blocks a freed one could grow together with, on its way up to the whole offer. */
export function buddiesOf(freed: Prefix, offer: Prefix): Prefix[] {
  const buddies: Prefix[] = []
  for (let block = freed; block.length > offer.length;) {
    const whole = parent(block)
    if (!whole) break
    buddies.push(...subtract(whole, [block]))
    block = whole
  }
  return buddies
}

/** Gives space back; `buddies` are the free blocks of the same visibility that it could grow together with. */
export function giveBack(freed: readonly Prefix[], buddies: readonly Prefix[], hidden: boolean): Retiling {
  const { removed, added } = regroup(buddies, [], freed)
  return { removed, added: asFree(added, hidden) }
}

export const asFree = (blocks: readonly Prefix[], hidden: boolean): FreeBlock[] =>
  blocks.map((block) => ({ block, hidden }))

/** What changes in a set kept as the fewest blocks when space leaves it and other space joins it. */
export function regroup(
  tiles: readonly Prefix[],
  leaving: readonly Prefix[],
  joining: readonly Prefix[],
): { readonly removed: readonly Prefix[]; readonly added: readonly Prefix[] } {
  const after = mergePrefixes([...difference(tiles, leaving), ...joining])
  const before = new Set(tiles.map(formatPrefix))
  const stays = new Set(after.map(formatPrefix))
  return {
    removed: tiles.filter((block) => !stays.has(formatPrefix(block))),
    added: after.filter((block) => !before.has(formatPrefix(block))),
  }
}

export interface Surroundings {
  /** Whatever begins between the first part and the end of the last, */
  readonly first: Prefix
  readonly last: Prefix
  /** and these. */
  readonly exactly: readonly Prefix[]
}

/**
 * Where the blocks of a set can be that a change of these parts splits, swallows or grows together with: inside the parts,
 * around them, or beside one that is around them. One that begins before the first part is around or beside the first,
 * and one that begins after the last is beside the last: so a single stretch and a few blocks are all there is to read.
 */
export function surroundings(parts: readonly Prefix[], offer: Prefix): Surroundings {
  const ordered = parts.toSorted(comparePrefixes)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) throw new RangeError('nothing has no surroundings')
  const above = (block: Prefix) => [...ancestorsOf(block, offer), ...buddiesOf(block, offer)]
  return { first, last, exactly: [...above(first), ...above(last)] }
}

export function ancestorsOf(block: Prefix, offer: Prefix): Prefix[] {
  const whole = block.length > offer.length ? parent(block) : undefined
  return whole ? [whole, ...ancestorsOf(whole, offer)] : []
}

/** The part of a block that lies in the others. */
export function within(block: Prefix, others: readonly Prefix[]): Prefix[] {
  if (others.some((other) => contains(other, block))) return [block]
  return others.filter((other) => contains(block, other))
}

/** Of the children of that length in a free block apart from the wanted one, those that lie nearest to it. */
export function nearestChildren(free: Prefix, wanted: Prefix, most: number): Prefix[] {
  const all = childCount(free, wanted.length)
  const below = free.address < wanted.address
  return Array.from({ length: Math.min(most, all) }, (_, n) => nthChild(free, wanted.length, below ? all - 1 - n : n))
}

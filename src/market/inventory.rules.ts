import {
  addressCount,
  contains,
  mergePrefixes,
  overlaps,
  parent,
  prefixAround,
  firstAddress,
  samePrefix,
  subtract,
  type Prefix,
} from '../kernel/ip.ts'

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
  const merged = mergePrefixes([...freed, ...buddies])
  const stays = (block: Prefix) => merged.some((other) => samePrefix(other, block))
  const known = (block: Prefix) => buddies.some((other) => samePrefix(other, block))
  return {
    removed: buddies.filter((block) => !stays(block)),
    added: merged.filter((block) => !known(block)).map((block) => ({ block, hidden })),
  }
}

/** The part of a block that lies in the others. */
export function within(block: Prefix, others: readonly Prefix[]): Prefix[] {
  if (others.some((other) => contains(other, block))) return [block]
  return others.filter((other) => contains(block, other))
}

/** The child of that length in a free block that lies nearest to the wanted one. */
export function nearestChild(free: Prefix, wanted: Prefix): Prefix {
  if (contains(free, wanted)) return wanted
  const below = free.address < wanted.address
  const last = free.address + BigInt(addressCount(free) - addressCount(wanted))
  return prefixAround({ ...firstAddress(free), value: below ? last : free.address }, wanted.length)
}

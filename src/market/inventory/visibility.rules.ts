import {
  comparePrefixes,
  contains,
  difference,
  formatPrefix,
  parseAddress,
  prefixAround,
  prefixFrom,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { asFree, regroup, type FreeBlock, type Retiling } from './inventory.rules.ts'

/**
 * What of an offer is out of search (decisions 5, Child toggle). The hidden set is a set of addresses, kept as the fewest
 * aligned blocks; so a child lies wholly in it exactly when one block of it contains the child.
 */

/** Children by what becomes of them. */
export interface Sides {
  readonly hidden: readonly Prefix[]
  readonly shown: readonly Prefix[]
}

type Faults = Record<string, string[]>

/** The named children, or a sentence for each field that is wrong. */
export function readChildren(
  addresses: readonly string[],
  length: number,
  offer: { readonly block: Prefix; readonly smallest: number },
): { readonly children: readonly Prefix[] } | { readonly faults: Faults } {
  const { block, smallest } = offer
  if (length < block.length || length > smallest)
    return { faults: { cidr: [`must be between ${block.length} and ${smallest}, as this market service is split`] } }
  const children = new Map<bigint, Prefix>()
  const faults: Faults = {}
  for (const [at, text] of addresses.entries()) {
    const child = readChild(text, length, block)
    if (typeof child === 'string') faults[`childs.${at}.address`] = [child]
    else if (children.has(child.address)) faults[`childs.${at}.address`] = ['is named twice']
    else children.set(child.address, child)
  }
  return Object.keys(faults).length > 0 ? { faults } : { children: [...children.values()] }
}

function readChild(text: string, length: number, block: Prefix): Prefix | string {
  const address = parseAddress(text)
  if (!address.ok && address.reason === 'leading_zero') return 'has an octet with a leading zero'
  if (!address.ok || address.value.family !== 4) return 'is not an IPv4 address'
  const child = prefixFrom(address.value, length)
  if (!child.ok)
    return `is not the first address of a /${length}; that would be ${formatPrefix(prefixAround(address.value, length))}`
  return contains(block, child.value) ? child.value : `lies outside ${formatPrefix(block)}`
}

/** A child that lies wholly in the hidden set becomes shown, any other becomes hidden. */
export function toggle(children: readonly Prefix[], hiddenSet: readonly Prefix[]): Sides {
  const blocks = hiddenSet.toSorted(comparePrefixes)
  const sides = { hidden: [] as Prefix[], shown: [] as Prefix[] }
  let at = 0
  for (const child of children.toSorted(comparePrefixes)) {
    for (let next = blocks[at + 1]; next !== undefined && next.address <= child.address; next = blocks[at + 1]) at++
    const block = blocks[at]
    sides[block !== undefined && contains(block, child) ? 'shown' : 'hidden'].push(child)
  }
  return sides
}

/** Free space that changes sides: what of it was shown goes to the hidden, and the other way round. */
export function exchange(free: readonly FreeBlock[], sides: Sides): Retiling {
  const ofKind = (hidden: boolean) => free.filter((tile) => tile.hidden === hidden).map(({ block }) => block)
  const [shown, hidden] = [ofKind(false), ofKind(true)]
  const ofShown = regroup(shown, sides.hidden, common(hidden, sides.shown))
  const ofHidden = regroup(hidden, sides.shown, common(shown, sides.hidden))
  return {
    removed: [...ofShown.removed, ...ofHidden.removed],
    added: [...asFree(ofShown.added, false), ...asFree(ofHidden.added, true)],
  }
}

const common = (a: readonly Prefix[], b: readonly Prefix[]): Prefix[] => difference(a, difference(a, b))

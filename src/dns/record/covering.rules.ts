import { firstAddress, formatPrefix, knownPrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'

/** Which of some blocks an address is in: a walk upwards, since there may be thousands of either. */

const largest = 8

/** Every block that one of these could be leased with. */
export function blocksAround(blocks: readonly Prefix[]): string[] {
  const found = new Set<string>()
  for (const block of blocks)
    for (let length = block.length; length >= largest; length--) {
      const around = formatPrefix(prefixAround(firstAddress(block), length))
      if (found.has(around)) break
      found.add(around)
    }
  return [...found]
}

/** The one of them that a block lies in. */
export function coveringIn<B extends { readonly block: string }>(of: readonly B[]): (block: Prefix) => B | undefined {
  const known = new Map(of.map((one) => [one.block, one]))
  const lengths = [...new Set(of.map(({ block }) => knownPrefix(block).length))]
  return (block) => {
    for (const length of lengths) {
      const found = length <= block.length && known.get(formatPrefix(prefixAround(firstAddress(block), length)))
      if (found) return found
    }
    return undefined
  }
}

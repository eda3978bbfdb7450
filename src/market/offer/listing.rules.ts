import {
  comparePrefixes,
  firstAddress,
  formatPrefix,
  overlaps,
  parseAddress,
  prefixAround,
  prefixFrom,
  specialUseOf,
  type Prefix,
} from '../../kernel/ip/index.ts'
import type { FieldErrors } from '../pricing/pricing.rules.ts'

/** Which blocks may come to the market. */

/** Lengths of the largest and the smallest block that can be listed. */
export const listable = { largest: 8, smallest: 24 } as const

interface WrittenBlock {
  readonly address: string
  readonly length: number
}

/** The blocks in the order they came in, or what is wrong with them by field path. */
export function readBlocks(written: readonly WrittenBlock[]): {
  readonly blocks: Prefix[]
  readonly errors: FieldErrors
} {
  const errors: FieldErrors = {}
  const read = written.map((one, i) => {
    const block = readBlock(one)
    if (typeof block !== 'string') return { i, block }
    errors[fieldOf(i)] = [block]
    return []
  })
  const known = read.flat().sort((a, b) => comparePrefixes(a.block, b.block) || a.i - b.i)
  // In address order a block's first overlap is with one that comes before it and reaches furthest: the last kept.
  let around = known[0]
  for (const next of known.slice(1)) {
    if (around && overlaps(around.block, next.block)) {
      const [earlier, later] = around.i < next.i ? [around, next] : [next, around]
      errors[fieldOf(later.i)] = [`overlaps ${formatPrefix(earlier.block)} of the same request`]
    } else around = next
  }
  return { blocks: read.flat().map(({ block }) => block), errors }
}

export const fieldOf = (i: number): string => `subnets.${i}.address`

/** The block, or what is wrong with it. */
function readBlock({ address, length }: WrittenBlock): Prefix | string {
  const parsed = parseAddress(address)
  if (!parsed.ok || parsed.value.family !== 4) return 'must be an IPv4 address like 198.51.100.0'
  const block = prefixFrom(parsed.value, length)
  if (!block.ok)
    return `is not where a /${length} begins; around it lies ${formatPrefix(prefixAround(parsed.value, length))}`
  const use = specialUseOf(block.value)
  return use
    ? `${formatPrefix(block.value)} touches ${formatPrefix(use.prefix)}, special use: ${use.name} (${use.rfc})`
    : block.value
}

/** Two blocks that overlap lie in the same one of these, so whoever lists locks them in order. */
export function octetsOf(blocks: readonly Prefix[]): number[] {
  const octets = blocks.map((block) => Number(firstAddress(block).value >> 24n))
  return [...new Set(octets)].sort((a, b) => a - b)
}

import {
  formatPrefix,
  parseAddress,
  parsePrefix,
  prefixAround,
  prefixFrom,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { listable } from '../offer/listing.rules.ts'

/** Where something is looked for: one of these blocks, or any block inside this one. */
export type Whereabouts = { readonly oneOf: readonly Prefix[] } | { readonly inside: Prefix }

/** Decisions 5, List services: an address matches the blocks that begin there, a prefix every block inside it. */
export function readWhereabouts(text: string, field = 'address'): Whereabouts {
  return text.includes('/') ? { inside: readArea(text, field) } : { oneOf: orRefused(blocksFrom(text), field) }
}

/** A prefix; an address is one of its own. */
export const readArea = (text: string, field = 'address'): Prefix =>
  orRefused(readBlock(text.includes('/') ? text : `${text}/32`), field)

/** A text instead of what was read says what is wrong with it. */
function orRefused<T extends object>(read: T | string, field: string): T {
  if (typeof read === 'string') throw kernelProblem('invalid_fields', { fields: { [field]: [read] } })
  return read
}

const wanted = 'must be an IPv4 address or prefix, such as 192.0.2.0 or 192.0.2.0/24'

function readBlock(text: string): Prefix | string {
  const prefix = parsePrefix(text)
  if (prefix.ok && prefix.value.family === 4) return prefix.value
  if (prefix.ok || prefix.reason !== 'host_bits_set' || text.includes(':')) return wanted
  return `has host bits set; the block around it is ${blockAround(text)}`
}

function blockAround(text: string): string {
  const [address = '', length] = text.split('/')
  const parsed = parseAddress(address)
  return parsed.ok ? formatPrefix(prefixAround(parsed.value, Number(length))) : text
}

function blocksFrom(text: string): Prefix[] | string {
  const address = parseAddress(text)
  if (!address.ok || address.value.family !== 4) return wanted
  const blocks: Prefix[] = []
  for (let { largest: length } = listable; length <= listable.smallest; length++) {
    const block = prefixFrom(address.value, length)
    if (block.ok) blocks.push(block.value)
  }
  return blocks
}

import { formatAddress, type Address } from '../../kernel/ip/index.ts'
import { readHostName, type HostName } from './host-name.rules.ts'

/** Names of many addresses at once: `host-{a}-{b}-{c}-{d}.example.net`, where a to d are the parts of the address. */

const places = ['a', 'b', 'c', 'd']

const filled = (pattern: string, octets: readonly string[]): string =>
  pattern.replaceAll(/\{([a-d])\}/g, (_all, place: string) => octets[places.indexOf(place)] ?? '')

/** Null where every address gets a good name by it. */
export function patternFault(pattern: string): string | null {
  const unknown = /\{[^}]*\}?/.exec(pattern.replaceAll(/\{[a-d]\}/g, ''))?.[0]
  if (unknown !== undefined) return `has ${unknown}; only {a}, {b}, {c} and {d} are filled in`
  if (pattern.includes('}') && !pattern.includes('{')) return 'has “}” without “{”'
  // The longest that they become.
  return readHostName(filled(pattern, ['255', '255', '255', '255'])).fault
}

export const nameByPattern = (pattern: string, address: Address): HostName =>
  readHostName(filled(pattern, formatAddress(address).split('.')))

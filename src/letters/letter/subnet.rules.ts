import { formatPrefix, parsePrefix } from '../../kernel/ip/index.ts'
import type { ProblemDetails } from '../../kernel/problems.ts'

/** What can be said of the subnets of a letter by looking at them. */

/** A letter is for a block of this length at most: nothing longer is heard in the table of the internet. */
const longestLength = 24

/** At once: in a cart, or in one revocation. */
export const mostLetters = 500

export type Faults = NonNullable<ProblemDetails['fields']>

/** Sentences by the subnet's place, as the fields of a refusal. */
export const faultsAt = (path: string, faults: readonly (string | null)[]): Faults =>
  Object.fromEntries(faults.flatMap((fault, i) => (fault === null ? [] : [[`${path}.${i}`, [fault]]])))

export const subnetNotation = 'must be an IPv4 prefix without host bits, such as 192.0.2.0/24'

/** As they are kept; null for what is none. */
export function readSubnets(texts: readonly string[]): (string | null)[] {
  return texts.map((text) => {
    const parsed = parsePrefix(text)
    return parsed.ok && parsed.value.family === 4 ? formatPrefix(parsed.value) : null
  })
}

/** What is wrong with each as it is written; null where nothing is. */
export function writingFaults(subnets: readonly (string | null)[]): (string | null)[] {
  return subnets.map((subnet, i) => {
    if (subnet === null) return subnetNotation
    return subnets.indexOf(subnet) < i ? `${subnet} is named twice` : null
  })
}

const lengthOf = (subnet: string): number => Number(subnet.slice(subnet.indexOf('/') + 1))

/** No shorter than any of the subnets; null where that holds. */
export function lengthFault(maxLength: number, subnets: readonly string[]): string | null {
  if (maxLength > longestLength) return `must be at most ${longestLength}`
  const longest = Math.max(...subnets.map(lengthOf))
  return maxLength < longest ? `must be at least ${longest}, the length of the smallest subnet` : null
}

/** Why no letter can be issued for a subnet of this lease; null where one can. */
export function leaseFault(
  subnet: string,
  lease: { readonly status: string; readonly authorisation: string } | undefined,
): string | null {
  if (!lease) return `${subnet} is not part of a block your company leases`
  if (lease.status !== 'active') return `${subnet}: its lease is ${lease.status}`
  if (lease.authorisation !== 'signed') return `${subnet}: its holder's authorisation (LOA-A) is ${lease.authorisation}`
  return null
}

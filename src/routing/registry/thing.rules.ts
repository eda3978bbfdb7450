import {
  contains,
  formatPrefix,
  knownPrefix,
  parent,
  parseAddress,
  parsePrefix,
  splitRange,
  type Prefix,
} from '../../kernel/ip/index.ts'
import type { Covering, Payload } from '../object/danger.rules.ts'
import type { ObjectKind } from '../object/object.states.ts'
import { RegistryFault } from './answer.rules.ts'

/** What is asked for at a registry, and what was found there, in the words all registries share. */

export interface Thing {
  readonly uuid: string
  readonly kind: ObjectKind
  readonly prefix: Prefix
  readonly asn: number
  readonly company: string | null
}

export interface Delta {
  readonly add: readonly Thing[]
  readonly remove: readonly Thing[]
}

/** By this we know again what we have made, where a registry keeps remarks. */
export const markOf = ({ uuid }: Pick<Thing, 'uuid'>): string => `Sublet ${uuid}`

export interface Held extends Payload {
  /** What it says of who made it; null where the registry keeps no remarks. */
  readonly mark: string | null
}

export interface Holdings {
  /** Exactly this: made by us, by somebody else, or not there. */
  find(thing: Thing): 'ours' | 'foreign' | null
  /** Another one there serves as well. */
  serves(thing: Thing): boolean
  /** The registry lets it be made. */
  holds(prefix: Prefix): boolean
  /** The ROAs there around a prefix; none of an IRR. */
  readonly covering: Covering
  /** What the certificate covers; null where there is none. */
  readonly resources: readonly Prefix[] | null
  /** Which state of the registry it was. */
  readonly tag: string | null
}

/** Where the registry keeps no remarks, what is there as we made it counts as ours. */
export function roaHoldings(roas: readonly Held[], resources: readonly Prefix[], tag: string | null): Holdings {
  const byKey = new Map(roas.map((roa) => [keyOf(roa), roa]))
  const byPrefix = Map.groupBy(roas, ({ prefix }) => formatPrefix(prefix))
  const covering: Covering = (prefix) => {
    const found: Payload[] = []
    for (let around: Prefix | undefined = prefix; around; around = parent(around))
      found.push(...(byPrefix.get(formatPrefix(around)) ?? []))
    return found
  }
  return {
    find: (thing) => {
      const found = byKey.get(keyOf({ ...thing, maxLength: thing.prefix.length }))
      if (!found) return null
      return found.mark === null || found.mark === markOf(thing) ? 'ours' : 'foreign'
    },
    serves: ({ prefix, asn }) =>
      covering(prefix).some(
        (roa) => roa.asn === asn && roa.maxLength >= prefix.length && roa.maxLength > roa.prefix.length,
      ),
    holds: (prefix) => resources.some((resource) => contains(resource, prefix)),
    covering,
    resources,
    tag,
  }
}

const keyOf = ({ prefix, asn, maxLength }: Payload): string => `${formatPrefix(prefix)} ${maxLength} ${asn}`

/** `192.0.2.0/24`, or a range of addresses as certificates have it. */
export function resourcesIn(given: string): Prefix[] {
  return given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .flatMap((one) => resourceIn(one))
}

function resourceIn(one: string): Prefix[] {
  const [first = '', last] = one.split('-').map((part) => part.trim())
  if (last === undefined) {
    const whole = first.includes('/') ? first : `${first}/${first.includes(':') ? 128 : 32}`
    return [prefixIn(whole)]
  }
  const [from, to] = [parseAddress(first), parseAddress(last)]
  if (!from.ok || !to.ok || from.value.family !== to.value.family)
    throw new RegistryFault('not_understood', `It answered with resources that are none: ${one}`)
  return splitRange(from.value, to.value)
}

export function prefixIn(given: string): Prefix {
  const parsed = parsePrefix(given)
  if (!parsed.ok) throw new RegistryFault('not_understood', `It answered with a prefix that is none: ${given}`)
  return knownPrefix(given)
}

/** `64496`, `"64496"` or `"AS64496"`. */
export function asnIn(given: unknown): number {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(String(given))?.[1]
  if (digits === undefined || Number(digits) > 4_294_967_295)
    throw new RegistryFault('not_understood', `It answered with an AS number that is none: ${String(given)}`)
  return Number(digits)
}

import { contains, formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { LettersFor } from '../../letters/index.ts'
import type { Announcement } from '../../network/index.ts'

/** Whether a change of ROAs would make a route invalid that is announced and passes today (RFC 6811 §2). */

export interface Payload {
  readonly prefix: Prefix
  readonly asn: number
  readonly maxLength: number
}

type Route = Pick<Announcement, 'prefix' | 'asn' | 'asSet'>

type Validity = 'valid' | 'invalid' | 'not_found'

/** AS0 allows nobody, and a set of origins is no origin. */
export function validityOf({ prefix, asn, asSet }: Route, payloads: readonly Payload[]): Validity {
  const covering = payloads.filter((payload) => contains(payload.prefix, prefix))
  if (covering.length === 0) return 'not_found'
  const isAllowed = ({ asn: allowed, maxLength }: Payload) => allowed === asn && prefix.length <= maxLength
  return asn !== 0 && asSet === null && covering.some(isAllowed) ? 'valid' : 'invalid'
}

/** All payloads around a prefix, wherever they are known from. */
export type Covering = (prefix: Prefix) => readonly Payload[]

interface Change<Add extends Payload> {
  readonly add: readonly Add[]
  readonly remove: readonly Payload[]
}

interface Judged<Add extends Payload> {
  readonly safe: readonly Add[]
  /** Each that is not, with the routes it would make invalid. */
  readonly dangers: ReadonlyMap<Add, readonly Announcement[]>
}

/**
 * Those that pass before must not be invalid after. What would make one so is left out, and the rest is looked at again:
 * it may have been what kept another valid.
 */
export function judge<Add extends Payload>(
  routes: readonly Announcement[],
  { add, remove }: Change<Add>,
  covering: Covering,
): Judged<Add> {
  const dangers = new Map<Add, readonly Announcement[]>()
  const passing = routes.filter((route) => validityOf(route, covering(route.prefix)) !== 'invalid')
  for (let safe = add; ;) {
    const hurt = passing.filter((route) => {
      const kept = covering(route.prefix).filter((payload) => !remove.some((one) => samePayload(one, payload)))
      return validityOf(route, [...kept, ...safe]) === 'invalid'
    })
    const unsafe = safe.filter(({ prefix }) => hurt.some((route) => contains(prefix, route.prefix)))
    if (unsafe.length === 0) return { safe, dangers }
    for (const one of unsafe)
      dangers.set(
        one,
        hurt.filter((route) => contains(one.prefix, route.prefix)),
      )
    safe = safe.filter((one) => !dangers.has(one))
  }
}

const samePayload = (a: Payload, b: Payload): boolean =>
  a.asn === b.asn && a.maxLength === b.maxLength && formatPrefix(a.prefix) === formatPrefix(b.prefix)

/** Of whoever has no letter any more, and was to withdraw, nothing is protected. What we know nothing of is legitimate. */
export function isLegitimate({ prefix, asn, asSet }: Route, { live, left }: LettersFor): boolean {
  const named = (blocks: LettersFor['live']) =>
    blocks.some(({ block, letters }) => contains(block, prefix) && letters.some((letter) => letter.asn === asn))
  return asSet !== null || !named(left) || named(live)
}

/** `45.8.1.0/24 from AS64500, and 3 more`. */
export function routesText(routes: readonly Route[]): string {
  const [first, ...others] = routes
  if (!first) return 'none'
  const text = `${formatPrefix(first.prefix)} from ${first.asSet ?? `AS${first.asn}`}`
  return others.length > 0 ? `${text}, and ${others.length} more` : text
}

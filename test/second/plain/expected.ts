import { prefixesOf, type World } from '../world.ts'
import { type Bits, covers, isSame, textOf } from './prefix.ts'
import { touchesSpecialPurpose } from './special.ts'
import { countedPayloads, type Payload, type Route, validityOf } from './validity.ts'

/** Allows its number the block, and all parts of it down to `maxLength`. */
export interface Letter {
  readonly prefix: Bits
  readonly asn: number
  readonly maxLength: number
  /** It was ordered with a ROA. */
  readonly withRoa: boolean
  /** What keeps it from being released, whatever the RPKI says and whoever speaks. */
  readonly lacks: 'number' | 'signature' | 'lease' | null
}

/** E (network-rules §2): a letter counts for what lies in its block and is no longer than it allows. */
export function expectedFor(prefix: Bits, letters: readonly Letter[]): number[] {
  const expected: number[] = []
  for (const { prefix: block, asn, maxLength } of letters)
    if (covers(block, prefix) && prefix.bits.length <= maxLength && !expected.includes(asn)) expected.push(asn)
  return expected.sort((a, b) => a - b)
}

/** Who announces without a letter for what is announced; each number of a set may be where a route comes from. */
function strangersIn(routes: readonly Route[], letters: readonly Letter[]): number[] {
  const strangers: number[] = []
  for (const { prefix, origin } of routes)
    for (const asn of [origin].flat())
      if (!expectedFor(prefix, letters).includes(asn) && !strangers.includes(asn)) strangers.push(asn)
  return strangers
}

/** The routes around the prefix, of it and inside it. */
function routesAt(prefix: Bits, routes: readonly Route[]): Record<'around' | 'exact' | 'inside', Route[]> {
  const found: ReturnType<typeof routesAt> = { around: [], exact: [], inside: [] }
  for (const route of routes)
    if (isSame(route.prefix, prefix)) found.exact.push(route)
    else if (covers(prefix, route.prefix)) found.inside.push(route)
    else if (covers(route.prefix, prefix)) found.around.push(route)
  return found
}

/**
 * Who announces a part without a letter for it is a stranger inside (network-rules §3). Where nobody has a letter, however
 * short, the holder's own numbers are none, and nobody is where the part is not for lease.
 */
function isStrangeInside(prefix: Bits, inside: readonly Route[], { letters, listed, hidden, own }: World): boolean {
  for (const route of inside)
    for (const asn of strangersIn([route], letters)) {
      if (isLet(route.prefix, letters)) return true
      if (listed && !isCovered(prefix, hidden) && !isCovered(route.prefix, hidden) && !own.includes(asn)) return true
    }
  return false
}

/** There is a letter for it, or for a block around it, however far down that reaches. */
function isLet(prefix: Bits, letters: readonly Letter[]): boolean {
  for (const letter of letters) if (covers(letter.prefix, prefix)) return true
  return false
}

function isCovered(prefix: Bits, blocks: readonly Bits[]): boolean {
  for (const block of blocks) if (covers(block, prefix)) return true
  return false
}

/** BgpStatus and its level, the first that fits (network-rules §3); none of the routes says how many see it. */
function bgpStatus(prefix: Bits, world: World): string {
  const { letters, listed, hidden, own, routes } = world
  const expected = expectedFor(prefix, letters)
  const { around, exact, inside } = routesAt(prefix, routes)
  const strangers = strangersIn(exact, letters)
  const ownUse = !isLet(prefix, letters) && strangers.every((asn) => own.includes(asn))
  const unexpected = exact.length > 0 && expected.length === 0
  if (exact.length > 0 && expected.length > 0 && strangers.length > 0) return 'origin_mismatch critical'
  if (unexpected && listed && !isCovered(prefix, hidden) && !ownUse) return 'unexpected_announcement critical'
  if (isStrangeInside(prefix, inside, world)) return 'more_specific_mismatch critical'
  if (unexpected) return 'unexpected_announcement info'
  if (new Set(exact.flatMap(({ origin }) => origin)).size > 1) return 'multiple_origins info'
  if (exact.length > 0) return 'announced ok'
  if (inside.length > 0 && strangersIn(inside, letters).length === 0) return 'more_specifics_only ok'
  if (inside.length === 0 && around.length > 0) return `covered_only ${expected.length > 0 ? 'warning' : 'info'}`
  return `not_announced ${expected.length > 0 ? 'info' : 'ok'}`
}

const worstFirst = ['invalid_as0', 'invalid_as_set', 'invalid_asn', 'invalid_length', 'not_found', 'valid']

/** RpkiStatus: the worst over what is announced, or else over what is expected. */
function rpkiStatus(prefix: Bits, { letters, routes }: World, payloads: readonly Payload[]): string {
  const counted = payloads.filter((payload) => covers(payload.prefix, prefix))
  const announced = routesAt(prefix, routes).exact
  const expected = expectedFor(prefix, letters).map((asn): Route => ({ prefix, origin: asn }))
  const atStake = announced.length > 0 ? announced : expected
  const validities = new Set<string>(atStake.map((route) => validityOf(route, counted)))
  for (const validity of worstFirst) if (validities.has(validity)) return validity
  if (counted.length === 0) return 'unprotected'
  return counted.every(({ asn }) => asn === 0) ? 'protected' : 'covered'
}

const told = ({ prefix, origin }: Route): string => {
  const who = typeof origin === 'number' ? `AS${origin}` : `{${[...new Set(origin)].sort((a, b) => a - b).join()}}`
  return `${textOf(prefix)} ${who}`
}

/** Of each prefix: E, which announcements fit it, and what follows from both. */
export function expectations(world: World): string[] {
  const counted = countedPayloads(world.payloads, world.now)
  return prefixesOf(world).map((prefix) => `${textOf(prefix)}: ${expectation(prefix, world, counted)}`)
}

function expectation(prefix: Bits, world: World, payloads: readonly Payload[]): string {
  const { letters, routes, routeData, payloadData } = world
  const expected = expectedFor(prefix, letters).join()
  const bogon = touchesSpecialPurpose(prefix) ? 'bogon critical' : null
  if (routeData !== 'fresh') return [expected, bogon ?? 'unknown unknown', 'unknown'].join(' | ')
  const { exact, inside } = routesAt(prefix, routes)
  const seen = new Set<string>()
  for (const route of [...exact, ...inside])
    seen.add(`${strangersIn([route], letters).length > 0 ? 'stranger' : 'expected'} ${told(route)}`)
  const rpki = payloadData === 'fresh' ? rpkiStatus(prefix, world, payloads) : 'unknown'
  return [expected, bogon ?? bgpStatus(prefix, world), rpki, ...[...seen].sort()].join(' | ')
}

import { expectedFor, type Letter } from './expected.ts'
import { type Bits, covers, isSame, partsOf, textOf } from './prefix.ts'
import { touchesSpecialPurpose } from './special.ts'
import { allows, countedPayloads, endOf, isAlike, type Payload, type Route, validityOf } from './validity.ts'
import { prefixesOf, type World } from '../world.ts'

/** What ROAs are judged by. */
class Ground {
  readonly now: number
  readonly held: Bits | null
  /** Payloads that have not expired, each once. */
  readonly roas: readonly Payload[]
  /** Null: there is no fresh data. */
  readonly routes: readonly Route[] | null
  readonly letters: readonly Letter[]
  /** Found once for each: real blocks have thousands of both. */
  readonly #statuses = new Map<Payload, string>()
  readonly #rejected = new Map<Route, boolean>()

  constructor({ now, held, payloads, routes, routeData, letters }: World) {
    this.now = now
    this.held = held
    this.roas = countedPayloads(payloads, now)
    this.routes = routeData === 'fresh' ? routes : null
    this.letters = letters
  }

  statusOf(roa: Payload): string {
    const status = this.#statuses.get(roa) ?? statusOf(roa, this)
    this.#statuses.set(roa, status)
    return status
  }

  isRejected(route: Route): boolean {
    const rejected = this.#rejected.get(route) ?? validityOf(route, this.roas).startsWith('invalid')
    this.#rejected.set(route, rejected)
    return rejected
  }
}

const day = 24 * 3_600

/** Network-rules §4, row by row. */
function statusOf(roa: Payload, ground: Ground): string {
  const { held, roas, routes, now } = ground
  if (held === null || !covers(held, roa.prefix)) return 'not_held'
  if (routes === null) return 'keep'
  if (roa.asn === 0) return isCoveredByAnother(roa, ground) ? 'as0_redundant' : 'as0'
  for (const other of roas) if (covers(held, other.prefix) && allowsAll(other, roa, roas)) return 'redundant'
  let authorised = 0
  let disallowed = 0
  const longest = new Set<string>()
  for (const route of routes) {
    if (!covers(roa.prefix, route.prefix)) continue
    if (allows(roa, route)) {
      authorised++
      if (route.prefix.bits.length === roa.maxLength) longest.add(route.prefix.bits)
    } else if (ground.isRejected(route)) disallowed++
  }
  if (authorised + disallowed === 0 && !isExpectedUnder(roa, ground.letters)) return 'stale'
  const isWide = longest.size > 0 && longest.size < 2 ** (roa.maxLength - roa.prefix.bits.length)
  if (isWide && !isIntended(roa, ground.letters)) return 'too_permissive'
  if (authorised === 0 && disallowed > 0) return 'disallowing'
  return roa.expires !== null && roa.expires < now + day ? 'expiring' : 'keep'
}

/** The same number, as short or shorter, as long or longer. Of two alike the one that ends later stays, or else the first. */
function allowsAll(other: Payload, roa: Payload, roas: readonly Payload[]): boolean {
  if (other === roa || other.asn !== roa.asn) return false
  if (!covers(other.prefix, roa.prefix) || other.maxLength < roa.maxLength) return false
  if (!isAlike(other, roa)) return true
  if (endOf(other) === endOf(roa)) return roas.indexOf(other) < roas.indexOf(roa)
  return endOf(other) > endOf(roa)
}

const stays = (status: string): boolean => status === 'keep' || status === 'expiring'

/** Another that stays, of another number, covers the whole of AS0's own prefix. */
function isCoveredByAnother(roa: Payload, ground: Ground): boolean {
  for (const other of ground.roas)
    if (other.asn !== 0 && covers(other.prefix, roa.prefix) && stays(ground.statusOf(other))) return true
  return false
}

/** The number is in E of the ROA's prefix, or of a part of it. */
function isExpectedUnder({ prefix, asn }: Payload, letters: readonly Letter[]): boolean {
  if (expectedFor(prefix, letters).includes(asn)) return true
  for (const letter of letters) if (letter.asn === asn && covers(prefix, letter.prefix)) return true
  return false
}

/** A letter of its number allows as much. */
function isIntended({ prefix, asn, maxLength }: Payload, letters: readonly Letter[]): boolean {
  for (const letter of letters)
    if (letter.asn === asn && covers(letter.prefix, prefix) && letter.maxLength >= maxLength) return true
  return false
}

const said = (status: string, asn: number, prefix: Bits, maxLength: number) =>
  `${status} AS${asn} ${textOf(prefix)} ${maxLength}`

/** All that is suggested for one prefix, in no order. */
function suggestionsFor(prefix: Bits, ground: Ground): string[] {
  const suggestions: string[] = []
  for (const roa of ground.roas)
    if (covers(roa.prefix, prefix)) suggestions.push(said(ground.statusOf(roa), roa.asn, roa.prefix, roa.maxLength))
  if (ground.routes === null) return suggestions
  const expected = expectedFor(prefix, ground.letters)
  const origins = new Set(expected)
  for (const route of ground.routes)
    if (typeof route.origin === 'number' && isSame(route.prefix, prefix)) origins.add(route.origin)
  for (const asn of origins) if (isNarrowed(prefix, asn, ground)) suggestions.push(exactly('replacement', asn, prefix))
  for (const asn of expected) suggestions.push(...missing(prefix, asn, ground))
  // What a letter for exactly this block allows inside it; so many, that its to-do lists them one by one.
  for (const { prefix: block, asn, maxLength } of ground.letters)
    if (isSame(block, prefix))
      for (const part of partsOf(block, maxLength).slice(1, 255))
        if (isNarrowed(part, asn, ground)) suggestions.push(exactly('replacement', asn, part))
        else suggestions.push(...missing(part, asn, ground))
  return suggestions
}

const exactly = (status: string, asn: number, prefix: Bits): string => said(status, asn, prefix, prefix.bits.length)

/** A ROA that is to be replaced allows it, and none that stays. */
function isNarrowed(prefix: Bits, origin: number, ground: Ground): boolean {
  const statuses: string[] = []
  for (const roa of ground.roas) if (allows(roa, { prefix, origin })) statuses.push(ground.statusOf(roa))
  return statuses.includes('too_permissive') && !statuses.some(stays)
}

/** The exact ROA for a number that is expected, where no ROA allows it. */
function missing(prefix: Bits, asn: number, { roas, routes }: Ground): string[] {
  const validity = validityOf({ prefix, origin: asn }, roas)
  if (validity === 'valid') return []
  const isAnnounced = routes?.some((route) => route.origin === asn && isSame(route.prefix, prefix))
  if (!isAnnounced) return [exactly('expected', asn, prefix)]
  return [exactly(validity === 'invalid_as0' ? 'invalid_asn' : validity, asn, prefix)]
}

/** Only what is idle through and through, has no ROA and may have one is parked by AS0. */
function isToBeParked(prefix: Bits, { roas, routes, letters }: Ground): boolean {
  if (routes === null || expectedFor(prefix, letters).length > 0) return false
  for (const roa of roas) if (covers(roa.prefix, prefix)) return false
  for (const one of [...routes, ...letters]) if (covers(prefix, one.prefix)) return false
  return !touchesSpecialPurpose(prefix)
}

/** For each prefix: what is suggested, and whether a ROA of AS0 is wanted or in the way. */
export function suggestions(world: World): string[] {
  const ground = new Ground(world)
  return prefixesOf(world).map((prefix) => {
    if (world.payloadData !== 'fresh') return `${textOf(prefix)}: `
    const suggested = suggestionsFor(prefix, ground).sort()
    const parked = isToBeParked(prefix, ground) ? ['create_as0_roa'] : []
    const freed = suggested.some((text) => text.startsWith('as0_redundant')) ? ['delete_as0_roa'] : []
    return `${textOf(prefix)}: ${[...suggested, ...parked, ...freed].join(' | ')}`
  })
}

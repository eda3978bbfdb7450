import type { Letter } from './plain/expected.ts'
import { type Bits, bitsOf, isSame, partsOf, textOf, widthOf } from './plain/prefix.ts'
import type { Data } from './plain/release.ts'
import type { Origin, Payload, Route } from './plain/validity.ts'

/** What is known of a corner of address space; small and crowded, so that everything lies in the way of everything. */
export interface World {
  /** Unix seconds. */
  readonly now: number
  readonly held: Bits | null
  /** It is offered or let, but for what the holder keeps off the market. */
  readonly listed: boolean
  readonly hidden: readonly Bits[]
  /** Numbers that the holder calls its own. */
  readonly own: readonly number[]
  readonly payloads: readonly Payload[]
  readonly payloadData: Data
  readonly routes: readonly Route[]
  readonly routeData: Data
  readonly letters: readonly Letter[]
  /** Prefixes of which nothing is known, and which are asked about as well. */
  readonly strange: readonly Bits[]
}

/** All that can be asked about, each once. */
export function prefixesOf({ payloads, routes, letters, strange }: World): Bits[] {
  const found = new Map<string, Bits>()
  for (const { prefix } of [...payloads, ...routes, ...letters]) found.set(`${prefix.family} ${prefix.bits}`, prefix)
  for (const prefix of strange) found.set(`${prefix.family} ${prefix.bits}`, prefix)
  return [...found.values()]
}

/** Numbers by chance that are the same for the same seed (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, and without, `sides`. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides)
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.roll(from.length)] ?? from[0]
  }

  /** Once in so many. */
  once(many: number): boolean {
    return this.roll(many) === 0
  }

  many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.roll(most + 1) }, make)
  }
}

const ordinary = ['45.8.0.0/20', '45.8.240.0/20', '1.0.0.0/24', '223.255.240.0/20', '2a0e::/29'].map(bitsOf) as [
  Bits,
  ...Bits[],
]

/** Both ends of each family, space of special purpose, and what lies around that. */
const odd = [
  '0.0.0.0/0',
  '0.0.0.0/27',
  '255.255.255.0/24',
  '192.0.0.0/20',
  '198.51.96.0/20',
  '100.0.0.0/8',
  '172.0.0.0/9',
  '::/0',
  '::/124',
  '2001::/20',
  '2001:d80::/25',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff::/112',
].map(bitsOf) as [Bits, ...Bits[]]

const placeOf = (dice: Dice): Bits => dice.pick(dice.once(3) ? odd : ordinary)

/** Of the place, of what lies around it, or anything down to one address inside it. */
function prefixIn(dice: Dice, place: Bits): Bits {
  const { family, bits } = dice.once(15) ? placeOf(dice) : place
  if (dice.once(8)) return { family, bits: bits.slice(0, dice.roll(bits.length + 1)) }
  const width = widthOf(family)
  const more = dice.once(12) ? width - bits.length - dice.roll(3) : dice.roll(5)
  let longer = bits
  const same = dice.once(3) ? String(dice.roll(2)) : null
  while (longer.length < Math.min(width, bits.length + more)) longer += same ?? String(dice.roll(2))
  return { family, bits: longer }
}

const numbers = [0, 0, 1, 1, 1, 2, 2, 3, 4_294_967_295] as const
const anchors = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc'] as const
const day = 24 * 3_600

function maxLengthOf(dice: Dice, { family, bits }: Bits): number {
  const chance = dice.roll(20)
  if (chance < 8) return bits.length
  if (chance < 15) return Math.min(widthOf(family), bits.length + dice.roll(5))
  if (chance < 17) return widthOf(family)
  // What no registry signs and no reader lets in.
  return chance < 19 ? dice.roll(bits.length + 1) : widthOf(family) + 1 + dice.roll(100)
}

function payloadIn(dice: Dice, place: Bits, now: number): Payload {
  const prefix = prefixIn(dice, place)
  return {
    prefix,
    asn: dice.pick(numbers),
    maxLength: maxLengthOf(dice, prefix),
    anchor: dice.pick(anchors),
    source: dice.roll(2),
    expires: dice.once(2) ? null : now + dice.pick([-day, -1, 0, 1, day - 1, day, day + 1, 30 * day, 365 * day]),
  }
}

/** Some are said twice, and not in the same way. */
function payloadsIn(dice: Dice, place: Bits, now: number): Payload[] {
  const payloads = dice.many(8, () => payloadIn(dice, place, now))
  const again = payloads.flatMap((one) => {
    if (!dice.once(5)) return []
    const other = payloadIn(dice, one.prefix, now)
    return { ...one, ...changed(dice, other), ...changed(dice, other) }
  })
  return [...payloads, ...again]
}

const changed = (dice: Dice, { asn, maxLength, anchor, source, expires }: Payload): Partial<Payload> =>
  dice.pick<Partial<Payload>>([{ asn }, { maxLength }, { anchor }, { source }, { expires }, {}])

/** For what a letter allows: one that allows all of it, or one for each prefix, as holders are asked to, or all but one of these. */
function payloadsFor(dice: Dice, { prefix, asn, maxLength }: Letter): Payload[] {
  if (!dice.once(3)) return []
  const parts = partsOf(prefix, Math.min(maxLength, prefix.bits.length + 2))
  const forgotten = dice.once(3) ? dice.roll(parts.length) : -1
  const rest = { asn, anchor: dice.pick(anchors), source: dice.roll(2), expires: null }
  if (dice.once(2)) return [{ prefix, maxLength, ...rest }]
  return parts.flatMap((part, n) => (n === forgotten ? [] : { prefix: part, maxLength: part.bits.length, ...rest }))
}

function originOf(dice: Dice): Origin {
  if (!dice.once(12)) return dice.pick(numbers)
  return Array.from({ length: 1 + dice.roll(3) }, () => 1 + dice.roll(3))
}

function letterIn(dice: Dice, place: Bits): Letter {
  const prefix = prefixIn(dice, place)
  const longest = Math.min(widthOf(prefix.family), prefix.bits.length + dice.roll(4))
  const lacks = dice.once(8) ? dice.pick(['number', 'signature', 'lease'] as const) : null
  return { prefix, asn: dice.pick(numbers), maxLength: longest, withRoa: dice.once(2), lacks }
}

/** A number has one for a block, not two. */
function lettersIn(dice: Dice, place: Bits): Letter[] {
  const letters = dice.many(6, () => letterIn(dice, place))
  const isFirst = (letter: Letter, n: number) =>
    letters.findIndex(({ prefix, asn }) => asn === letter.asn && isSame(prefix, letter.prefix)) === n
  return letters.filter(isFirst)
}

/** Mostly something around all of it. */
function heldIn(dice: Dice, place: Bits): Bits | null {
  if (dice.once(12)) return null
  return dice.once(5)
    ? prefixIn(dice, place)
    : { ...place, bits: place.bits.slice(0, dice.roll(place.bits.length + 1)) }
}

const dataOf = (dice: Dice): Data => (dice.once(12) ? 'absent' : dice.once(10) ? 'stale' : 'fresh')

export function worldOf(dice: Dice): World {
  const place = placeOf(dice)
  const now = 1_800_000_000
  const letters = lettersIn(dice, place)
  const payloads = [...payloadsIn(dice, place, now), ...letters.flatMap((letter) => payloadsFor(dice, letter))]
  // Much of what is announced is announced as somebody has signed it.
  const known = [...payloads, ...letters]
  const routes = dice.many(8, (): Route => {
    const like = known[dice.roll(known.length * 2)]
    if (like === undefined) return { prefix: prefixIn(dice, place), origin: originOf(dice) }
    const { family, bits } = like.prefix
    const length = dice.once(2) ? Math.min(like.maxLength, widthOf(family), bits.length + 5) : bits.length
    let longer = bits
    while (longer.length < length) longer += String(dice.roll(2))
    return { prefix: { family, bits: longer }, origin: dice.once(3) ? originOf(dice) : like.asn }
  })
  return {
    now,
    held: heldIn(dice, place),
    listed: !dice.once(3),
    hidden: dice.once(3) ? [prefixIn(dice, place)] : [],
    own: dice.once(2) ? [dice.pick(numbers)] : [],
    payloads,
    payloadData: dataOf(dice),
    routes,
    routeData: dataOf(dice),
    letters,
    strange: dice.many(3, () => prefixIn(dice, place)),
  }
}

/** As a person would write it down. */
export function wordsOf({ payloads, routes, letters, strange, ...world }: World): string[] {
  return [
    `held ${world.held === null ? 'nothing' : textOf(world.held)}${world.listed ? ', listed' : ''}, own ${world.own.join()}, hidden ${world.hidden.map(textOf).join()}, now ${world.now}`,
    `payloads are ${world.payloadData}, routes are ${world.routeData}`,
    ...payloads.map(
      (one) =>
        `payload AS${one.asn} ${textOf(one.prefix)} up to /${one.maxLength} (${one.anchor}, source ${one.source}, expires ${one.expires ?? 'never'})`,
    ),
    ...routes.map(({ prefix, origin }) => `route ${textOf(prefix)} from ${JSON.stringify(origin)}`),
    ...letters.map(
      ({ prefix, asn, maxLength, withRoa, lacks }) =>
        `letter AS${asn} ${textOf(prefix)} down to /${maxLength}${withRoa ? ' with a ROA' : ''}${lacks === null ? '' : `, lacks ${lacks}`}`,
    ),
    ...strange.map((prefix) => `asked about ${textOf(prefix)}`),
  ]
}

/**
 * A market of any size, drawn up in memory before a row of it is written: offers over the unicast space, the leases in
 * them, and what is left free as the fewest aligned blocks. The same size always gives the same market.
 */

/** Space in units of a /24: a block is its first unit and its prefix length. */
export interface Blocks {
  readonly unit: number[]
  readonly length: number[]
  /** Which offer it belongs to, by number. */
  readonly offer: number[]
}

export interface Plan {
  readonly offers: { readonly unit: number[]; readonly length: number[] }
  readonly leases: Blocks
  readonly free: Blocks
  /** The number of the offer that is a whole /8 with many leases, where the market has one. */
  readonly giant: number | null
}

export interface Size {
  readonly offers: number
  readonly leases: number
  /** Leases in one offer of a whole /8. */
  readonly giantLeases: number
}

/** Shares of sizes; leases as the real table (network-rules §6), offers larger, since they are let in parts. */
const leaseSizes = [24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 22, 22, 22, 23, 23, 21, 20, 24]
const offerSizes = [24, 24, 22, 22, 22, 22, 21, 21, 21, 20, 20, 20, 20, 19, 19, 18, 18, 17, 16, 15]

const unitsOf = (length: number): number => 2 ** (24 - length)

/** The /8 in which the buyers of a market buy: none of its other offers is there. */
export const buyersOctet = 223

/** Leaves out each /8 that has special-use space in it, and what is no unicast. */
const unusable = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203, buyersOctet])
const usable = Array.from({ length: 224 }, (_, octet) => octet).filter((octet) => !unusable.has(octet))
const unitsPerOctet = 65_536

export function drawUp(size: Size): Plan {
  const random = randomFrom(size.offers)
  const giant = size.giantLeases > 0
  const offers = placeOffers(size.offers, giant, random)
  const counts = shareOut(offers.length, size.leases - size.giantLeases, giant, random)
  if (giant) counts[0] = size.giantLeases
  const leases: Blocks = { unit: [], length: [], offer: [] }
  const free: Blocks = { unit: [], length: [], offer: [] }
  const put = (into: Blocks, offer: number, unit: number, length: number): void => {
    into.unit.push(unit)
    into.length.push(length)
    into.offer.push(offer)
  }
  /** Lets `count` parts of the block; what is free next to something let is as large as it can be. */
  const fill = (offer: number, unit: number, length: number, count: number, wanted: number): void => {
    if (count === 0) return put(free, offer, unit, length)
    if (count === 1 && length >= wanted) return put(leases, offer, unit, length)
    const half = unitsOf(length + 1)
    const low = Math.max(count - half, Math.min(half, coinTosses(count, random)))
    for (const [at, part] of [low, count - low].entries())
      fill(offer, unit + at * half, length + 1, part, part === 1 && count > 1 ? oneOf(leaseSizes, random) : wanted)
  }
  for (const [offer, count] of counts.entries()) {
    const length = offers.length[offer] ?? 24
    fill(offer, offers.unit[offer] ?? 0, length, count, oneOf(leaseSizes, random))
  }
  return { offers, leases, free, giant: giant ? 0 : null }
}

/** One after the other with gaps, so that they spread over the whole space; a giant takes the first /8. */
function placeOffers(count: number, giant: boolean, random: () => number): Plan['offers'] {
  const octets = giant ? usable.slice(1) : usable
  const offers: Plan['offers'] = { unit: [], length: [] }
  if (giant) {
    offers.unit.push((usable[0] ?? 1) * unitsPerOctet)
    offers.length.push(8)
  }
  const average = offerSizes.reduce((sum, length) => sum + unitsOf(length), 0) / offerSizes.length
  const gap = Math.floor(((octets.length * unitsPerOctet) / count - average) * 0.9)
  let next = 0
  while (offers.unit.length < count) {
    const length = oneOf(offerSizes, random)
    const units = unitsOf(length)
    const at = Math.ceil((next + random() * gap) / units) * units
    const octet = octets[Math.floor(at / unitsPerOctet)]
    if (octet === undefined) throw new Error(`there is no room for ${count} offers`)
    offers.unit.push(octet * unitsPerOctet + (at % unitsPerOctet))
    offers.length.push(length)
    next = at + units
  }
  return offers
}

/** How many leases each offer has: a tenth none, small ones often all they can, the rest a share of their size. */
function shareOut(lengths: readonly number[], leases: number, giant: boolean, random: () => number): number[] {
  const full = lengths.map((length) => length >= 22 && random() < 0.3)
  const weights = lengths.map((length, offer) =>
    (giant && offer === 0) || random() < 0.1 ? 0 : unitsOf(length) * (0.1 + random()),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = weights.map((weight, offer) => {
    const units = unitsOf(lengths[offer] ?? 24)
    return full[offer] && weight > 0 ? units : Math.min(units, Math.floor((weight * leases) / all))
  })
  let missing = leases - counts.reduce((sum, count) => sum + count, 0)
  while (missing !== 0)
    for (const [offer, count] of counts.entries()) {
      if (missing === 0) break
      const step = Math.sign(missing)
      const room = step > 0 ? unitsOf(lengths[offer] ?? 24) / 2 - count : count - 1
      if (weights[offer] === 0 || full[offer] || room < 1) continue
      counts[offer] = count + step
      missing -= step
    }
  return counts
}

function coinTosses(count: number, random: () => number): number {
  if (count > 64) return Math.round(count * (0.45 + 0.1 * random()))
  let heads = 0
  for (let i = 0; i < count; i++) heads += random() < 0.5 ? 1 : 0
  return heads
}

function oneOf<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}

/** Mulberry32: small, and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

import type { Vantage } from '../fact.rules.ts'

/**
 * Who looked, for files that count the peers of each route and do not say how many there are. A peer with a full table
 * has nearly every prefix, so that the middle one of all prefixes is seen by about as many peers as have full tables;
 * and whichever is seen by most shows how many there are at least. Null when nothing was counted.
 */
export function estimateVantage(facts: Uint32Array, peers: Uint16Array, from: number, to: number): Vantage | null {
  const best = new Uint16Array(to - from)
  for (let row = from; row < to; row++)
    for (let fact = facts[row] ?? 0; fact < (facts[row + 1] ?? 0); fact++)
      best[row - from] = Math.max(best[row - from] ?? 0, peers[fact] ?? 0)
  best.sort()
  const active = best.at(-1) ?? 0
  return active === 0 ? null : { fullTable: best[best.length >>> 1] ?? 0, active }
}

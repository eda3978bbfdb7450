import { addSeconds } from '../../kernel/time.ts'

/** When something that did not arrive is sent again (ADR 96). */

const minute = 60
const hour = 60 * minute
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour, 8 * hour, 12 * hour]
const longest = 72 * hour

/** After so many tries, the first of them then; null when that was the last. */
export function nextTry(tries: number, firstTriedAt: Date, now: Date): Date | null {
  const last = addSeconds(firstTriedAt, longest)
  if (now >= last) return null
  const next = addSeconds(now, pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  return next < last ? next : last
}

const longestRest = 15 * minute

/** How long an endpoint is left alone after so many failures in a row. */
export const restUntil = (failures: number, now: Date): Date =>
  addSeconds(now, Math.min(5 * 2 ** Math.min(failures - 1, 10), longestRest))

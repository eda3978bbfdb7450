import { addSeconds } from '../../kernel/time.ts'

/** When signing keys are made, used and forgotten, so that no valid token ever meets an unknown key. */

export const tokenSeconds = 86_399

const rotateAfter = 30 * 86_400
/** A new key is published this long before it signs: verifiers keep the key set for five minutes. */
const publishedBefore = 3_600

interface Times {
  readonly kid: string
  readonly created_at: Date
  readonly signs_from: Date
}

/** Null while the newest key is young enough; otherwise from when a new one signs. */
export function nextSigningKey(keys: readonly Times[], now: Date): Date | null {
  const newest = keys.at(-1)
  if (!newest) return now
  return addSeconds(newest.created_at, rotateAfter) <= now ? firstUse(now) : null
}

export function firstUse(now: Date): Date {
  return addSeconds(now, publishedBefore)
}

/** The youngest key that may sign already. */
export function signerAmong<K extends Times>(keys: readonly K[], now: Date): K | undefined {
  return keys.findLast((key) => key.signs_from <= now) ?? keys[0]
}

/** Keys whose last token has expired. */
export function forgettable<K extends Times>(keys: readonly K[], now: Date): K[] {
  return keys.filter((_key, i) => {
    const successor = keys[i + 1]
    return successor !== undefined && addSeconds(successor.signs_from, tokenSeconds + 3_600) < now
  })
}

import { addSeconds } from '../../kernel/time.ts'

/** How long a server, or a zone, is left alone after so many failures in a row: five seconds to a quarter of an hour. */
export const restUntil = (failures: number, now: Date): Date =>
  addSeconds(now, Math.min(5 * 2 ** Math.min(failures - 1, 10), 900))

/** People are told once, when it is more than a restart. */
export const toldAfter = 5

/** RFC 1982 §3.2: whether a zone's serial is behind another. */
export const isBehind = (serial: number, other: number): boolean => serial !== other && (other - serial) >>> 0 < 2 ** 31

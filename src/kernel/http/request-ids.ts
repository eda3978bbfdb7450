import { randomBytes } from 'node:crypto'

/** Unique and cheap: a random word per process and a counter. */
export function requestIds(): () => string {
  const word = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${word}-${(++count).toString(36)}`
}

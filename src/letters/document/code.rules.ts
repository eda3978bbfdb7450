import { randomBytes } from 'node:crypto'

/** The code by which anybody can verify a letter: 140 random bits, in letters and digits that nobody mistakes. */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const perGroup = 4

/** One spelling only, groups and all: a code with any character changed is another. */
export const codePattern = `^[${alphabet}]{${perGroup}}(-[${alphabet}]{${perGroup}}){${groups - 1}}$`

export function newCode(): string {
  const letters = [...randomBytes(groups * perGroup)].map((byte) => alphabet[byte % alphabet.length] ?? '')
  return Array.from({ length: groups }, (_, i) => letters.slice(i * perGroup, (i + 1) * perGroup).join('')).join('-')
}

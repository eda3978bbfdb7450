import type { LetterLine, WantedLine } from './line.store.ts'

/** What of the letters in a cart can still be bought: those for leases that have not ended. */

export interface CartLetters {
  readonly letters: readonly LetterLine[]
  /** What is to be taken out. */
  readonly ended: readonly EndedLetters[]
}

export interface EndedLetters {
  readonly line: string
  readonly asn: number
  readonly subnets: readonly string[]
  /** The line without them; null where nothing is left of it. */
  readonly left: LetterLine | null
}

export function partLetters(wanted: readonly WantedLine[]): CartLetters {
  const parted = wanted.map(({ ended, ...line }) => ({ line, gone: ended, left: withoutEnded(line, ended) }))
  return {
    letters: parted.flatMap(({ left }) => left ?? []),
    ended: parted
      .filter(({ gone }) => gone.length > 0)
      .map(({ line: { uuid, asn }, gone, left }) => ({ line: uuid, asn, subnets: gone, left })),
  }
}

/** Every subnet costs the same. */
function withoutEnded(line: LetterLine, ended: readonly string[]): LetterLine | null {
  const subnets = line.subnets.filter((subnet) => !ended.includes(subnet))
  if (subnets.length === 0) return null
  return { ...line, subnets, price_minor: (line.price_minor / line.subnets.length) * subnets.length }
}

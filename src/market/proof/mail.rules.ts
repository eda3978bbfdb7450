import { overlaps, type Prefix } from '../../kernel/ip/index.ts'
import { addSeconds } from '../../kernel/time.ts'

/** How often the contact of a block is mailed a code, whoever lists it: the mailbox is a stranger's. */

const betweenCodes = 60

/** What is counted is counted for so long. */
export const rememberedSeconds = 86_400

const most = { codesOfBlock: 5, letters: 20 } as const

/** A code that was mailed; those of one letter have its uuid. */
export interface MailedCode {
  readonly letter: string
  readonly block: Prefix
  readonly at: Date
}

/**
 * When the next code for this block may go to a mailbox; null: at once. `sent` is what it was mailed within the time
 * remembered. Codes for a part of the block, or for more than it, count too: else every size would be another block.
 */
export function nextCodeAt(block: Prefix, sent: readonly MailedCode[], now: Date): Date | null {
  const near = sent.filter((one) => overlaps(one.block, block)).map(({ at }) => at)
  const letters = [...new Map(sent.map(({ letter, at }) => [letter, at])).values()]
  const times = [
    afterLast(near, 1, betweenCodes),
    afterLast(near, most.codesOfBlock, rememberedSeconds),
    afterLast(letters, most.letters, rememberedSeconds),
  ]
  return times.filter((time) => time !== null && time > now).reduce((a, b) => (a && b && a > b ? a : b), null)
}

/** When the last but so many of them is that long ago. */
function afterLast(times: readonly Date[], count: number, seconds: number): Date | null {
  const last = times.toSorted((a, b) => b.getTime() - a.getTime())[count - 1]
  return last ? addSeconds(last, seconds) : null
}

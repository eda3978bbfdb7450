import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { activeLettersAfter, findLeaseBlock, type Printed } from './download.store.ts'
import { isLive } from '../letter/letter.states.ts'
import { findLetterOfLessee } from '../letter/letter.store.ts'
import { signersOf, type Signer } from '../signing/letter-key.actions.ts'
import { lettersProblem } from '../letters.problems.ts'
import { readStatement, type Statement } from '../signing/statement.rules.ts'

/** What a letter is printed from. */
export interface Printable {
  readonly uuid: string
  readonly block: string
  readonly asn: number
  readonly at: Date
  readonly statement: Statement
  /** The statement as it was signed. */
  readonly text: string
  readonly signature: string
  /** By the key that signed the statement. */
  readonly sign: Signer['sign']
}

export async function printableLetter(ctx: Context, lessee: string, lease: string, uuid: string): Promise<Printable> {
  const letter = await findLetterOfLessee(ctx, lessee, uuid)
  if (!letter || letter.lease_uuid !== lease) throw kernelProblem('not_found')
  if (!isLive(letter)) throw lettersProblem('letter_over')
  if (letter.status === 'pending') throw lettersProblem('letter_pending')
  return printable(letter, await signersOf(ctx))
}

const batchSize = 50
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** All in force of a lease, read in batches while they are printed; null when there is none. */
export async function printableLetters(
  ctx: Context,
  lessee: string,
  lease: string,
): Promise<{ readonly block: string; readonly letters: AsyncGenerator<Printable> } | null> {
  const block = await findLeaseBlock(ctx, lessee, lease)
  if (block === undefined) throw kernelProblem('not_found')
  const first = await activeLettersAfter(ctx, lease, beforeAll, batchSize)
  return first.length === 0 ? null : { block, letters: inBatches(ctx, lease, first) }
}

async function* inBatches(ctx: Context, lease: string, first: readonly Printed[]): AsyncGenerator<Printable> {
  const signers = await signersOf(ctx)
  let batch = first
  for (;;) {
    for (const letter of batch) yield printable(letter, signers)
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    batch = await activeLettersAfter(ctx, lease, last.uuid, batchSize)
  }
}

function printable(letter: Printed, signers: (kid: string) => Signer): Printable {
  const { uuid, block, asn, statement: text, signature, key_id, released_at: at } = letter
  const statement = text === null ? null : readStatement(text)
  if (text === null || statement === null || signature === null || key_id === null || at === null)
    throw new Error(`letter ${uuid} is released and not signed`)
  return { uuid, block, asn, at, statement, text, signature, sign: signers(key_id).sign }
}

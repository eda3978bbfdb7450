import { bankAccountsOf } from '../../invoicing/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import { nobody } from '../checkout/purchase.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { readCamt } from './camt.rules.ts'
import { readCsv } from './csv.rules.ts'
import { bookToOrder, viewLines, type LineView } from './line.actions.ts'
import { insertLines, linesByKey, type NewBankLine } from './line.store.ts'
import { StatementFault, type StatementLine } from './statement.rules.ts'

type StatementFormat = 'camt053' | 'csv'

/** What a statement brought. */
export interface ImportedStatement {
  readonly lines: number
  readonly known: number
  /** Those that found their order by reference and exact amount, now. */
  readonly booked: readonly LineView[]
  /** Those that somebody has to look at. */
  readonly left: readonly LineView[]
}

/**
 * Read as a whole before anything is written; written in one transaction; then each line that fits pays its order in one
 * of its own. Whoever sends it again, after a kill for instance, goes on where it was left: what is known is not written
 * again, and what is open is tried again.
 */
export async function importStatement(ctx: Context, format: StatementFormat, file: string): Promise<ImportedStatement> {
  const read = readStatement(ctx, format, file)
  const fresh = await inTransaction(ctx, (tx) =>
    insertLines(
      tx,
      read.map((line) => newLine(format, line)),
    ),
  )
  const keys = read.map(({ account, key }) => ({ account, key }))
  const open = (await viewLines(ctx, await linesByKey(ctx, keys))).filter(({ line }) => line.status === 'open')
  const booked: string[] = []
  await inTurn(
    open.filter(({ mismatch }) => mismatch === null),
    async ({ line, order }) => {
      if (order && (await book(ctx, line.uuid, order.uuid))) booked.push(line.uuid)
    },
  )
  const after = await viewLines(ctx, await linesByKey(ctx, keys))
  return {
    lines: read.length,
    known: read.length - fresh.length,
    booked: after.filter(({ line }) => booked.includes(line.uuid)),
    left: after.filter(({ line }) => line.status === 'open'),
  }
}

function readStatement(ctx: Context, format: StatementFormat, file: string): StatementLine[] {
  const accounts = bankAccountsOf(ctx)
  if (accounts.length === 0) throw commerceProblem('bank_transfer_not_offered')
  try {
    return format === 'camt053' ? readCamt(file, accounts) : readCsv(file, accounts, ctx.house.config.currency)
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const place = `${error.place.charAt(0).toUpperCase()}${error.place.slice(1)}`
    const message = `Nothing was taken from this file. ${place}: ${error.message}.`
    throw commerceProblem('statement_unreadable', { message })
  }
}

const newLine = (source: StatementFormat, line: StatementLine): NewBankLine => ({
  uuid: newUuid(),
  source,
  account: line.account,
  bank_key: line.key,
  amount_minor: line.amount,
  currency: line.currency,
  received_on: line.day,
  payer: line.payer,
  payer_account: line.payerAccount,
  reference: line.reference,
  remittance: line.remittance,
})

/** Somebody else may be paying it, or have booked the line: then it is not ours to book. */
async function book(ctx: Context, line: string, order: string): Promise<boolean> {
  try {
    await bookToOrder(ctx, line, order, nobody.keep)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

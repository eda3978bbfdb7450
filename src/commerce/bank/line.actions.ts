import { showTenant } from '../../identity/index.ts'
import { bankAccountsOf, depositCredits, numberOfAccount, uuidsWith } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Asker, OrderView } from '../checkout/purchase.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { findLine, insertLines, lockLine, linesByKey, listLines, ordersBetween, type BankLine } from './line.store.ts'
import { bankLineStates } from './line.states.ts'
import { mismatchOf, type Mismatch } from './match.rules.ts'
import { receiveForOrder, type Received } from './receive.actions.ts'

/** Money that came by a bank, and what operators make of it. */

/** A line, the order that its reference names, and why the two did not find each other by themselves. */
export interface LineView {
  readonly line: BankLine
  readonly order: Awaited<ReturnType<typeof ordersBetween>>[number] | null
  readonly mismatch: Mismatch | null
}

export async function viewLines(ctx: Context, lines: readonly BankLine[]): Promise<LineView[]> {
  const ranges = lines.flatMap(({ uuid, reference }) => {
    const range = reference === null ? null : uuidsWith(reference)
    return range ? [{ uuid, ...range }] : []
  })
  const orders = new Map((await ordersBetween(ctx, ranges)).map((order) => [ranges[order.place - 1]?.uuid, order]))
  return lines.map((line) => {
    const order = orders.get(line.uuid)
    const mismatch = line.status === 'open' ? mismatchOf(line, order, ctx.house.config.currency) : null
    return { line, order: order ?? null, mismatch }
  })
}

export async function showLines(ctx: Context, wish: Parameters<typeof listLines>[1]) {
  const { rows, total } = await listLines(ctx, wish)
  return { rows: await viewLines(ctx, rows), total }
}

export async function showLine(ctx: Context, uuid: string): Promise<LineView> {
  const line = await findLine(ctx, uuid)
  const [view] = line ? await viewLines(ctx, [line]) : []
  if (!view) throw kernelProblem('not_found')
  return view
}

/** What an operator has seen on a statement. */
interface SeenMoney {
  readonly reference: string | undefined
  /** In minor units; nothing: all that is left to pay. */
  readonly amount: number | undefined
  readonly currency: string | undefined
  readonly day: string | undefined
  readonly payer: string | undefined
}

/** Recorded by hand: the line is written with what it pays. One that was recorded before is refused. */
export async function recordSeen(
  ctx: Context,
  order: string,
  seen: SeenMoney,
  keep: Asker['keep'],
): Promise<OrderView> {
  const { currency } = ctx.house.config
  if (seen.currency !== undefined && seen.currency !== currency) throw commerceProblem('currency_foreign')
  const [main] = bankAccountsOf(ctx)
  const account = main ? numberOfAccount(main) : ''
  const { reference } = seen
  if (reference !== undefined && (await linesByKey(ctx, [{ account, key: reference }])).length > 0)
    throw commerceProblem('bank_line_known')
  const note: Received['note'] = async (tx, { uuid, tenant_uuid }, share) => {
    const line = {
      uuid: newUuid(),
      source: 'operator' as const,
      account,
      bank_key: reference ?? `manual_${newUuid()}`,
      amount_minor: share.amount,
      currency,
      received_on: seen.day ?? tx.now.toISOString().slice(0, 10),
      payer: seen.payer ?? null,
      payer_account: null,
      reference: null,
      remittance: null,
    }
    if ((await insertLines(tx, [line])).length === 0) throw commerceProblem('bank_line_known')
    await settleLine(tx, line, { tenant: tenant_uuid, order: uuid, ...share })
  }
  return receiveForOrder(ctx, order, { reference, amount: seen.amount, note }, keep)
}

/** An open line pays an order: what is missing stays to be paid, what is too much becomes credits. */
export async function bookToOrder(ctx: Context, uuid: string, order: string, keep: Asker['keep']): Promise<OrderView> {
  const line = requireOpen(ctx, await findLine(ctx, uuid))
  const note: Received['note'] = async (tx, { uuid: paid, tenant_uuid: tenant }, share) =>
    settleLine(tx, requireOpen(tx, await lockLine(tx, uuid)), { tenant, order: paid, ...share })
  return receiveForOrder(ctx, order, { reference: line.bank_key, amount: line.amount_minor, note }, keep)
}

/** An open line belongs to a company, and to no order that waits. */
export async function bookToCredits(ctx: Context, uuid: string, tenant: string): Promise<LineView> {
  await showTenant(ctx, tenant)
  const line = requireOpen(ctx, await lockLine(ctx, uuid))
  await settleLine(ctx, line, { tenant, order: null, credited: line.amount_minor, held: 0 })
  return showLine(ctx, uuid)
}

/** It is none of ours: interest, a refund by the bank, somebody else's money that goes back. */
export async function dismissLine(ctx: Context, uuid: string, reason: string): Promise<LineView> {
  const line = await lockLine(ctx, uuid)
  if (!line) throw kernelProblem('not_found')
  if (line.status !== 'open') throw commerceProblem('bank_line_settled')
  const set = { reason, settled_at: ctx.now }
  const moved = { uuid, tenant: null, from: line.status, data: { ...newsOf(line), reason }, set }
  await moveAll(ctx, bankLineStates, 'bank_line', 'dismiss', [moved])
  return showLine(ctx, uuid)
}

function requireOpen(ctx: Context, line: BankLine | undefined): BankLine {
  if (!line) throw kernelProblem('not_found')
  if (line.status !== 'open') throw commerceProblem('bank_line_settled')
  if (line.currency !== ctx.house.config.currency) throw commerceProblem('currency_foreign')
  return line
}

interface Booking {
  readonly tenant: string
  readonly order: string | null
  readonly credited: number
  readonly held: number
}

/** Once: the line is locked, or was just written. */
async function settleLine(
  tx: Context,
  line: Pick<BankLine, 'uuid' | 'amount_minor' | 'currency' | 'bank_key'>,
  { tenant, order, credited, held }: Booking,
): Promise<void> {
  const set = { tenant_uuid: tenant, order_uuid: order, credited_minor: credited, settled_at: tx.now }
  const data = { ...newsOf(line), order_uuid: order }
  await moveAll(tx, bankLineStates, 'bank_line', 'book', [{ uuid: line.uuid, tenant, from: 'open', data, set }])
  if (credited > 0) await depositCredits(tx, tenant, { amount: credited, held, source: line.uuid })
}

const newsOf = ({ amount_minor, currency, bank_key }: Pick<BankLine, 'amount_minor' | 'currency' | 'bank_key'>) => ({
  amount: toAmountString(money(amount_minor, currency)),
  currency,
  number: bank_key,
})

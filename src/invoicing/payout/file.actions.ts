import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { bankAccountsOf } from '../bank/account.actions.ts'
import { detailsInForce } from '../details/details.store.ts'
import { invoicingAudit } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import type { PayoutFileContent } from './file.rules.ts'
import { findFile, insertFile, lockUnfiled, payoutsInFile, putIntoFile, type PayoutFile } from './file.store.ts'
import { markPaidOut } from './payout.actions.ts'
import { lockPayouts, type Payout } from './payout.store.ts'

export { listFiles } from './file.store.ts'

const mostInFile = 1_000

interface MadeFile {
  readonly file: PayoutFile
  readonly pending: number
  /** Holders that are owed something and have not said where to send it. */
  readonly left: readonly (Payout & { readonly holder: string })[]
}

/** Everything that waits and can be sent, in one file. A payout is in one file at most, whoever asks at once. */
export async function makePayoutFile(ctx: Context): Promise<MadeFile> {
  const [debtor] = bankAccountsOf(ctx)
  if (!debtor) throw invoicingProblem('no_own_account')
  await lockPayouts(ctx)
  const waiting = await lockUnfiled(ctx, mostInFile)
  const details = await detailsInForce(
    ctx,
    waiting.map(({ tenant_uuid }) => tenant_uuid),
  )
  const sent = waiting.flatMap((payout) => {
    const own = details.get(payout.tenant_uuid)
    return own ? [{ payout, creditor: { account_holder: own.account_holder, iban: own.iban, bic: own.bic } }] : []
  })
  if (sent.length === 0) throw invoicingProblem('nothing_to_pay')
  const uuid = newUuid()
  const file: PayoutFile = {
    uuid,
    message_id: `SUBLET-${uuid.replaceAll('-', '').slice(0, 24)}`,
    debtor,
    payouts: sent.length,
    total_minor: sent.reduce((sum, { payout }) => sum + payout.amount_minor + payout.tax_minor, 0),
    created_at: ctx.now,
  }
  await insertFile(ctx, file)
  await putIntoFile(
    ctx,
    uuid,
    sent.map(({ payout, creditor }) => ({ uuid: payout.uuid, creditor })),
  )
  const { currency } = ctx.house.config
  const data = { number: file.message_id, amount: toAmountString(money(file.total_minor, currency)), currency }
  const subject = { kind: 'payout_file', uuid }
  await audit(ctx, { action: invoicingAudit('payout_file.made'), subject, tenant: null, data })
  return { file, pending: sent.length, left: waiting.filter(({ tenant_uuid }) => !details.has(tenant_uuid)) }
}

/** The same bytes each time: what was filed does not change. */
export async function contentOfFile(ctx: Context, uuid: string): Promise<PayoutFileContent> {
  const file = await findFile(ctx, uuid)
  if (!file) throw kernelProblem('not_found')
  const payouts = (await payoutsInFile(ctx, uuid)).flatMap(({ number, amount_minor, tax_minor, creditor }) =>
    creditor ? [{ number, amount: amount_minor + tax_minor, creditor }] : [],
  )
  const { message_id: messageId, created_at: at, debtor } = file
  return { messageId, at, debtor, payouts, currency: ctx.house.config.currency }
}

/** The bank has carried it out; what was noted before stays as it is. */
export async function markFilePaid(ctx: Context, uuid: string): Promise<PayoutFile> {
  const file = await findFile(ctx, uuid)
  if (!file) throw kernelProblem('not_found')
  await lockPayouts(ctx)
  const pending = (await payoutsInFile(ctx, uuid)).filter(({ status }) => status === 'pending')
  if (pending.length === 0) throw invoicingProblem('payout_paid')
  for (const payout of pending) await markPaidOut(ctx, payout.uuid)
  return file
}

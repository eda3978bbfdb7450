import { showTenant } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { money, toAmountString, type Money } from '../../kernel/money.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { depositPostings, grantPostings } from './credit.rules.ts'
import { changeCredits, findCredits, type CreditAccount } from './credit.store.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { post } from '../ledger.store.ts'

export { listCreditEntries } from './list.store.ts'

/** A company that never had credits has none, since never. */
export async function showCredits(
  ctx: Context,
  tenant: string,
): Promise<Omit<CreditAccount, 'updated_at'> & { readonly updated_at: Date | null }> {
  return (await findCredits(ctx, tenant)) ?? { total_minor: 0, held_minor: 0, updated_at: null }
}

/** The marketplace gives a company credits; the amount is more than nothing. */
export async function grantCredits(
  ctx: Context,
  tenant: string,
  { amount, reason }: { readonly amount: Money; readonly reason: string },
): Promise<void> {
  await showTenant(ctx, tenant)
  const uuid = newUuid()
  await changeCredits(ctx, [{ tenant, total: amount.minor, held: 0 }])
  await post(ctx, [{ kind: 'grant', source: uuid, at: ctx.now, postings: grantPostings(tenant, amount.minor) }])
  const told = { amount: toAmountString(amount), currency: amount.currency, reason }
  await audit(ctx, {
    action: invoicingAudit('credits.granted'),
    subject: { kind: 'credits', uuid },
    tenant,
    data: told,
  })
  await emit(ctx, invoicingEvents('credits.granted', tenant, { uuid, ...told }))
}

/** Money that has come and pays no document yet; what is held of it is set aside for an order, by whoever says so. */
export async function depositCredits(
  ctx: Context,
  tenant: string,
  { amount, held, source }: { readonly amount: number; readonly held: number; readonly source: string },
): Promise<void> {
  const { currency } = ctx.house.config
  await changeCredits(ctx, [{ tenant, total: amount, held }])
  await post(ctx, [{ kind: 'deposit', source, at: ctx.now, postings: depositPostings(tenant, amount) }])
  const told = { amount: toAmountString(money(amount, currency)), currency }
  const subject = { kind: 'credits', uuid: source }
  await audit(ctx, { action: invoicingAudit('credits.deposited'), subject, tenant, data: told })
  await emit(ctx, invoicingEvents('credits.deposited', tenant, { uuid: source, ...told }))
}

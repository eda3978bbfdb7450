import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mailPeople } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addDays } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { dayOf } from '../invoice/text.rules.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { detailsFaults, effectiveFrom, maskedIban, readDetails, type DetailsWish } from './details.rules.ts'
import { bankDetailsStates } from './details.states.ts'
import { insertDetails, lockDetails, openDetails, type BankDetails } from './details.store.ts'

/** What counts now, and what is to follow it. */
export interface DetailsView {
  readonly current: BankDetails | null
  readonly next: BankDetails | null
}

export async function showDetails(ctx: Context, tenant: string): Promise<DetailsView> {
  return viewOf(ctx, await openDetails(ctx, tenant))
}

function viewOf({ now }: Context, open: readonly BankDetails[]): DetailsView {
  const current = open.find((one) => isInForce(one, now)) ?? null
  return { current, next: open.find((one) => !isInForce(one, now)) ?? null }
}

const isInForce = ({ status, effective_at }: BankDetails, now: Date): boolean =>
  status === 'confirmed' && effective_at !== null && effective_at <= now

/** A ticket is good for a day. */
const ticketDays = 1
const digestOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** Asked for by an owner; all owners are mailed the link that confirms it. What was asked for before is withdrawn. */
export async function requestDetails(ctx: Context, tenant: string, wish: DetailsWish): Promise<DetailsView> {
  const faults = detailsFaults(wish)
  if (Object.keys(faults).length > 0) throw kernelProblem('invalid_fields', { fields: faults })
  const { current, next } = viewOf(ctx, await lockDetails(ctx, tenant))
  if (next) await withdraw(ctx, next)
  const ticket = randomBytes(32).toString('base64url')
  const details: BankDetails = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    status: bankDetailsStates.initial,
    ...readDetails(wish),
    address: [...wish.address],
    ticket_digest: digestOf(ticket),
    requested_at: ctx.now,
    confirmed_at: null,
    effective_at: null,
    ended_at: null,
  }
  await insertDetails(ctx, details)
  const subject = { kind: 'bank_details', uuid: details.uuid }
  await audit(ctx, { action: invoicingAudit('bank_details.requested'), subject, tenant, data: newsOf(details) })
  const { publicUrl } = ctx.house.config
  await mailPeople(ctx, tenant, {
    topic: 'payouts',
    subject: 'Confirm the bank account for your payouts',
    text: `Payouts are to go to ${maskedIban(details.iban)} of ${details.account_holder}. Confirm it within a day: ${publicUrl}/c/${tenant}/payouts/account?ticket=${ticket}\n\nIf this was not you, do not confirm it, and look at who has access to your company.\n`,
  })
  return { current, next: details }
}

/** By the link that was mailed. A change is held for three days, and the owners are told. */
export async function confirmDetails(ctx: Context, tenant: string, ticket: string): Promise<DetailsView> {
  const { current, next } = viewOf(ctx, await lockDetails(ctx, tenant))
  if (!next || next.status !== 'requested' || !isTicketOf(next, ticket)) throw invoicingProblem('ticket_wrong')
  if (addDays(next.requested_at, ticketDays) < ctx.now) throw invoicingProblem('ticket_wrong')
  const effective_at = effectiveFrom(ctx.now, current === null)
  const set = { confirmed_at: ctx.now, effective_at }
  const { uuid, status: from } = next
  await moveAll(ctx, bankDetailsStates, 'bank_details', 'confirm', [{ uuid, tenant, from, data: newsOf(next), set }])
  const confirmed: BankDetails = { ...next, ...set, status: 'confirmed' }
  await emit(ctx, invoicingEvents('bank_details.confirmed', tenant, { uuid, ...newsOf(next) }))
  const held =
    current === null
      ? ''
      : ` It is held for three days and counts from ${dayOf(effective_at)}; until then payouts go to the account before it.`
  await mailPeople(ctx, tenant, {
    topic: 'payouts',
    subject: 'The bank account for your payouts was confirmed',
    text: `Payouts will go to ${maskedIban(next.iban)} of ${next.account_holder}.${held}\n\nIf this was not you, withdraw it at once on the page of your payouts, or write to us.\n`,
  })
  return current === null ? { current: confirmed, next: null } : { current, next: confirmed }
}

const isTicketOf = ({ ticket_digest }: BankDetails, ticket: string): boolean =>
  timingSafeEqual(Buffer.from(ticket_digest), Buffer.from(digestOf(ticket)))

/** What is to follow does not; what counts now goes on. */
export async function withdrawDetails(ctx: Context, tenant: string): Promise<DetailsView> {
  const { current, next } = viewOf(ctx, await lockDetails(ctx, tenant))
  if (!next) throw invoicingProblem('nothing_to_withdraw')
  await withdraw(ctx, next)
  return { current, next: null }
}

async function withdraw(ctx: Context, details: BankDetails): Promise<void> {
  const { uuid, tenant_uuid: tenant, status: from } = details
  const moved = { uuid, tenant, from, data: newsOf(details), set: { ended_at: ctx.now } }
  await moveAll(ctx, bankDetailsStates, 'bank_details', 'withdraw', [moved])
}

const newsOf = ({ account_holder, iban }: Pick<BankDetails, 'account_holder' | 'iban'>) => ({
  name: account_holder,
  number: maskedIban(iban),
})

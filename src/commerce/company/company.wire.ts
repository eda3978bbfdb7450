import { invoiceStates, payoutStates } from '../../invoicing/index.ts'
import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { toUnix } from '../../kernel/time.ts'
import { leaseStates, offerStates } from '../../market/index.ts'
import type { CompanyShown } from './company.actions.ts'

/** One company as operators see it at first. */

const balance = Answer({
  credits: Type.Number({ description: 'That can be used.' }),
  credits_held: Type.Number({ description: 'Set aside by open orders.' }),
  unpaid: Type.Number({ description: 'What its unpaid invoices come to.' }),
  unpaid_count: Type.Integer(),
  earned: Type.Number({ description: 'By leasing out, after commission, and in no payout yet.' }),
  payouts_pending: Type.Number({ description: 'In payouts that were not sent yet.' }),
})

const leases = Answer({
  total: Type.Integer(),
  running: Type.Integer(),
  monthly: Type.Number({ description: 'What those that run cost a month, before tax.' }),
  newest: Type.Array(
    named('OperatorCompanyLease', {
      uuid: Uuid,
      block: Type.String(),
      status: OneOf(leaseStates.states),
      monthly: Type.Number(),
      created_at: UnixTime,
      next_due_at: Nullable(UnixTime),
    }),
  ),
})

const offers = Answer({
  total: Type.Integer(),
  listed: Type.Integer({ description: 'Not withdrawn.' }),
  newest: Type.Array(
    named('OperatorCompanyOffer', {
      uuid: Uuid,
      block: Type.String(),
      status: OneOf(offerStates.states),
      hidden: Type.Boolean(),
      leases: Type.Integer({ description: 'That run.' }),
      monthly: Type.Number({ description: 'What they bring a month, before commission.' }),
      created_at: UnixTime,
    }),
  ),
})

const invoices = Answer({
  total: Type.Integer(),
  newest: Type.Array(
    named('OperatorCompanyInvoice', {
      uuid: Uuid,
      invoice_number: Type.String(),
      status: OneOf(invoiceStates.states),
      total: Type.Number({ description: 'Negative for a credit note.' }),
      corrects_invoice_uuid: Nullable(Uuid),
      date: UnixTime,
    }),
  ),
})

const payouts = Answer({
  total: Type.Integer(),
  newest: Type.Array(
    named('OperatorCompanyPayout', {
      uuid: Uuid,
      number: Type.String(),
      status: OneOf(payoutStates.states),
      amount: Type.Number({ description: 'With the holder’s tax.' }),
      created_at: UnixTime,
    }),
  ),
})

export const OperatorCompanyAnswer = named('OperatorCompany', {
  currency: Type.String({ examples: ['USD'] }),
  balance,
  leases,
  offers,
  invoices,
  payouts,
})

export function operatorCompanyAnswer(
  { figures, ...newest }: CompanyShown,
  currency: string,
): Static<typeof OperatorCompanyAnswer> {
  const shown = (minor: number) => toNumber(money(minor, currency))
  return {
    currency,
    balance: {
      credits: shown(figures.credits_minor - figures.held_minor),
      credits_held: shown(figures.held_minor),
      unpaid: shown(figures.unpaid_minor),
      unpaid_count: figures.unpaid,
      earned: shown(figures.earned_minor),
      payouts_pending: shown(figures.pending_minor),
    },
    leases: {
      total: figures.leases,
      running: figures.running,
      monthly: shown(figures.rate_minor),
      newest: newest.leases.map(({ uuid, block, status, price_minor, created_at, next_due_at }) => ({
        uuid,
        block,
        status,
        monthly: shown(price_minor),
        created_at: toUnix(created_at),
        next_due_at: toUnix(next_due_at),
      })),
    },
    offers: {
      total: figures.offers,
      listed: figures.listed,
      newest: newest.offers.map(({ uuid, block, status, hidden, live_leases, run_rate_minor, created_at }) => ({
        uuid,
        block,
        status,
        hidden,
        leases: live_leases,
        monthly: shown(run_rate_minor),
        created_at: toUnix(created_at),
      })),
    },
    ...documentsOf(figures, newest, shown),
  }
}

function documentsOf(
  figures: CompanyShown['figures'],
  newest: Pick<CompanyShown, 'invoices' | 'payouts'>,
  shown: (minor: number) => number,
) {
  return {
    invoices: {
      total: figures.invoices,
      newest: newest.invoices.map(({ uuid, number, status, total_minor, corrects_uuid, issued_at }) => ({
        uuid,
        invoice_number: number,
        status,
        total: shown(total_minor),
        corrects_invoice_uuid: corrects_uuid,
        date: toUnix(issued_at),
      })),
    },
    payouts: {
      total: figures.payouts,
      newest: newest.payouts.map(({ uuid, number, status, amount_minor, tax_minor, created_at }) => ({
        uuid,
        number,
        status,
        amount: shown(amount_minor + tax_minor),
        created_at: toUnix(created_at),
      })),
    },
  }
}

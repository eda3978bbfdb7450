import { column, type Columns } from '../../kernel/csv.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { addMonths, toUnix } from '../../kernel/time.ts'
import { payoutStates } from './payout.states.ts'
import type { Payout } from './payout.store.ts'
import type { LeaseEarning, ListedPayout, MonthEarned, PayoutTotals } from './view.store.ts'

/** Payouts as the billing API shows them: amounts as numbers, times in Unix seconds. */

const Amount = Type.Number({ examples: [112.1] })
const Month = Type.String({ description: 'A calendar month, UTC.', examples: ['2026-10'] })
const Currency = Type.String({ examples: ['USD'] })
const Count = Type.Integer({ minimum: 0 })

const shared = {
  uuid: Uuid,
  number: Type.String({ examples: ['PAY-2026-000001'] }),
  month: Month,
  status: OneOf(payoutStates.states),
  gross: Amount,
  commission: Amount,
  amount: Amount,
  currency: Currency,
}

export const PayoutAnswer = named('Payout', {
  ...shared,
  tax: { ...Amount, description: 'What the holder charges on top; sent with the amount.' },
  total: { ...Amount, description: 'What is sent.' },
  earnings: Count,
  created_at: UnixTime,
  paid_at: Nullable(UnixTime),
})

const LeaseEarningAnswer = named('LeaseEarning', {
  service_uuid: Uuid,
  name: Type.String({ description: 'The block.', examples: ['185.203.64.0/24'] }),
  earnings: Count,
  gross: Amount,
  commission: Amount,
  amount: Amount,
})

export const PayoutInFullAnswer = named('PayoutInFull', {
  ...PayoutAnswer.properties,
  leases: Type.Array(LeaseEarningAnswer, { description: 'A page of what each lease brought, by its block.' }),
})

export const OperatorPayoutAnswer = named('OperatorPayout', {
  ...PayoutAnswer.properties,
  tenant_uuid: Uuid,
  holder: Type.String(),
  file_uuid: Nullable(Uuid),
})

export const StatementAnswer = named('PayoutStatement', {
  ...shared,
  payout_uuid: Uuid,
  date: UnixTime,
  period_start: UnixTime,
  period_end: UnixTime,
})

const earned = { gross: Amount, commission: Amount, amount: Amount }
const Earnings = named('Earnings', earned)

export const PayoutStatsAnswer = named('PayoutStats', {
  currency: Currency,
  earned: { ...Earnings, description: 'All there ever was.' },
  paid_out: Type.Number({ description: 'Of that, what has been sent.' }),
  pending: Type.Number({ description: 'In payouts that are under way.' }),
  unpaid: Type.Number({ description: 'Not in a payout yet.' }),
  this_month: Earnings,
  months: Type.Array(Answer({ month: Month, ...earned }), {
    description: 'The last twelve calendar months with the one that runs, the oldest first.',
  }),
})

export function payoutAnswer(payout: Payout, currency: string): Static<typeof PayoutAnswer> {
  const shown = (minor: number) => toNumber(money(minor, currency))
  return {
    ...amountsOf(payout, currency),
    tax: shown(payout.tax_minor),
    total: shown(payout.amount_minor + payout.tax_minor),
    earnings: payout.earnings,
    created_at: toUnix(payout.created_at),
    paid_at: toUnix(payout.paid_at),
  }
}

function amountsOf(
  { uuid, number, month, status, gross_minor, commission_minor, amount_minor }: Payout,
  currency: string,
) {
  const shown = (minor: number) => toNumber(money(minor, currency))
  return {
    uuid,
    number,
    month,
    status,
    gross: shown(gross_minor),
    commission: shown(commission_minor),
    amount: shown(amount_minor),
    currency,
  }
}

export function leaseEarningAnswer(earning: LeaseEarning, currency: string): Static<typeof LeaseEarningAnswer> {
  const { subject_uuid, name, earnings, gross_minor, commission_minor } = earning
  return {
    service_uuid: subject_uuid,
    name,
    earnings,
    ...earnedAnswer({ gross: gross_minor, commission: commission_minor }, currency),
  }
}

function earnedAnswer(
  { gross, commission }: { readonly gross: number; readonly commission: number },
  currency: string,
) {
  const shown = (minor: number) => toNumber(money(minor, currency))
  return { gross: shown(gross), commission: shown(commission), amount: shown(gross - commission) }
}

export function operatorPayoutAnswer(payout: ListedPayout, currency: string): Static<typeof OperatorPayoutAnswer> {
  return {
    ...payoutAnswer(payout, currency),
    tenant_uuid: payout.tenant_uuid,
    holder: payout.holder,
    file_uuid: payout.file_uuid,
  }
}

/** As a line of a table, in the words of the list. */
export const payoutCsv: Columns<ListedPayout> = {
  uuid: column.text(({ uuid }) => uuid),
  number: column.text(({ number }) => number),
  month: column.text(({ month }) => month),
  status: column.text(({ status }) => status),
  gross: column.amount(({ gross_minor }) => gross_minor),
  commission: column.amount(({ commission_minor }) => commission_minor),
  amount: column.amount(({ amount_minor }) => amount_minor),
  tax: column.amount(({ tax_minor }) => tax_minor),
  total: column.amount(({ amount_minor, tax_minor }) => amount_minor + tax_minor),
  currency: column.currency,
  earnings: column.whole(({ earnings }) => earnings),
  created_at: column.time(({ created_at }) => created_at),
  paid_at: column.time(({ paid_at }) => paid_at),
}

export const operatorPayoutCsv: Columns<ListedPayout> = {
  ...payoutCsv,
  tenant_uuid: column.text(({ tenant_uuid }) => tenant_uuid),
  holder: column.text(({ holder }) => holder),
  file_uuid: column.text(({ file_uuid }) => file_uuid),
}

/** A statement is the payout as a document: it has its number, and is of its month. */
export function statementAnswer(payout: Payout, currency: string): Static<typeof StatementAnswer> {
  const start = new Date(`${payout.month}-01T00:00:00Z`)
  return {
    ...amountsOf(payout, currency),
    payout_uuid: payout.uuid,
    date: toUnix(payout.created_at),
    period_start: toUnix(start),
    period_end: toUnix(addMonths(start, 1)),
  }
}

export function payoutStatsAnswer(
  { totals, months }: { readonly totals: PayoutTotals; readonly months: readonly MonthEarned[] },
  currency: string,
): Static<typeof PayoutStatsAnswer> {
  const shown = (minor: number) => toNumber(money(minor, currency))
  const rows = months.map((month) => ({ month: month.month, ...earnedAnswer(month, currency) }))
  return {
    currency,
    earned: earnedAnswer(totals, currency),
    paid_out: shown(totals.paid),
    pending: shown(totals.pending),
    unpaid: shown(totals.unpaid),
    this_month: earnedAnswer(months.at(-1) ?? { gross: 0, commission: 0 }, currency),
    months: rows,
  }
}

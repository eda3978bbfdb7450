import { column, type Columns } from '../../kernel/csv.ts'
import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { toUnix } from '../../kernel/time.ts'
import { companyAccounts, ledgerAccounts, ledgerKinds } from './ledger.rules.ts'
import type { LedgerLine } from './list.store.ts'

/** Entries of the ledger as the billing API shows them. */

const line = {
  transfer_uuid: { ...Uuid, description: 'What adds up to zero with it has the same one.' },
  position: Type.Integer({ description: 'Among the entries of its transfer, from 1.' }),
  happened_at: UnixTime,
  kind: OneOf(ledgerKinds, 'What it follows from.'),
  amount: Type.Number({ description: 'Debits are positive, credits negative.', examples: [-112.1] }),
  currency: Type.String({ examples: ['USD'] }),
  source_uuid: { ...Uuid, description: 'The document or payment it follows from.' },
  number: Nullable(Type.String({ description: 'Of that document.', examples: ['INV-2026-000042'] })),
}

export const LedgerLineAnswer = named('LedgerLine', { ...line, account: OneOf(companyAccounts) })

export const OperatorLedgerLineAnswer = named('OperatorLedgerLine', {
  ...line,
  account: OneOf(ledgerAccounts),
  company: Nullable(Answer({ uuid: Uuid, title: Type.String() }, 'Whose account it is; null: the marketplace’s own.')),
})

const lineOf = (entry: LedgerLine, currency: string) => ({
  transfer_uuid: entry.transfer_uuid,
  position: entry.position,
  happened_at: toUnix(entry.happened_at),
  kind: entry.kind,
  amount: toNumber(money(entry.amount_minor, currency)),
  currency,
  source_uuid: entry.source_uuid,
  number: entry.number,
})

export const ledgerLineAnswer = (entry: LedgerLine, currency: string): Static<typeof LedgerLineAnswer> => ({
  ...lineOf(entry, currency),
  account: entry.account as (typeof companyAccounts)[number],
})

export const operatorLedgerLineAnswer = (
  entry: LedgerLine,
  currency: string,
): Static<typeof OperatorLedgerLineAnswer> => ({
  ...lineOf(entry, currency),
  account: entry.account,
  company: entry.tenant_uuid === null ? null : { uuid: entry.tenant_uuid, title: entry.company ?? '' },
})

export const ledgerCsv: Columns<LedgerLine> = {
  transfer_uuid: column.text(({ transfer_uuid }) => transfer_uuid),
  position: column.whole(({ position }) => position),
  happened_at: column.time(({ happened_at }) => happened_at),
  kind: column.text(({ kind }) => kind),
  account: column.text(({ account }) => account),
  amount: column.amount(({ amount_minor }) => amount_minor),
  currency: column.currency,
  source_uuid: column.text(({ source_uuid }) => source_uuid),
  number: column.text(({ number }) => number),
}

export const operatorLedgerCsv: Columns<LedgerLine> = {
  ...ledgerCsv,
  company_uuid: column.text(({ tenant_uuid }) => tenant_uuid),
  company: column.text(({ company }) => company),
}

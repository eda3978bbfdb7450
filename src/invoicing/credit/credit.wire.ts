import { money, toNumber } from '../../kernel/money.ts'
import { named, Nullable, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import type { CreditAccount } from './credit.store.ts'
import type { CreditEntry } from './list.store.ts'

/** Credits as programs read them: plain numbers beside their currency. */

export const BalanceAnswer = named('CreditBalance', {
  available_balance: Type.Number({ description: 'What can be used: open orders have claimed the rest.' }),
  total_balance: Type.Number(),
  currency: Type.String(),
  updated_at: Nullable(Type.String({ description: 'ISO 8601; null while there never were credits.' })),
})

export function balanceAnswer(
  account: Omit<CreditAccount, 'updated_at'> & { readonly updated_at: Date | null },
  currency: string,
): Static<typeof BalanceAnswer> {
  return {
    available_balance: toNumber(money(account.total_minor - account.held_minor, currency)),
    total_balance: toNumber(money(account.total_minor, currency)),
    currency,
    updated_at: toIsoOffset(account.updated_at),
  }
}

export const CreditTransactionAnswer = named('CreditTransaction', {
  uuid: Uuid,
  type: OneOf(['grant', 'payment', 'refund']),
  description: Type.String(),
  amount: Type.Number({ description: 'What came in; negative: what was used.' }),
  currency: Type.String(),
  invoice_uuid: Nullable(Uuid),
  created_at: Type.String({ description: 'ISO 8601.' }),
})

/** Clients know three types; what came by a bank is given like what an operator gives. */
const types = { grant: 'grant', deposit: 'grant', credit: 'payment', refund: 'refund' } as const
const words = {
  grant: 'Credits granted',
  deposit: 'Received by bank transfer',
  credit: 'Paid with credits',
  refund: 'Refunded to credits',
} as const

export function creditTransactionAnswer(
  { transfer_uuid: uuid, kind, amount_minor, happened_at, invoice_uuid, number }: CreditEntry,
  currency: string,
): Static<typeof CreditTransactionAnswer> {
  const known = kind as keyof typeof types
  return {
    uuid,
    type: types[known],
    description: number === null ? words[known] : `${words[known]}: ${number}`,
    // The ledger has what is owed to a company as negative; to the company it is what it has.
    amount: toNumber(money(-amount_minor, currency)),
    currency,
    invoice_uuid,
    created_at: toIsoOffset(happened_at),
  }
}

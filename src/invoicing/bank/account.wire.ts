import { named, Nullable, Type, type Static } from '../../kernel/http/schema.ts'
import type { BankAccount } from './account.rules.ts'

export const BankAccountAnswer = named('BankAccount', {
  holder: Type.String(),
  iban: Nullable(Type.String({ examples: ['NL91ABNA0417164300'] })),
  account: Nullable(Type.String({ description: 'Where there is no IBAN.' })),
  bic: Nullable(Type.String()),
  bank: Nullable(Type.String()),
  currency: Type.String({ examples: ['EUR'] }),
})

export const bankAccountAnswer = (account: BankAccount): Static<typeof BankAccountAnswer> => ({ ...account })

import type { Context } from '../../kernel/context.ts'
import type { BankAccount } from './account.rules.ts'

/** Where customers may send money, the main account first; none: bank transfers are not offered. */
export const bankAccountsOf = ({ house }: Context): readonly BankAccount[] => house.config.bankAccounts ?? []

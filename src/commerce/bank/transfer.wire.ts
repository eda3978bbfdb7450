import { BankAccountAnswer, bankAccountAnswer, grouped } from '../../invoicing/index.ts'
import { MoneyAnswer, named, Nullable, Type, type Static } from '../../kernel/http/schema.ts'
import { qrModules } from '../../kernel/qr-code.ts'
import { moneyAnswer } from '../money.wire.ts'
import type { Transfer } from './transfer.rules.ts'

/** How to pay by a bank, as clients read it. */

export const TransferAnswer = named('BankTransfer', {
  reference: Type.String({ description: 'ISO 11649; the same for as long as the order is there.' }),
  reference_printed: Type.String({ description: 'The same in groups of four.' }),
  amount: MoneyAnswer,
  accounts: Type.Array(BankAccountAnswer, { description: 'Any of them will do.' }),
  qr_code: Nullable(
    named('TransferQrCode', {
      text: Type.String({ description: 'EPC069-12.' }),
      modules: Type.Array(Type.String({ pattern: '^[01]+$' }), {
        description: 'Row by row, 1 where it is dark; leave four modules free around it.',
      }),
    }),
  ),
})

export async function transferAnswer(
  { reference, amount, accounts, epc }: Transfer,
  currency: string,
): Promise<Static<typeof TransferAnswer>> {
  const modules = epc === null ? [] : await qrModules(epc)
  const row = (dark: readonly boolean[]) => dark.map((one) => (one ? '1' : '0')).join('')
  return {
    reference,
    reference_printed: grouped(reference),
    amount: moneyAnswer(currency)(amount),
    accounts: accounts.map(bankAccountAnswer),
    qr_code: epc === null ? null : { text: epc, modules: modules.map(row) },
  }
}

import { epcText, grouped, numberOfAccount, referenceFor, type BankAccount } from '../../invoicing/index.ts'
import { toPay } from '../checkout/purchase.rules.ts'
import type { Order } from '../order/order.store.ts'

/** How an order is paid by a bank: to which accounts, how much, and under which reference. */
export interface Transfer {
  readonly reference: string
  readonly amount: number
  readonly accounts: readonly BankAccount[]
  /** What the QR code says, for the first account that can have one. */
  readonly epc: string | null
}

export function transferFor(
  order: Pick<Order, 'uuid' | 'total_minor' | 'credits_minor'>,
  accounts: readonly BankAccount[],
): Transfer {
  const [reference, amount] = [referenceFor(order.uuid), toPay(order)]
  const epc = accounts.map((account) => epcText(account, amount, reference)).find((text) => text !== null) ?? null
  return { reference, amount, accounts, epc }
}

/** The lines of an account, each with what it is. */
export const accountLines = (account: BankAccount): (readonly [name: string, value: string])[] => {
  const lines: (readonly [string, string | null])[] = [
    ['Account holder', account.holder],
    [
      account.iban === null ? 'Account' : 'IBAN',
      account.iban === null ? numberOfAccount(account) : grouped(account.iban),
    ],
    ['BIC', account.bic],
    ['Bank', account.bank],
  ]
  return lines.filter((line): line is readonly [string, string] => line[1] !== null)
}

/** What a mail says of it; nothing where there is no account. */
export function transferText(reference: string, accounts: readonly BankAccount[]): string {
  if (accounts.length === 0) return ''
  const groups = accounts.map((account) =>
    [['Reference', grouped(reference)] as const, ...accountLines(account)]
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  )
  return `\nBy bank transfer, with the reference as it stands here:\n\n${groups.join('\n\n')}\n\nThe page of the order has a QR code for banking apps and a pro-forma invoice.\n`
}

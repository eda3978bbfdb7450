import { referenceFor } from '../../../src/invoicing/index.ts'
import type { World } from '../world.ts'
import { readyCart, type Buyer, type Shop } from './carts.ts'

/** Bank accounts, statements and orders that wait for their money. */

export const iban = 'NL91ABNA0417164300'

/** An installation in euros with one account, and nothing that takes cards by itself. */
export const bankEnv = {
  SUBLET_SANDBOX: '1',
  SUBLET_CURRENCY: 'EUR',
  SUBLET_BANK_ACCOUNTS: JSON.stringify([
    { holder: 'Sublet Example B.V.', iban, bic: 'ABNANL2A', bank: 'Example Bank', currency: 'EUR' },
  ]),
}

/** An order of so many blocks at 100.00 that waits. */
export async function waitingOrder(
  shop: Shop,
  wish: { readonly blocks?: number; readonly buyer?: Buyer } = {},
): Promise<{ readonly buyer: Buyer; readonly order: string; readonly reference: string }> {
  const { buyer, cart } = await readyCart(shop, { card: null, ...wish })
  const { body, text } = await buyer.checkout(cart)
  if (body.data?.order.status !== 'pending_payment') throw new Error(`the order does not wait: ${text}`)
  const order: string = body.data.order.uuid
  return { buyer, order, reference: referenceFor(order) }
}

export interface Entry {
  readonly amount: string
  readonly currency?: string
  readonly id?: string | null
  readonly reference?: string
  readonly words?: string
  readonly debit?: boolean
  readonly status?: string
}

/** As a bank of the euro area writes it (camt.053.001.08). */
export const camt = (entries: readonly Entry[], account = iban): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>STMT-1</MsgId><CreDtTm>2026-11-17T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<TxsSummry><TtlNtries><NbOfNtries>${entries.length}</NbOfNtries></TtlNtries></TxsSummry>
${entries.map(entryXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`

const entryXml = ({ amount, currency = 'EUR', id, reference, words, debit, status = 'BOOK' }: Entry): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${debit ? 'DBIT' : 'CRDT'}</CdtDbtInd>` +
  `<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt>` +
  (id === undefined || id === null ? '' : `<AcctSvcrRef>${id}</AcctSvcrRef>`) +
  `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Payer &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>` +
  `<RmtInf>${words === undefined ? '' : `<Ustrd>${words}</Ustrd>`}` +
  (reference === undefined
    ? ''
    : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`) +
  `</RmtInf></TxDtls></NtryDtls></Ntry>`

/** What a company has in credits, and what of that is set aside. */
export async function creditsOf(world: World, tenant: string): Promise<{ total: number; held: number }> {
  const { rows } = await world.house.pool.query<{ total: number; held: number }>(
    'select total_minor as total, held_minor as held from credit_account where tenant_uuid = $1',
    [tenant],
  )
  return rows[0] ?? { total: 0, held: 0 }
}

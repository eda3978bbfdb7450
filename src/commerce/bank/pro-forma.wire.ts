import {
  buyerOf,
  dayOf,
  drawHead,
  drawLines,
  drawNotices,
  drawParties,
  drawSums,
  grouped,
  label,
  left,
  openPaper,
  sealPaper,
  taxName,
  type Seller,
} from '../../invoicing/index.ts'
import { ink, paper, type Pdf } from '../../kernel/pdf.ts'
import { drawQrCode } from '../../kernel/qr-code.ts'
import { toPay } from '../checkout/purchase.rules.ts'
import type { Order } from '../order/order.store.ts'
import { accountLines, type Transfer } from './transfer.rules.ts'

/** An order that waits, on paper: what accounting needs to pay it. It is no invoice, and has no number of one. */

interface ProForma {
  readonly order: Order
  readonly transfer: Transfer
  readonly seller: Seller
}

export async function proFormaPdf({ order, transfer, seller }: ProForma, currency: string): Promise<Buffer> {
  const head = { seller, name: 'Pro-forma invoice', number: grouped(transfer.reference), at: order.placed_at }
  const doc = await openPaper(head)
  let y = drawHead(doc, head)
  y = drawParties(doc, y, seller, { title: 'For', lines: buyerOf(order) }, [
    ['Date', dayOf(order.placed_at)],
    ...(order.expires_at === null ? [] : ([['Pay until', dayOf(order.expires_at)]] as const)),
  ])
  y = drawLines(doc, order, currency, y)
  y = drawSums(doc, sumsOf(order), currency, y)
  y = drawNotices(doc, [notice, ...order.taxes.flatMap(({ notice: said }) => said ?? [])], y)
  await drawAccounts(doc, transfer, y)
  return sealPaper(doc, seller)
}

const notice =
  'This is no invoice: the invoice is issued once the order is paid. Please name the reference as it stands here.'

function sumsOf(order: Order) {
  return [
    { name: 'Subtotal', amount: order.sub_total_minor },
    ...order.discounts.map(({ name, amount }) => ({ name: `Discount: ${name}`, amount: 0 - amount })),
    ...order.taxes.map((tax) => ({ name: taxName(tax), amount: tax.amount })),
    { name: 'Total', amount: order.total_minor, strong: true as const },
    ...(order.credits_minor > 0 ? [{ name: 'Received, and credits', amount: 0 - order.credits_minor }] : []),
    { name: 'To pay', amount: toPay(order), strong: true as const },
  ]
}

const [rowHeight, codeSide] = [15, 100]

/** Never torn apart: accounts and code go to the next page together. */
async function drawAccounts(doc: Pdf, { accounts, reference, epc }: Transfer, top: number): Promise<void> {
  if (accounts.length === 0) return
  const rows = accounts.flatMap((account, at) => [...(at === 0 ? [] : [['', ''] as const]), ...accountLines(account)])
  const lines = [['Reference', grouped(reference)] as const, ...rows]
  let y = top + 12
  if (y + Math.max(lines.length * rowHeight, codeSide) + 20 > paper.bottom) {
    doc.addPage()
    y = paper.margin
  }
  const begins = y
  for (const [name, value] of lines) {
    label(doc, name, left + 150, y + 2)
    doc.font('plain').fontSize(9).fillColor(ink.text)
    doc.text(value, left + 240, y, { width: 250, height: 12, ellipsis: true })
    y += rowHeight
  }
  if (epc !== null) await drawQrCode(doc, epc, left + 12, begins, codeSide)
}

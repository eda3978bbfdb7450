import { query, raw } from '../../../src/kernel/db/query.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelInvoices, invoicingInvariants, payInvoices } from '../../../src/invoicing/index.ts'
import { refundInvoice } from '../../../src/invoicing/payment/refund.actions.ts'
import { giveCredits, lineOf, makeInvoice, meansOf, nobody, type InvoiceWish } from '../../support/market/invoicing.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What `npx sublet audit` says about documents and money: nothing while they live, and each breach by its name. */

let world: World
let buyer: string
let holder: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  buyer = await world.tenant()
  holder = await world.tenant('Holder', 'holder')
})
afterAll(() => world.close())

async function broken(ctx = world.ctx): Promise<string[]> {
  const found: string[] = []
  for (const invariant of invoicingInvariants)
    found.push(...(await invariant.check(ctx)).breaches.map((breach) => `${invariant.name}: ${breach}`))
  return found
}

const earning = (amount: number) =>
  lineOf(world.ctx, amount, { earner: { tenant: holder, name: 'x', commission: Math.floor(amount / 20) } })

const vat = { code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }
const off = { code: 'OFF', name: 'Off', kind: 'amount' as const, value: 300 }

const make = (wish: InvoiceWish = {}) =>
  makeInvoice(world, buyer, {
    lines: [earning(10_000), lineOf(world.ctx, 500)],
    taxes: [vat],
    discounts: [off],
    ...wish,
  })

const refund = (uuid: string, to: 'method' | 'credits' = 'method') =>
  refundInvoice(world.ctx, uuid, { to, reason: 'x' }, nobody)

describe('a breach of a promise', () => {
  beforeAll(async () => {
    await giveCredits(world, buyer, 700)
    await make({ credits: 1_000 })
    await make({ paid: false })
    await refund((await make()).uuid)
  })

  it('is not found where there is none', async () => {
    expect(await broken()).toEqual([])
  })

  const first = `number = 'INV-' || year || '-000001'`
  it.each([
    ['every transfer', `update ledger_entry set amount_minor = amount_minor + 1 where account = 'grants'`],
    ['invoice numbers have neither gap', `update document_number set last = last + 1 where series = 'INV'`],
    ['invoice numbers have neither gap', `delete from document_number where series = 'CN'`],
    ['invoice numbers have neither gap', `update invoice set position = position + 5 where ${first}`],
    ['an invoice is numbered by', `update invoice set number = 'INV-1' where ${first}`],
    ['an invoice is numbered by', `update invoice set issued_at = issued_at - interval '2 years' where ${first}`],
    ['every document stands', `delete from ledger_entry where kind = 'credit_note'`],
    ['every document stands', `update ledger_entry set kind = 'invoice' where kind = 'credit_note'`],
    ['every document stands', move('tax', 'sales', `kind = 'invoice'`)],
    ['every document stands', `update ledger_entry set source_uuid = gen_random_uuid() where kind = 'invoice'`],
    ['what the ledger says a company owes', `update invoice set status = 'cancelled' where status = 'unpaid'`],
    ['what the ledger says a company owes', `update ledger_entry set amount_minor = 1 where account = 'receivable'`],
    ["a company's credits", `update credit_account set total_minor = total_minor + 1`],
    ["a company's credits", `delete from credit_account`],
    ['what holders earned', `update earning set commission_minor = commission_minor + 1`],
    ['what holders earned', `delete from earning where gross_minor > 0`],
    ['a line earns', `update earning set gross_minor = gross_minor + 1, commission_minor = commission_minor + 1`],
    ['a line earns', `update invoice set status = 'paid' where status = 'unpaid'`],
    [
      'what was paid of an invoice',
      `update invoice_transaction set amount_minor = amount_minor + 1 where type = 'credit'`,
    ],
    ['what was paid of an invoice', `update invoice set paid_minor = 5 where status = 'unpaid'`],
    ['what was paid of an invoice', `update invoice set paid_at = null where status = 'paid'`],
    ['money that was taken', `update payment set amount_minor = amount_minor + 1 where status = 'succeeded'`],
    ['money that was taken', `update payment set status = 'declined' where status = 'succeeded'`],
    ['money that was taken', `delete from payment`],
    ['money that was taken', `update invoice_transaction set payment_uuid = null`],
    ['money that was taken', `update payment set tenant_uuid = gen_random_uuid() where status = 'succeeded'`],
    ['every invoice that was refunded', `update invoice set status = 'paid' where status = 'refunded'`],
    ['every invoice that was refunded', `update invoice set status = 'refunded' where ${first}`],
  ])('%s, or it is said: %s', async (name, breach) => {
    const found = await inDisorder(breach)
    expect(found.filter((line) => line.startsWith(name))).not.toEqual([])
  })
})

function move(from: string, to: string, where: string): string {
  return `update ledger_entry set account = '${to}' where account = '${from}' and ${where}`
}

/** What is found in books that somebody has tampered with, past triggers and foreign keys; nothing of it stays. */
async function inDisorder(breach: string): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  const tampering = world.change(async (ctx) => {
    await query`set local session_replication_role = replica`.planned(ctx)
    expect(await raw(breach).changed(ctx)).toBeGreaterThan(0)
    found = await broken(ctx)
    throw undo
  })
  await expect(tampering).rejects.toBe(undo)
  return found
}

/** One deed with a document, chosen by numbers. */
async function step(verb: string, amount: number): Promise<void> {
  const lines = [earning(amount), lineOf(world.ctx, amount % 700)]
  const [taxes, discounts] = [amount % 2 === 0 ? [vat] : [], amount % 3 === 0 ? [off] : []]
  if (verb === 'grant') return giveCredits(world, buyer, amount + 1)
  const paid = verb === 'refund' || verb === 'credit' || verb === 'buy'
  const credits = amount % 5 === 0 ? amount : 0
  const invoice = await makeInvoice(world, buyer, { lines, taxes, discounts, paid, credits: paid ? credits : 0 })
  if (verb === 'refund' || verb === 'credit') await refund(invoice.uuid, verb === 'refund' ? 'method' : 'credits')
  else if (verb === 'cancel') await world.change((ctx) => cancelInvoices(ctx, [{ invoice, at: ctx.now }]))
  else if (verb === 'pay') {
    const owed = { credits: 0, remaining: invoice.total_minor }
    const means = await meansOf(world, buyer, invoice.order_uuid ?? '', owed)
    await world.change((ctx) => payInvoices(ctx, [{ invoice, means, at: ctx.now }]))
  }
}

describe('promises', () => {
  it('are kept whatever happens to documents', async () => {
    const verbs = fc.constantFrom('buy', 'buy', 'pay', 'refund', 'credit', 'cancel', 'grant', 'issue')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(verbs, fc.nat(50_000)), { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const [verb, amount] of steps) await step(verb, amount)
        expect(await broken()).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

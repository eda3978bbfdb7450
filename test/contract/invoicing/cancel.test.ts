import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelInvoices, type Invoice } from '../../../src/invoicing/index.ts'
import { balancesIn, lineOf, makeInvoice } from '../../support/market/invoicing.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const cancel = (...invoices: readonly Invoice[]) =>
  world.change((ctx) =>
    cancelInvoices(
      ctx,
      invoices.map((invoice) => ({ invoice, at: ctx.now })),
    ),
  )

describe('an unpaid invoice', () => {
  it('is cancelled by a credit note, and nothing is owed or earned', async () => {
    const [buyer, holder] = [await world.client(), await world.tenant('Holder', 'holder')]
    const line = lineOf(world.ctx, 10_000, { earner: { tenant: holder, name: 'x', commission: 500 } })
    const vat = { code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }
    const invoice = await makeInvoice(world, buyer.tenant, { lines: [line], taxes: [vat], paid: false })
    const [note] = await cancel(invoice)
    expect(note).toMatchObject({ series: 'CN', corrects_uuid: invoice.uuid, status: 'paid', total_minor: -12_100 })
    expect(await balancesIn(world, [buyer.tenant, holder])).toEqual({})
    const { body } = await world.call('GET', `/billing/v1/${buyer.tenant}/invoices/${invoice.uuid}`, {
      headers: buyer.bearer,
    })
    expect(body).toMatchObject({ status: 'cancelled', total: 121, total_left_to_pay: 0, total_paid: 0 })
    const { rows } = await world.house.pool.query('select count(*) as n from earning where tenant_uuid = $1', [holder])
    expect(rows).toEqual([{ n: 0 }])
    const { rows: told } = await world.house.pool.query(
      `select data from outbox_event where tenant_uuid = $1 and type = 'invoice.cancelled'`,
      [buyer.tenant],
    )
    expect(told).toMatchObject([{ data: { uuid: invoice.uuid, credit_note_number: note?.number } }])
  })

  it('is cancelled with others, by numbers in a row', async () => {
    const { tenant } = await world.client()
    const invoices = [
      await makeInvoice(world, tenant, { paid: false }),
      await makeInvoice(world, tenant, { paid: false }),
    ]
    const [first, second] = await cancel(...invoices)
    expect(second?.position).toBe((first?.position ?? 0) + 1)
  })

  it('is not cancelled twice, nor when it has been paid', async () => {
    const { tenant } = await world.client()
    const [open, paid] = [await makeInvoice(world, tenant, { paid: false }), await makeInvoice(world, tenant)]
    await cancel(open)
    await expect(cancel(open)).rejects.toThrow(/changed state/)
    await expect(cancel(paid)).rejects.toThrow(/changed state/)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { bankEnv, creditsOf, iban, waitingOrder } from '../../support/market/bank.ts'
import { breachesIn, buyerIn, openShop, type Buyer, type Shop } from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { scanned } from '../../support/market/letter-files.ts'
import { readPdf, textOf } from '../../support/market/pdf.ts'
import { outcomeOf } from '../../support/portal.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageOffice, stageWorld } from '../../support/stages.ts'

let shop: Shop
const { world, office } = await stageOffice({ env: bankEnv })
beforeAll(async () => {
  shop = await openShop(world)
})

const transfer = (buyer: Buyer, order: string) => buyer.get(`/orders/${order}/bank-transfer`)
const record = (order: string, payload: object, headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/orders/${order}/payment`, { headers, payload })

describe('GET /ecommerce/public/{user_id}/orders/{order_uuid}/bank-transfer', () => {
  it('says where to, how much, and under which reference', async () => {
    const { buyer, order, reference } = await waitingOrder(shop)
    expect((await buyer.get(`/orders/${order}`)).body.data.payment_reference).toBe(reference)
    const { status, body } = await transfer(buyer, order)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      reference,
      reference_printed: reference.replaceAll(/(.{4})(?=.)/g, '$1 '),
      amount: { currency: 'EUR', amount: '100.00' },
      accounts: [{ holder: 'Sublet Example B.V.', iban, account: null, bic: 'ABNANL2A', bank: 'Example Bank' }],
    })
    expect(body.data.qr_code.text).toBe(
      `BCD\n002\n1\nSCT\nABNANL2A\nSublet Example B.V.\n${iban}\nEUR100.00\n\n${reference}`,
    )
    const { modules } = body.data.qr_code
    expect(modules.length).toBeLessThanOrEqual(69)
    expect(new Set(modules.map((row: string) => row.length))).toEqual(new Set([modules.length]))
  })

  it('is for an order that waits, of the company itself', async () => {
    const { buyer, order } = await waitingOrder(shop)
    const other = await buyerIn(world)
    expect(outcomeOf(await transfer(other, order))).toBe('404 not_found')
    expect(outcomeOf(await transfer(buyer, newUuid()))).toBe('404 not_found')
    await record(order, {})
    expect(outcomeOf(await transfer(buyer, order))).toBe('409 order_not_waiting')
    expect((await buyer.get(`/orders/${order}`)).body.data.payment_reference).toBeNull()
  })

  it('has no accounts where none is set, and no code outside the euro', async () => {
    const bare = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })
    const { buyer, order } = await waitingOrder(await openShop(bare))
    expect((await transfer(buyer, order)).body.data).toMatchObject({ accounts: [], qr_code: null })
  })
})

describe('GET /ecommerce/public/{user_id}/orders/{order_uuid}/pro-forma', () => {
  it('is a paper with everything that is needed to pay', async () => {
    const { buyer, order, reference } = await waitingOrder(shop)
    const url = `/ecommerce/public/${buyer.tenant}/orders/${order}/pro-forma`
    const answer = await world.server.inject({ method: 'GET', url, headers: buyer.bearer })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = textOf(answer.rawPayload)
    for (const said of [
      'Pro-forma invoice',
      'no invoice',
      reference.slice(0, 4),
      'NL91 ABNA',
      'Example Bank',
      '100.00',
    ])
      expect(text).toContain(said)
    const [page] = readPdf(answer.rawPayload)
    expect(page && scanned(page)).toBe((await transfer(buyer, order)).body.data.qr_code.text)
  })

  it('is there only while the order waits', async () => {
    const { buyer, order } = await waitingOrder(shop)
    await record(order, {})
    expect(outcomeOf(await buyer.get(`/orders/${order}/pro-forma`))).toBe('409 order_not_waiting')
  })
})

describe('the mail', () => {
  it('tells the owners how to pay, and what is left after some of it', async () => {
    const buyer = await buyerIn(world)
    const { email } = await world.person(buyer.tenant, 'owner')
    const { order, reference } = await waitingOrder(shop, { buyer })
    const printed = reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
    await record(order, { amount: 40, reference: `part-${order}` })
    const mails = await mailTo(world, email)
    expect(mails.map(({ subject }) => subject)).toContain('Remaining amount due on your order: EUR 60.00')
    for (const said of [printed, 'NL91 ABNA 0417 1643 00', 'ABNANL2A']) expect(mails.at(-1)?.body).toContain(said)
    expect(mails.at(-1)?.lead?.url).toContain(`/orders/${order}`)
  })
})

describe('POST /portal/operator/orders/{order_uuid}/payment with an amount', () => {
  it('leaves an order that is short by a cent waiting for that cent', async () => {
    const { buyer, order } = await waitingOrder(shop)
    const short = await record(order, { amount: 99.99, reference: `a-${order}`, received_on: '2026-11-16', payer: 'P' })
    expect([short.status, short.body.data]).toMatchObject([
      200,
      { status: 'pending_payment', credits_total: { amount: '99.99' }, remaining_total: { amount: '0.01' } },
    ])
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 9_999, held: 9_999 })
    expect((await transfer(buyer, order)).body.data.amount.amount).toBe('0.01')
    const rest = await record(order, { amount: 0.01, reference: `b-${order}` })
    expect(rest.body.data.status).toBe('completed')
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 0, held: 0 })
    expect(await breachesIn(world)).toEqual([])
  })

  it('gives what is too much as credits', async () => {
    const { buyer, order } = await waitingOrder(shop)
    const paid = await record(order, { amount: 130.5, reference: `c-${order}` })
    expect(paid.body.data.status).toBe('completed')
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 3_050, held: 0 })
    const listed = await world.call('GET', `/credits/public/${buyer.tenant}/transactions`, { headers: buyer.bearer })
    expect(listed.body.data).toMatchObject([{ type: 'grant', description: 'Received by bank transfer', amount: 30.5 }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('gives back as credits what came for an order that is cancelled', async () => {
    const { buyer, order } = await waitingOrder(shop)
    await record(order, { amount: 10, reference: `d-${order}` })
    expect(outcomeOf(await buyer.send('POST', `/orders/${order}/cancel`))).toBe(200)
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 1_000, held: 0 })
  })

  it('takes only the rest from a card', async () => {
    const { buyer, order } = await waitingOrder(shop)
    await record(order, { amount: 25, reference: `e-${order}` })
    await addCard(world, buyer.tenant)
    const { body } = await buyer.send('POST', `/orders/${order}/checkout`)
    expect(body.data.order.status).toBe('completed')
    const { rows } = await world.house.pool.query('select amount_minor from payment where order_uuid = $1', [order])
    expect(rows).toEqual([{ amount_minor: 7_500 }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('refuses the same line twice, another currency, and odd amounts and days', async () => {
    const [one, two] = [await waitingOrder(shop), await waitingOrder(shop)]
    expect(outcomeOf(await record(one.order, { amount: 1, reference: 'LINE-1' }))).toBe(200)
    expect(outcomeOf(await record(one.order, { amount: 1, reference: 'LINE-1' }))).toBe('409 bank_line_known')
    expect(outcomeOf(await record(two.order, { reference: 'LINE-1' }))).toBe('409 bank_line_known')
    expect(outcomeOf(await record(two.order, { amount: 100, currency: 'USD' }))).toBe('422 currency_foreign')
    for (const odd of [
      { amount: 0 },
      { amount: 1.001 },
      { amount: -1 },
      { received_on: '2026-02-30' },
      { currency: 'E' },
    ])
      expect(outcomeOf(await record(two.order, odd))).toBe('422 invalid_fields')
    expect((await two.buyer.get(`/orders/${two.order}`)).body.data.remaining_total.amount).toBe('100.00')
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { bankEnv, camt, creditsOf, waitingOrder, type Entry } from '../../support/market/bank.ts'
import { breachesIn, buyerIn, openShop, type Shop } from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { startPayments } from '../../../src/invoicing/index.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

let shop: Shop
const { world, office } = await stageOffice({ env: bankEnv })
beforeAll(async () => {
  shop = await openShop(world)
})

const send = (file: string, format = 'camt053', headers: Record<string, string> = office.operator) =>
  world.call('POST', '/portal/operator/bank-statements', { headers, payload: { format, file } })
const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/bank-lines?${query}`, { headers })
const act = (line: string, verb: string, payload: object, headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/bank-lines/${line}/${verb}`, { headers, payload })

const statusOf = async ({ buyer, order }: Awaited<ReturnType<typeof waitingOrder>>) =>
  (await buyer.get(`/orders/${order}`)).body.data.status
const countLines = async () => Number((await list()).body.meta.total)

/** One line that nobody knows the order of. */
async function openLine(entry: Partial<Entry> = {}): Promise<string> {
  const { body } = await send(camt([{ amount: '10.00', id: `L-${newUuid()}`, ...entry }]))
  return body.data.left[0].uuid
}

describe('POST /portal/operator/bank-statements', () => {
  it('books what fits by reference and exact amount, and lists the rest', async () => {
    const [fits, short, over, free] = [
      await waitingOrder(shop),
      await waitingOrder(shop),
      await waitingOrder(shop),
      await waitingOrder(shop),
    ]
    const file = camt([
      { amount: '100.00', id: 'S1', reference: fits.reference },
      { amount: '99.99', id: 'S2', reference: short.reference },
      { amount: '100.01', id: 'S3', reference: over.reference },
      { amount: '100.00', id: 'S4', words: `my order ${free.reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}` },
      { amount: '100.00', id: 'S5', words: 'thank you' },
      { amount: '100.00', id: 'S6', reference: 'RF18539007547034' },
      { amount: '100.00', id: 'S7', currency: 'USD', reference: short.reference },
      { amount: '100.00', id: 'S8', debit: true },
      { amount: '100.00', id: 'S9', status: 'PDNG', reference: short.reference },
      { amount: '100.00', id: 'S10', reference: fits.reference },
    ])
    const { status, body } = await send(file)
    expect([status, body.data.lines, body.data.known]).toEqual([200, 8, 0])
    const keys = (lines: { bank_key: string }[]) => lines.map(({ bank_key }) => bank_key)
    expect(keys(body.data.booked)).toEqual(['S1', 'S4'])
    expect(
      body.data.left.map((line: { bank_key: string; mismatch: { code: string } }) => [
        line.bank_key,
        line.mismatch.code,
      ]),
    ).toEqual([
      ['S2', 'amount_short'],
      ['S3', 'amount_over'],
      ['S5', 'no_reference'],
      ['S6', 'no_reference'],
      ['S7', 'other_currency'],
      ['S10', 'order_not_waiting'],
    ])
    expect(await Promise.all([fits, short, over, free].map(statusOf))).toEqual([
      'completed',
      'pending_payment',
      'pending_payment',
      'completed',
    ])
    expect(body.data.booked[0]).toMatchObject({
      payer: 'Payer & Co',
      payer_account: 'DE89370400440532013000',
      received_on: '2026-11-16',
      booked: { tenant_uuid: fits.buyer.tenant, order_uuid: fits.order, credited: { amount: '0.00' } },
    })
    const again = await send(file)
    expect([again.body.data.known, again.body.data.booked, again.body.data.left.length]).toEqual([8, [], 6])
    expect(await breachesIn(world)).toEqual([])
  })

  it('reads CSV as banks write it', async () => {
    const [one, two] = [await waitingOrder(shop), await waitingOrder(shop)]
    const file = [
      'Buchungstag;Betrag;Währung;Verwendungszweck;Name',
      `16.11.2026;100,00;EUR;"Rechnung; ${one.reference}";"Müller ""und"" Söhne"`,
      `17.11.2026;-12,00;EUR;Gebühr;Bank`,
      `17.11.2026;1.000,00;EUR;${two.reference};Zahler`,
      '',
    ].join('\r\n')
    const { body } = await send(file, 'csv')
    expect(body.data).toMatchObject({ lines: 2, known: 0 })
    expect(body.data.booked).toMatchObject([{ payer: 'Müller "und" Söhne', amount: { amount: '100.00' } }])
    expect(body.data.left).toMatchObject([{ amount: { amount: '1000.00' }, mismatch: { code: 'amount_over' } }])
    expect((await send(file, 'csv')).body.data.known).toBe(2)
  })

  it('takes two lines that say the same for two, and the file again for neither', async () => {
    const file = camt([
      { amount: '3.33', id: null, words: 'twin' },
      { amount: '3.33', id: null, words: 'twin' },
    ])
    expect((await send(file)).body.data).toMatchObject({ lines: 2, known: 0 })
    expect((await send(file)).body.data).toMatchObject({ lines: 2, known: 2 })
  })

  it('knows what an operator has recorded by hand', async () => {
    const waiting = await waitingOrder(shop)
    const payload = { amount: 40, reference: 'HAND-1' }
    const headers = office.operator
    await world.call('POST', `/portal/operator/orders/${waiting.order}/payment`, { headers, payload })
    const file = camt([{ amount: '40.00', id: 'HAND-1', reference: waiting.reference }])
    expect((await send(file)).body.data).toMatchObject({ lines: 1, known: 1, booked: [], left: [] })
    expect(await creditsOf(world, waiting.buyer.tenant)).toEqual({ total: 4_000, held: 4_000 })
  })

  it('refuses as a whole what is cut off or no statement of ours, and changes nothing', async () => {
    const waiting = await waitingOrder(shop)
    const before = await countLines()
    const whole = camt([{ amount: '100.00', id: 'C1', reference: waiting.reference }])
    const cuts = [40, whole.indexOf('</Ntry>'), whole.indexOf('</Stmt>'), whole.length - 3].map((at) =>
      whole.slice(0, at),
    )
    const csv = `date,amount,reference\n2026-11-16,100.00,${waiting.reference}\n`
    const refused: [string, string][] = [
      ...cuts.map((cut): [string, string] => [cut, 'camt053']),
      [whole.replace('<NbOfNtries>1<', '<NbOfNtries>2<'), 'camt053'],
      [whole.replace('?>', '?><!DOCTYPE x [<!ENTITY e "e">]>'), 'camt053'],
      [camt([{ amount: '100.00', reference: waiting.reference }], 'DE89370400440532013000'), 'camt053'],
      [whole.replace('100.00', '1e2'), 'camt053'],
      ['<html></html>', 'camt053'],
      [csv.trimEnd(), 'csv'],
      [`${csv}2026-11-16,1\n`, 'csv'],
      [`${csv}2026-11-16,1.00,"x\n`, 'csv'],
      [csv.replace('100.00', '1,000'), 'csv'],
      [csv.replace('2026-11-16', '2026-13-16'), 'csv'],
      [csv.replace('amount', 'sum'), 'csv'],
    ]
    for (const [file, format] of refused) expect(outcomeOf(await send(file, format))).toBe('422 statement_unreadable')
    expect([await countLines(), await statusOf(waiting)]).toEqual([before, 'pending_payment'])
    expect((await send(csv, 'csv')).body.data.booked).toHaveLength(1)
  })

  it('needs an account', async () => {
    const bare = await stageOfficeWithout()
    const headers = bare.office.operator
    const payload = { format: 'camt053', file: camt([]) }
    const answer = await bare.world.call('POST', '/portal/operator/bank-statements', { headers, payload })
    expect(outcomeOf(answer)).toBe('422 bank_transfer_not_offered')
    await bare.world.close()
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => send(camt([]), 'camt053', headers))).toEqual(onlyOperators)
  })
})

async function stageOfficeWithout() {
  const { openWorld } = await import('../../support/world.ts')
  const { openOffice } = await import('../../support/portal.ts')
  const other = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  return { world: other, office: await openOffice(other) }
}

describe('GET /portal/operator/bank-lines', () => {
  it('lists them in pages, by status', async () => {
    const line = await openLine()
    const listed = await walkPages(list, 5)
    expect(new Set(listed.map(({ uuid }) => uuid)).size).toBe(await countLines())
    const open = await list('filter[status]=open&per_page=1000')
    expect(open.body.data.map(({ uuid }: { uuid: string }) => uuid)).toContain(line)
    expect(new Set(open.body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['open']))
  })

  it.each([...refusedPages, 'sort=amount', 'filter[status]=lost'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
  })
})

describe('POST /portal/operator/bank-lines/{lineUUID}/order', () => {
  it('pays an order with what came, short or over', async () => {
    const waiting = await waitingOrder(shop)
    const [short, over] = [await openLine({ amount: '60.00' }), await openLine({ amount: '60.00' })]
    const first = await act(short, 'order', { order_uuid: waiting.order })
    expect(first.body.data).toMatchObject({ status: 'booked', booked: { credited: { amount: '60.00' } } })
    expect(await statusOf(waiting)).toBe('pending_payment')
    const second = await act(over, 'order', { order_uuid: waiting.order })
    expect(second.body.data).toMatchObject({ status: 'booked', booked: { credited: { amount: '20.00' } } })
    expect(await statusOf(waiting)).toBe('completed')
    expect(await creditsOf(world, waiting.buyer.tenant)).toEqual({ total: 2_000, held: 0 })
  })

  it('refuses a line that is booked, foreign money, and orders that do not wait', async () => {
    const [waiting, done] = [await waitingOrder(shop), await waitingOrder(shop)]
    const line = await openLine({ amount: '100.00' })
    const choose = (uuid: string, { order }: { order: string }) => act(uuid, 'order', { order_uuid: order })
    expect(outcomeOf(await choose(line, done))).toBe(200)
    expect(outcomeOf(await choose(line, waiting))).toBe('409 bank_line_settled')
    const other = await openLine()
    expect(outcomeOf(await choose(other, done))).toBe('409 order_not_waiting')
    expect(outcomeOf(await choose(other, { order: newUuid() }))).toBe('404 not_found')
    expect(outcomeOf(await choose(newUuid(), waiting))).toBe('404 not_found')
    const foreign = await openLine({ currency: 'USD' })
    expect(outcomeOf(await choose(foreign, waiting))).toBe('422 currency_foreign')
    const method = await addCard(world, waiting.buyer.tenant)
    const wish = { tenant: waiting.buyer.tenant, order: waiting.order, method, amount: 10_000, capture: true }
    await world.change((ctx) => startPayments(ctx, [wish]))
    expect(outcomeOf(await choose(other, waiting))).toBe('409 order_in_checkout')
    await world.house.pool.query(`update payment set status = 'declined' where order_uuid = $1`, [waiting.order])
  })

  it('is for operators alone', async () => {
    const { order } = await waitingOrder(shop)
    const line = await openLine()
    expect(await outcomesFor(office, (headers) => act(line, 'order', { order_uuid: order }, headers))).toEqual(
      onlyOperators,
    )
  })
})

describe('POST /portal/operator/bank-lines/{lineUUID}/credit', () => {
  it('gives the money to a company, once', async () => {
    const { tenant } = await buyerIn(world)
    const line = await openLine({ amount: '12.34' })
    const { body } = await act(line, 'credit', { tenant_uuid: tenant })
    expect(body.data.booked).toMatchObject({ tenant_uuid: tenant, order_uuid: null, credited: { amount: '12.34' } })
    expect(await creditsOf(world, tenant)).toEqual({ total: 1_234, held: 0 })
    expect(outcomeOf(await act(line, 'credit', { tenant_uuid: tenant }))).toBe('409 bank_line_settled')
    expect(outcomeOf(await act(await openLine(), 'credit', { tenant_uuid: newUuid() }))).toBe('404 not_found')
    const foreign = await openLine({ currency: 'USD' })
    expect(outcomeOf(await act(foreign, 'credit', { tenant_uuid: tenant }))).toBe('422 currency_foreign')
  })

  it('is for operators alone', async () => {
    const { tenant } = await buyerIn(world)
    const line = await openLine()
    expect(await outcomesFor(office, (headers) => act(line, 'credit', { tenant_uuid: tenant }, headers))).toEqual(
      onlyOperators,
    )
  })
})

describe('POST /portal/operator/bank-lines/{lineUUID}/dismiss', () => {
  it('says why it is none of ours, once', async () => {
    const line = await openLine({ currency: 'USD' })
    expect((await act(line, 'dismiss', { reason: 'Interest' })).body.data).toMatchObject({
      status: 'dismissed',
      reason: 'Interest',
      booked: null,
      mismatch: null,
    })
    expect(outcomeOf(await act(line, 'dismiss', { reason: 'Interest' }))).toBe('409 bank_line_settled')
    expect(outcomeOf(await act(await openLine(), 'dismiss', {}))).toBe('422 invalid_fields')
    expect(outcomeOf(await act(newUuid(), 'dismiss', { reason: 'x' }))).toBe('404 not_found')
  })

  it('is for operators alone', async () => {
    const line = await openLine()
    expect(await outcomesFor(office, (headers) => act(line, 'dismiss', { reason: 'x' }, headers))).toEqual(
      onlyOperators,
    )
  })
})

describe('after all this', () => {
  it('the audit finds nothing', async () => {
    expect(await breachesIn(world)).toEqual([])
  })
})

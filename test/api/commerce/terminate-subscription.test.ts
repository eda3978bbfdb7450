import { beforeAll, describe, expect, it } from 'vitest'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { letGoOfRenewals } from '../../../src/commerce/renewal/recovery.actions.ts'
import { requestTermination } from '../../../src/commerce/termination/termination.actions.ts'
import { addMonths, addSeconds } from '../../../src/kernel/time.ts'
import { breachesIn, buyerIn, type Buyer } from '../../support/market/carts.ts'
import { outcomeOf, outcomesFor } from '../../support/portal.ts'
import { asked, at } from '../../support/market/renewals.ts'
import {
  goodCard,
  makeSubscription,
  type MadeSubscription,
  type SubscriptionWish,
} from '../../support/market/subscriptions.ts'
import { stageOffice } from '../../support/stages.ts'
import { openWorld } from '../../support/world.ts'

let buyer: Buyer
const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })
beforeAll(async () => {
  buyer = await buyerIn(world)
})

let blocks = 0
const bought = (wish: Partial<SubscriptionWish> = {}) =>
  makeSubscription(world, { lessee: buyer.tenant, block: `45.9.${blocks++}.0/24`, card: goodCard, ...wish })

const body = (type: string, more: object = {}) => ({ type, reason: 'We are moving.', ...more })
const terminate = (made: { uuid: string }, payload: object, by: Buyer = buyer, key?: string) =>
  by.send('POST', `/subscriptions/${made.uuid}/terminate`, payload, key)
const cancel = (request: string, by: Buyer = buyer) =>
  by.send('POST', `/subscriptions/termination-requests/${request}/cancel`)
const decide = (request: string, how: 'approve' | 'reject', headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/termination-requests/${request}/${how}`, { headers })
const read = async ({ uuid }: { uuid: string }) => (await buyer.get(`/subscriptions/${uuid}`)).body.data
const service = async ({ lease_uuid }: MadeSubscription) =>
  (await world.call('GET', `/billing/v1/${buyer.tenant}/market/ipv4/services/${lease_uuid}`, { headers: buyer.bearer }))
    .body.data
const iso = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`
const hours = (made: MadeSubscription, count: number) => addSeconds(made.period_end, count * 3_600)
const ordersOf = ({ uuid }: MadeSubscription) =>
  asked<{ kind: string; status: string; total: number; payment: string }>(
    world,
    `select o.kind, o.status, o.total_minor::int as total, (select string_agg(p.status, ' ' order by p.uuid) from payment p
       where p.order_uuid = o.uuid) as payment from sales_order o where o.subscription_uuid = $1 order by o.placed_at`,
    uuid,
  )

describe('POST /ecommerce/public/{user_id}/subscriptions/{subscription_uuid}/terminate, at the end of the period', () => {
  it('is approved at once and ends with the period; nothing renews', async () => {
    const made = await bought()
    const meta = { use_again: true }
    const answer = await terminate(made, body('end_of_period', { details: 'Thank you.', meta, unknown: 1 }))
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        uuid: expect.any(String),
        type: 'end_of_period',
        status: 'approved',
        reason: 'We are moving.',
        details: 'Thank you.',
        meta,
        requested_at: expect.any(String),
        terminated_at: null,
        subscription_uuid: made.uuid,
        effective_at: iso(made.period_end),
        early_exit_total: { currency: 'USD', amount: '0.00', amount_minor: 0 },
      },
    ])
    expect(await read(made)).toMatchObject({ expires_at: iso(made.period_end), has_immediate_termination: false })
    const { uuid } = answer.body.data
    expect((await service(made)).termination).toMatchObject({ uuid, type: 'end_of_period', status: 'approved', meta })
    for (const hour of [-48, -12, -1]) await runRenewals(at(world, hours(made, hour)))
    expect(await ordersOf(made)).toEqual([])
    await runRenewals(at(world, hours(made, 0)))
    expect(await read(made)).toMatchObject({ status: 'terminated', terminated_at: iso(made.period_end) })
    expect((await service(made)).termination).toBeNull()
    const list = await buyer.get('/subscriptions/termination-requests?filter[status]=completed')
    expect(list.body.data).toMatchObject([{ uuid, status: 'completed', terminated_at: iso(made.period_end) }])
    expect(await asked(world, 'select block from free_block where offer_uuid = $1', made.offer)).toEqual([
      { block: made.name },
    ])
  })

  it('cancels the order of the next period, and lets go of what was authorised for it', async () => {
    const made = await bought()
    await runRenewals(at(world, hours(made, -48)))
    expect((await service(made)).ecommerce_pending_order).toMatchObject({ status: 'pending_payment' })
    await terminate(made, body('end_of_period'))
    expect(await ordersOf(made)).toMatchObject([{ status: 'cancelled', payment: 'authorised' }])
    await letGoOfRenewals(world.ctx)
    expect(await ordersOf(made)).toMatchObject([{ status: 'cancelled', payment: 'cancelled' }])
    await runRenewals(at(world, hours(made, 0)))
    expect(await read(made)).toMatchObject({ status: 'terminated' })
  })

  it('waits for the end of a commitment, and renews until then', async () => {
    const made = await bought({ months: 3 })
    const { data } = (await terminate(made, body('end_of_period'))).body
    expect(data.effective_at).toBe(iso(addMonths(made.started_at, 3)))
    const later = (months: number, hour: number) => addSeconds(addMonths(made.started_at, months), hour * 3_600)
    for (const month of [1, 2]) for (const hour of [-48, -12]) await runRenewals(at(world, later(month, hour)))
    for (const hour of [-48, -12]) await runRenewals(at(world, later(3, hour)))
    expect(await ordersOf(made)).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
    await runRenewals(at(world, later(3, 0)))
    expect(await read(made)).toMatchObject({ status: 'terminated', terminated_at: data.effective_at })
  })

  it('ends now what is in its grace period, and what was billed is not owed', async () => {
    const made = await bought({ card: '4000000000000341' })
    for (const hour of [-48, -24, -12, 0]) await runRenewals(at(world, hours(made, hour)))
    expect(await read(made)).toMatchObject({ is_in_grace_period: true })
    const wish = { type: 'end_of_period', reason: 'Too dear.', details: null, useAgain: false } as const
    const now = hours(made, 5)
    const request = await requestTermination(at(world, now), buyer.tenant, made.uuid, wish, async () => undefined)
    expect(request).toMatchObject({ status: 'completed', effective_at: now, terminated_at: now })
    expect(await read(made)).toMatchObject({ status: 'terminated', is_in_grace_period: false })
    const invoices = await asked(
      world,
      `select i.series, i.status from invoice i join sales_order o on o.uuid = i.order_uuid where o.subscription_uuid = $1
       order by i.series`,
      made.uuid,
    )
    expect(invoices).toEqual([
      { series: 'CN', status: 'paid' },
      { series: 'INV', status: 'cancelled' },
    ])
  })

  it('can be cancelled until then (cancelTerminationRequest), and renews as before', async () => {
    const made = await bought()
    const request = (await terminate(made, body('end_of_period'))).body.data.uuid
    const answer = await cancel(request)
    expect([answer.status, answer.body.data.status]).toEqual([200, 'cancelled'])
    expect(await read(made)).toMatchObject({ expires_at: null })
    expect(outcomeOf(await cancel(request))).toBe('422 termination_closed')
    await runRenewals(at(world, hours(made, -48)))
    await runRenewals(at(world, hours(made, -12)))
    expect(await read(made)).toMatchObject({ current_period_end: iso(addMonths(made.started_at, 2)) })
    expect((await terminate(made, body('end_of_period'))).status).toBe(201)
  })
})

describe('POST …/terminate, at once (operatorApproveTermination, operatorRejectTermination)', () => {
  it('waits for an operator, who may reject it', async () => {
    const made = await bought()
    const { data } = (await terminate(made, body('immediate'))).body
    expect(data).toMatchObject({ status: 'pending', effective_at: null })
    expect(await read(made)).toMatchObject({ status: 'active', has_immediate_termination: true })
    expect(await outcomesFor(office, (headers) => decide(data.uuid, 'reject', headers))).toEqual({
      nobody: '401 session_missing',
      stranger: '403 role_missing',
      viewer: '403 role_missing',
      member: '403 role_missing',
      owner: '403 role_missing',
      operator: 200,
    })
    expect(outcomeOf(await decide(data.uuid, 'reject'))).toBe('409 termination_decided')
    expect(outcomeOf(await decide(data.uuid, 'approve'))).toBe('409 termination_decided')
    expect(await read(made)).toMatchObject({ status: 'active', has_immediate_termination: false })
    expect(outcomeOf(await cancel(data.uuid))).toBe('422 termination_closed')
  })

  it('ends the lease when the operator agrees; without a commitment it costs nothing, and nothing is refunded', async () => {
    const made = await bought()
    const { data } = (await terminate(made, body('immediate'))).body
    const answer = await decide(data.uuid, 'approve')
    expect([answer.status, answer.body.data]).toMatchObject([200, { status: 'completed', tenant_uuid: buyer.tenant }])
    expect(await read(made)).toMatchObject({ status: 'terminated' })
    expect(await ordersOf(made)).toEqual([])
    expect(outcomeOf(await terminate(made, body('immediate')))).toBe('422 subscription_terminated')
    expect(outcomeOf(await decide('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', 'approve'))).toBe('404 not_found')
    expect(outcomeOf(await decide('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', 'reject'))).toBe('404 not_found')
  })

  it.each([
    [goodCard, 'completed', 'succeeded', 'paid'],
    ['4000000000000341', 'pending_payment', 'declined', 'unpaid'],
  ])('bills what is left of a commitment, by %s', async (card, order, payment, invoice) => {
    const made = await bought({ months: 12, card })
    const expected = (await service(made)).early_exit_amount
    expect(expected).toBe(12 * 100 * 0.5)
    const { data } = (await terminate(made, body('immediate'))).body
    expect(data.early_exit_total.amount).toBe('600.00')
    await decide(data.uuid, 'approve')
    expect(await ordersOf(made)).toEqual([{ kind: 'early_exit', status: order, total: 60_000, payment }])
    const billed = await asked(
      world,
      `select i.status, i.lines -> 0 ->> 'type' as type, e.gross_minor::int as gross, e.commission_minor::int as commission
       from invoice i join sales_order o on o.uuid = i.order_uuid left join earning e on e.invoice_uuid = i.uuid
       where o.subscription_uuid = $1`,
      made.uuid,
    )
    const earned = invoice === 'paid' ? { gross: 60_000, commission: 3_000 } : { gross: null, commission: null }
    expect(billed).toEqual([{ status: invoice, type: 'early_exit', ...earned }])
    const commitments = await asked(world, 'select status from commitment where lease_uuid = $1', made.lease_uuid)
    expect(commitments).toEqual([{ status: 'terminated' }])
  })

  it('needs nobody where the settings say so', async () => {
    const free = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_TERMINATION_APPROVAL: '0' }, beside: world })
    const made = await bought()
    const answer = await free.call('POST', `/ecommerce/public/${buyer.tenant}/subscriptions/${made.uuid}/terminate`, {
      headers: buyer.bearer,
      payload: body('immediate'),
    })
    expect(answer.body.data).toMatchObject({ status: 'completed' })
    expect(await read(made)).toMatchObject({ status: 'terminated' })
    await free.close()
  })
})

describe('POST …/terminate refuses', () => {
  it('a second request, what is foreign and what is unknown; and does nothing twice by the same key', async () => {
    const made = await bought()
    const first = await terminate(made, body('end_of_period'), buyer, 'once')
    expect((await terminate(made, body('end_of_period'), buyer, 'once')).body).toEqual(first.body)
    for (const type of ['end_of_period', 'immediate'])
      expect(outcomeOf(await terminate(made, body(type)))).toBe('422 termination_requested')
    const other = await buyerIn(world)
    expect(outcomeOf(await terminate(made, body('immediate'), other))).toBe('404 not_found')
    expect(outcomeOf(await cancel(first.body.data.uuid, other))).toBe('404 not_found')
    const nobody = { uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' }
    expect(outcomeOf(await terminate(nobody, body('immediate')))).toBe('404 not_found')
    expect(outcomeOf(await cancel(nobody.uuid))).toBe('404 not_found')
  })

  it.each([
    [{}, ['reason', 'type']],
    [{ type: 'later', reason: 'x' }, ['type']],
    [{ type: 'immediate', reason: '' }, ['reason']],
    [{ type: 'immediate', reason: 'x'.repeat(256) }, ['reason']],
    [{ type: 'immediate', reason: 'x', details: 'x'.repeat(601) }, ['details']],
    [{ type: 'immediate', reason: 'x', meta: { use_again: 'perhaps' } }, ['meta.use_again']],
  ])('%j', async (payload, fields) => {
    const made = { uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' }
    const answer = await terminate(made, payload)
    expect(outcomeOf(answer)).toBe('422 invalid_fields')
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields)
  })
})

describe('GET …/termination-requests (listTerminationRequests, operatorListTerminationRequests)', () => {
  it('lists by page, the newest first, for the company and for operators', async () => {
    const list = await buyer.get('/subscriptions/termination-requests?per_page=2')
    expect(list.body.data).toHaveLength(2)
    const { total } = list.body.meta
    const oldest = await buyer.get('/subscriptions/termination-requests?per_page=1000&sort=requested_at')
    const times = oldest.body.data.map(({ requested_at }: { requested_at: string }) => requested_at)
    expect([times.length, times]).toEqual([total, times.toSorted()])
    expect((await (await buyerIn(world)).get('/subscriptions/termination-requests')).body.data).toEqual([])
    const operatorList = (query: string) =>
      world.call('GET', `/portal/operator/termination-requests?${query}`, { headers: office.operator })
    const all = (await operatorList('per_page=1000')).body.data
    expect(all).toHaveLength(total)
    expect(all[0]).toMatchObject({
      company: expect.stringMatching(/./),
      block: expect.stringMatching(/^\d+\..*\/\d+$/),
    })
    expect((await operatorList('filter[status]=rejected')).body.data).toMatchObject([{ status: 'rejected' }])
    for (const query of ['sort=type', 'filter[status]=gone', 'per_page=1001'])
      for (const answer of [await buyer.get(`/subscriptions/termination-requests?${query}`), await operatorList(query)])
        expect(outcomeOf(answer)).toBe('422 invalid_fields')
  })
})

it('leaves nothing that an audit would find', async () => {
  expect(await breachesIn(world)).toEqual([])
})

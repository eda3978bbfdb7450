import { beforeAll, describe, expect, it } from 'vitest'
import { giveCredits, makeInvoice } from '../../support/market/invoicing.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { refusedPages } from '../../support/paging.ts'
import { anyMember, onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** GET /billing/v1/{tenantUUID}/ledger (listLedger), GET /portal/operator/ledger (operatorListLedger). */

interface Line {
  readonly transfer_uuid: string
  readonly position: number
  readonly account: string
  readonly amount: number
}

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })
const own = `/billing/v1/${office.tenant}/ledger`
const whole = '/portal/operator/ledger'
let holder: string
beforeAll(async () => {
  await giveCredits(world, office.tenant, 4_000)
  await makeInvoice(world, office.tenant, { credits: 2_500, at: new Date('2026-03-01T12:00:00Z') })
  holder = await world.tenant('Holder', 'holder')
  await earn(
    world,
    Array.from({ length: 30 }, (_, i) => ({
      holder,
      at: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}T00:00:00Z`,
      gross: 1_000,
    })),
  )
  await payOutAt(world, '2026-02-01T00:00:00Z')
})

const list = async (url: string, query = '') => {
  const { status, body } = await world.call('GET', `${url}?${query}`, { headers: office.operator })
  expect(status).toBe(200)
  return body as { data: Line[]; meta: { total: number } }
}

/** Every line once, in the order of the pages. */
async function walk(url: string, query: string): Promise<string[]> {
  const seen: string[] = []
  for (let page = 1; ; page++) {
    const { data } = await list(url, `${query}&page=${page}&per_page=7`)
    seen.push(...data.map(({ transfer_uuid, position }) => `${transfer_uuid} ${position}`))
    if (data.length < 7) return seen
  }
}

describe('a company’s ledger', () => {
  it('is what it owes, its credits and what it is owed, the newest first', async () => {
    const { data, meta } = await list(own)
    expect(meta.total).toBe(data.length)
    expect(data.map(({ account }) => account).toSorted()).toEqual([
      'credit',
      'credit',
      'credit',
      'receivable',
      'receivable',
    ])
    expect(data.filter(({ account }) => account === 'credit').reduce((sum, { amount }) => sum + amount, 0)).toBe(-40)
    const [newest] = (await list(own, 'filter[account]=receivable&filter[kind]=invoice')).data
    expect(newest).toEqual({
      transfer_uuid: expect.any(String),
      position: expect.any(Number),
      happened_at: Date.UTC(2026, 2, 1, 12) / 1_000,
      kind: 'invoice',
      account: 'receivable',
      amount: 25,
      currency: 'USD',
      source_uuid: expect.any(String),
      number: expect.stringMatching(/^INV-/),
    })
  })

  it('is paged, each entry once, whichever account it is of', async () => {
    const url = `/billing/v1/${holder}/ledger`
    const { data, meta } = await list(url, 'per_page=1000')
    expect(meta.total).toBe(31)
    expect(await walk(url, '')).toEqual(data.map(({ transfer_uuid, position }) => `${transfer_uuid} ${position}`))
    expect((await list(url, 'page=9')).data).toEqual([])
  })

  it('is filtered by account, kind and time, the end excluded', async () => {
    const url = `/billing/v1/${holder}/ledger`
    const total = async (query: string) => (await list(url, query)).meta.total
    const day = (n: number) => Date.UTC(2026, 0, n) / 1_000
    expect(await total('filter[account]=payable')).toBe(31)
    expect(await total('filter[account]=credit,receivable')).toBe(0)
    expect(await total('filter[kind]=payout')).toBe(1)
    expect(await total(`filter[date_from]=${day(3)}&filter[date_to]=${day(5)}`)).toBe(2)
    const [paidOut] = (await list(url, 'filter[kind]=payout')).data
    expect(paidOut).toMatchObject({ account: 'payable', amount: 285, number: expect.stringMatching(/^PAY-/) })
  })

  it.each([...refusedPages, 'sort=happened_at', 'filter[account]=sales', 'filter[kind]=gift', 'filter[date_from]=x'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await world.call('GET', `${own}?${query}`, { headers: office.owner }))).toBe(
        '422 invalid_fields',
      )
    },
  )

  it('is for its own people and programs with the scope', async () => {
    expect(await outcomesFor(office, (headers) => world.call('GET', own, { headers }))).toEqual({
      ...anyMember,
      nobody: '401 token_missing',
    })
    const { bearer } = await world.client(['ecommerce'])
    expect(outcomeOf(await world.call('GET', own, { headers: bearer }))).toBe('403 scope_missing')
  })
})

describe('the whole ledger', () => {
  it('has every entry of everybody, and adds up to zero', async () => {
    const { data, meta } = await list(whole, 'per_page=1000')
    const { rows } = await world.house.pool.query('select count(*)::int as all from ledger_entry')
    expect([data.length, meta.total]).toEqual([rows[0].all, rows[0].all])
    expect(Math.round(data.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(0)
    expect(await walk(whole, '')).toEqual(data.map(({ transfer_uuid, position }) => `${transfer_uuid} ${position}`))
  })

  it('names whose account it is, and finds a company’s', async () => {
    const { data } = await list(whole, `filter[company]=${holder}`)
    expect(data).toHaveLength(25)
    expect(data[0]).toMatchObject({ company: { uuid: holder, title: 'Holder' } })
    const [sold] = (await list(whole, 'filter[account]=commission')).data
    expect(sold).toMatchObject({ company: null, account: 'commission' })
  })

  it.each([...refusedPages, 'sort=amount', 'filter[account]=cash', 'filter[company]=1'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await world.call('GET', `${whole}?${query}`, { headers: office.operator }))).toBe(
        '422 invalid_fields',
      )
    },
  )

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => world.call('GET', whole, { headers }))).toEqual(onlyOperators)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../src/app/routes.ts'
import { createAppKey } from '../../../src/identity/index.ts'
import { pathOf } from '../../../src/kernel/endpoint.ts'
import { propertiesOf } from '../../../src/kernel/http/schema.ts'
import { readTable } from '../../support/csv.ts'
import { lineOf, makeInvoice, partyIn } from '../../support/market/invoicing.ts'
import { buyerIn, openShop, readyCart, type Buyer } from '../../support/market/carts.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { connectSilently, letBlock } from '../../support/reverse-dns.ts'
import { stageOffice } from '../../support/stages.ts'

/** Every list that can be downloaded: the file says what the list says, to whom the list says it. */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1', SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1' } })

const listed = routes.flatMap((list) => {
  const file = routes.find(({ route }) => route === `${list.route}.csv`)
  return file ? [{ list, file }] : []
})

/** More than fit into a batch. */
const many = 620
const formula = '=HYPERLINK("https://example.net","open")'

let buyer: Buyer
let holder: string
let billed: string

beforeAll(async () => {
  const shop = await openShop(world)
  buyer = await buyerIn(world)
  for (const card of [null, undefined]) {
    const { cart } = await readyCart(shop, { buyer, ...(card === null ? { card } : {}) })
    await buyer.checkout(cart)
  }
  await world.house.pool.query(`
    insert into sales_order select (o).* from (select jsonb_populate_record(s, jsonb_build_object(
      'uuid', gen_random_uuid(), 'cart_uuid', null, 'placed_at', s.placed_at - n / 10 * interval '1 second',
      'expires_at', s.expires_at - n / 10 * interval '1 second')) as o
      from sales_order s, generate_series(1, ${many}) n where s.tenant_uuid = '${buyer.tenant}') made`)
  billed = await world.tenant('Billed')
  await makeInvoice(world, billed, { buyer: partyIn('US', { company_name: formula }), paid: false })
  await makeInvoice(world, billed, { lines: [lineOf(world.ctx, -2_500, { description: 'Taken back' })], paid: false })
  holder = await world.tenant('Holder', 'holder')
  const earned = Array.from({ length: many }, (_, i) => ({
    holder,
    at: new Date(Date.UTC(2026, 0, 1 + (i % 28))).toISOString(),
    gross: 1_000 + 20 * (i % 7),
  }))
  await earn(world, earned)
  for (const month of ['2026-02', '2026-03']) {
    await payOutAt(world, `${month}-01T00:00:00Z`)
    await earn(world, [{ holder, at: `${month}-05T00:00:00Z`, gross: 20_000 }])
  }
  await world.house.pool.query(
    `insert into audit_deed (uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, data)
     select uuidv7(), $1, now() - n / 7 * interval '1 minute', 'system', 'test', 'test',
       case n % 2 when 0 then 'test.a' else 'test.b' end, 'test', jsonb_build_object('i', n, 'said', $2::text)
     from generate_series(1, ${many}) n`,
    [office.tenant, formula],
  )
  const { rows } = await world.house.pool.query(`select uuid from tenant where title = 'Lessee of blocks' limit 1`)
  lessee = rows[0].uuid
  const sides = await letBlock(world, '45.84.0.0/22')
  await connectSilently(world, sides)
  await sides.lessee('PUT', '/reverse/pattern', { block: '45.84.0.0/22', pattern: 'h-{c}-{d}.example.net' })
  named = sides.lesseeOf.tenant
})

let named: string

let lessee: string

interface Case {
  readonly id: string
  readonly company?: () => string
  readonly queries: readonly string[]
  /** So many lines there must be for one of them, so that more than one batch is compared. */
  readonly lines: number
  /** So many of its columns the list has as well; seven unless said otherwise. */
  readonly columns?: number
}

const days = `filter[date_from]=${Date.UTC(2026, 0, 5) / 1_000}&filter[date_to]=${Date.UTC(2026, 0, 20) / 1_000}`

const cases: readonly Case[] = [
  {
    id: 'exportOrders',
    company: () => buyer.tenant,
    queries: ['', 'sort=placed_at', 'filter[status]=pending_payment', 'filter[status]=cancelled,completed'],
    lines: many,
  },
  { id: 'operatorExportOrders', queries: ['', 'filter[status]=pending_payment'], lines: many },
  {
    id: 'exportInvoices',
    company: () => lessee,
    queries: ['', 'sort=total', 'sort=-total,date', 'sort=date,-invoice_number', `filter[status]=paid&${days}`],
    lines: many,
  },
  { id: 'exportInvoices', company: () => billed, queries: ['', 'filter[status]=unpaid', 'sort=date_due'], lines: 2 },
  {
    id: 'exportPayouts',
    company: () => holder,
    queries: ['', 'sort=month', 'sort=-amount', 'filter[status]=paid'],
    lines: 2,
  },
  { id: 'operatorExportPayouts', queries: ['', 'filter[status]=pending&sort=amount'], lines: 2 },
  {
    id: 'exportLedger',
    company: () => holder,
    queries: ['', 'filter[account]=payable', 'filter[account]=credit', `filter[kind]=payout,invoice&${days}`],
    lines: many,
  },
  {
    id: 'operatorExportLedger',
    queries: ['', 'filter[account]=commission', `filter[kind]=invoice&${days}`, 'filter[kind]=payout'],
    lines: many,
  },
  {
    id: 'exportAuditLog',
    company: () => office.tenant,
    queries: ['', 'sort=happened_at', 'filter[action]=test.a', 'filter[date_to]=0'],
    lines: many,
  },
  { id: 'operatorExportAuditLog', queries: ['', 'filter[action]=test.b'], lines: many / 2 },
  {
    id: 'exportReverseNames',
    company: () => named,
    queries: ['', 'filter[block]=45.84.1.0/24'],
    lines: many,
    columns: 5,
  },
]

const endpointOf = (id: string) => {
  const pair = listed.find(({ file }) => file.id === id)
  if (!pair) throw new Error(`no list is beside ${id}`)
  return pair
}

const urlOf = (path: string, company = '') => path.replace(/:tenantUUID|:user_id/, company)

async function ask(id: string, which: 'list' | 'file', query: string, company?: string) {
  const url = `${urlOf(pathOf(endpointOf(id)[which]), company)}?${query}`
  const answer = await world.call('GET', url, { headers: office.operator })
  expect([url, answer.status]).toEqual([url, 200])
  return answer
}

async function wholeList(id: string, query: string, company?: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const { data } = (await ask(id, 'list', `${query}&per_page=1000&page=${page}`, company)).body
    rows.push(...data)
    if (data.length < 1_000) return rows
  }
}

type Nested = Readonly<Record<string, unknown>> | null

/** What an item of a list says, by the names that columns have. */
function flat(item: Record<string, unknown>): Record<string, unknown> {
  const { actor, subject, company, ...own } = item as Record<string, Nested>
  return {
    ...own,
    ...(actor && { actor_kind: actor['kind'], actor_id: actor['id'], actor_name: actor['name'] }),
    ...(subject && { subject_kind: subject['kind'], subject_uuid: subject['uuid'] }),
    ...(typeof company === 'string' && { company }),
    ...(typeof company === 'object' && {
      company_uuid: company?.['uuid'] ?? null,
      company: company?.['title'] ?? null,
    }),
  }
}

/** As a column writes it. */
function cellOf(name: string, value: unknown, cell: string): string {
  if (value === null) return ''
  if (typeof value === 'number' && /_at$|^date/.test(name))
    return new Date(value * 1_000).toISOString().replace('.000', '')
  if (typeof value === 'number') return Number(cell) === value && cell !== '' ? cell : String(value)
  if (typeof value === 'object')
    return 'amount_minor' in value ? String((value as { amount?: unknown }).amount) : JSON.stringify(value)
  const text = (value as string).replace(/\+00:00$/, 'Z')
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}

describe('a download', () => {
  it('is beside each of these lists, and each is compared below', () => {
    expect(new Set(cases.map(({ id }) => id))).toEqual(new Set(listed.map(({ file }) => file.id)))
  })

  it.each(listed.map(({ list, file }) => [file.id, list, file] as const))(
    '%s is for whoever may read the list, by its filters and its order',
    (_id, list, file) => {
      expect([file.access, file.tag]).toEqual([list.access, list.tag])
      const { page: _page, per_page: _perPage, ...asked } = propertiesOf(list.query ?? ({} as never))
      expect(propertiesOf(file.query ?? ({} as never))).toEqual(asked)
    },
  )

  it.each(cases.map((one) => [one.id, one] as const))('%s has what the list has', async (id, one) => {
    let most = 0
    let compared = 0
    for (const query of one.queries) {
      const items = (await wholeList(id, query, one.company?.())).map(flat)
      const rows = readTable((await ask(id, 'file', query, one.company?.())).text.replace(/^\uFEFF/, ''))
      expect([query, rows.length]).toEqual([query, items.length])
      most = Math.max(most, rows.length)
      for (const [i, row] of rows.entries()) {
        const item = items[i] ?? {}
        const said = Object.entries(row).map(([name, cell]) => [
          name,
          name in item ? cellOf(name, item[name], cell) : cell,
        ])
        expect([query, i, row]).toEqual([query, i, Object.fromEntries(said)])
      }
      const [first = {}] = rows
      const shared = Object.keys(first).filter((name) => name in (items[0] ?? {}))
      compared = Math.max(compared, shared.length)
    }
    expect(most).toBeGreaterThanOrEqual(one.lines)
    expect(compared).toBeGreaterThanOrEqual(one.columns ?? 7)
  })

  it.each(['filter[status]=lost', 'filter[unknown]=1', 'sort=size', 'filter=x'])(
    'refuses what the list refuses: %s',
    async (query) => {
      for (const { list, file } of listed) {
        const [asList, asFile] = await Promise.all(
          [list, file].map((endpoint) =>
            world.call('GET', `${urlOf(pathOf(endpoint), office.tenant)}?${query}`, { headers: office.operator }),
          ),
        )
        if (!asList || !asFile) throw new Error('unreachable')
        expect([file.id, outcomeOf(asFile)]).toEqual([file.id, outcomeOf(asList)])
        expect(outcomeOf(asFile)).toBe('422 invalid_fields')
      }
    },
  )

  it('is a company’s own, for its programs with the scope, and an operator’s for operators', async () => {
    for (const { file } of listed.filter(({ list }) => list.access.by === 'operator'))
      expect([file.id, await outcomesFor(office, (headers) => world.call('GET', pathOf(file), { headers }))]).toEqual([
        file.id,
        onlyOperators,
      ])
    const elsewhere = await world.client(['billing', 'ecommerce', 'dns'])
    for (const { file } of listed.filter(({ list }) => list.access.by === 'token')) {
      const get = (headers: Record<string, string>) =>
        world.call('GET', urlOf(pathOf(file), office.tenant), { headers })
      expect([file.id, outcomeOf(await get(elsewhere.bearer))]).toEqual([file.id, '403 tenant_mismatch'])
      expect([file.id, outcomeOf(await get(office.stranger))]).toEqual([file.id, '403 tenant_mismatch'])
      expect([file.id, outcomeOf(await get(office.viewer))]).toEqual([file.id, 200])
    }
  })

  it('has a name that says what, whose and of when, also for HEAD', async () => {
    const { file } = endpointOf('exportInvoices')
    const day = world.ctx.now.toISOString().slice(0, 10)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await world.call(method, urlOf(pathOf(file), billed), { headers: office.operator })
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(headers['content-disposition']).toBe(`attachment; filename="invoices-${billed}-${day}.csv"`)
    }
    const { headers } = await world.call('HEAD', '/portal/operator/payouts.csv', { headers: office.operator })
    expect(headers['content-disposition']).toBe(`attachment; filename="payouts-${day}.csv"`)
  })

  it('begins with a byte order mark for a person, whose spreadsheet needs it, and not for a program', async () => {
    const url = `/billing/v1/${office.tenant}/invoices.csv`
    const { key, clientSecret } = await world.change((ctx) =>
      createAppKey(ctx, office.tenant, { name: 'reader', scopes: ['billing:read'] }),
    )
    const token = await world.token({ tenant: office.tenant, clientId: key.client_id, clientSecret })
    const [byPerson, byProgram] = [
      await world.call('GET', url, { headers: office.viewer }),
      await world.call('GET', url, { headers: { authorization: `Bearer ${token}` } }),
    ]
    expect(byProgram.text).toMatch(/^uuid,/)
    expect(byPerson.text).toBe(`\uFEFF${byProgram.text}`)
  })

  it('keeps text from running, and leaves amounts numbers', async () => {
    const { text } = await world.call('GET', `/billing/v1/${billed}/invoices.csv?sort=total`, {
      headers: office.operator,
    })
    const [taken, owed] = readTable(text)
    expect(taken).toMatchObject({ total: '-25.00', subtotal: '-25.00', billed_to: 'Example Networks' })
    expect(owed).toMatchObject({ total: '100.00', billed_to: `'${formula}` })
    expect(text).toContain(',-25.00,')
  })
})

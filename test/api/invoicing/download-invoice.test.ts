import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { lineOf, makeInvoice, partyIn } from '../../support/market/invoicing.ts'
import { readPdf, textOf } from '../../support/market/pdf.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Both downloads: 'GET /billing/v1/{tenantUUID}/invoices/{invoiceUUID}/download' and commerce's. */

let world: World
let company: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld({
    env: {
      SUBLET_CURRENCY: 'EUR',
      SUBLET_SELLER_NAME: 'Sublet B.V.',
      SUBLET_SELLER_ADDRESS: 'Herengracht 2, Amsterdam',
    },
  })
  company = await world.client()
})
afterAll(() => world.close())

const paths = {
  downloadInvoice: (tenant: string, uuid: string) => `/billing/v1/${tenant}/invoices/${uuid}/download`,
  downloadCommerceInvoice: (tenant: string, uuid: string) => `/ecommerce/public/${tenant}/invoices/${uuid}/download`,
}

const download = (uuid: string, of: keyof typeof paths = 'downloadInvoice', { tenant, bearer } = company) =>
  world.server.inject({ method: 'GET', url: paths[of](tenant, uuid), headers: bearer })

const pdfOf = async (uuid: string): Promise<Buffer> => (await download(uuid)).rawPayload

const notice = 'Reverse charge: VAT is due from the customer under Article 196 of Directive 2006/112/EC.'

describe('a downloaded invoice', () => {
  it('is a PDF with its number for a name, the same in both APIs and each time', async () => {
    const { uuid, number } = await makeInvoice(world, company.tenant)
    const [one, other] = [await download(uuid), await download(uuid, 'downloadCommerceInvoice')]
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    expect(one.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
    })
    expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
  })

  it('says who sold what to whom, in any European script', async () => {
    const { uuid, number } = await makeInvoice(world, company.tenant, {
      at: new Date('2026-11-15T10:00:00Z'),
      buyer: partyIn('GR', {
        company_name: 'Παράδειγμα Δίκτυα Α.Ε.',
        first_name: 'Łukasz',
        last_name: 'Ångström',
        line_one: 'ул. Пример 12',
        city: 'Αθήνα',
        vat_number: 'EL123456789',
      }),
      lines: [lineOf(world.ctx, 123_456_789, { from: '2026-11-15T10:00:00Z', to: '2026-12-15T10:00:00Z' })],
      discounts: [{ code: 'X', name: 'Launch', kind: 'amount', value: 6_789 }],
      taxes: [{ code: 'reverse_charge', name: 'Reverse charge', rate: 0, order: 1, stacks: false, notice }],
      credits: 5_000,
    })
    const lines = textOf(await pdfOf(uuid)).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Invoice',
        number,
        'Sublet B.V.',
        'Herengracht 2',
        'Amsterdam',
        'Netherlands',
        'VAT NL000099998B57',
        'Παράδειγμα Δίκτυα Α.Ε.',
        'Łukasz Ångström',
        'ул. Пример 12',
        '12345 Αθήνα',
        'Greece',
        'VAT EL123456789',
        '15 November 2026',
        '22 November 2026',
        'Lease of 192.0.2.0/24',
        '15 Nov 2026 – 15 Dec 2026',
        '1,234,567.89',
        'Discount: Launch',
        '-67.89',
        'EUR 1,234,500.00',
        'Paid by credits',
        '-50.00',
        'EUR 0.00',
        notice,
        'Page 1 of 1',
      ]),
    )
  })

  it('charges each tax in a line of its own, and says what is left', async () => {
    const { uuid } = await makeInvoice(world, company.tenant, {
      paid: false,
      taxes: [
        { code: 'gst', name: 'GST', rate: 5_000, order: 1, stacks: false, notice: null },
        { code: 'qst', name: 'QST', rate: 9_975, order: 2, stacks: true, notice: null },
      ],
    })
    const text = textOf(await pdfOf(uuid))
    expect(text).toMatch(/GST 5%\n5\.00\nQST 9\.975%\n10\.47\nTotal\nEUR 115\.47\nLeft to pay\nEUR 115\.47/)
    expect(text).not.toContain('Paid')
  })

  it('goes over as many pages as it needs, each with its column names and number', async () => {
    const lines = Array.from({ length: 90 }, (_, n) => lineOf(world.ctx, 100 + n, { description: `Lease ${n + 1}` }))
    const pages = readPdf(await pdfOf((await makeInvoice(world, company.tenant, { lines })).uuid))
    expect(pages.length).toBe(4)
    const texts = pages.map(({ runs }) => runs.map(({ text }) => text))
    for (const [at, text] of texts.entries()) expect(text).toContain(`Page ${at + 1} of 4`)
    const withLines = texts.filter((text) => text.some((line) => line.startsWith('Lease ')))
    expect(texts.filter((text) => text.includes('Description'))).toEqual(withLines)
    const leases = texts.flat().filter((text) => text.startsWith('Lease '))
    expect(leases).toEqual(lines.map(({ description }) => description))
    const outside = pages.flatMap(({ runs }) => runs).filter(({ x, y }) => x < 50 || x > 545 || y < 50 || y > 820)
    expect(outside).toEqual([])
  })

  it('aligns amounts at the right', async () => {
    const lines = [5, 500, 50_000].map((amount) => lineOf(world.ctx, amount))
    const [page] = readPdf(await pdfOf((await makeInvoice(world, company.tenant, { lines })).uuid))
    const starts = ['0.05', '5.00', '500.00'].map((text) => page?.runs.find((run) => run.text === text)?.x ?? 0)
    expect(starts[0]).toBeCloseTo(starts[1] ?? 0, 3)
    expect(starts[2]).toBeLessThan(starts[0] ?? 0)
  })

  it('cuts what would not end instead of leaving the page', async () => {
    const long = 'x'.repeat(2_000)
    const buyer = partyIn('NL', { company_name: long.slice(0, 255), line_one: long.slice(0, 255) })
    const lines = [lineOf(world.ctx, 100, { description: long })]
    const pages = readPdf(await pdfOf((await makeInvoice(world, company.tenant, { buyer, lines })).uuid))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.runs.filter(({ y }) => y > 820)).toEqual([])
  })

  it.each(['downloadInvoice', 'downloadCommerceInvoice'] as const)('is unknown to others: %s', async (of) => {
    const { uuid } = await makeInvoice(world, company.tenant)
    const other = await world.client()
    const [foreign, unknown] = [await download(uuid, of, other), await download(newUuid(), of, other)]
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404])
  })
})

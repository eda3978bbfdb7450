import { beforeAll, describe, expect, it } from 'vitest'
import { payoutInvariants } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { bankEnv } from '../../support/market/bank.ts'
import { earn, giveBankDetails, payOutAt } from '../../support/market/payouts.ts'
import { textOf } from '../../support/market/pdf.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** Payouts handed to a bank, and the documents to them: with the holder's own tax. */

const { world, office } = await stageOffice({ env: { ...bankEnv, SUBLET_SANDBOX: '0' } })
const bare = await stageOffice({ beside: world, env: { SUBLET_CURRENCY: 'EUR' } })

const ibans = { NL: 'NL91ABNA0417164300', DE: 'DE89370400440532013000' }

/** A holder taxed in a country, or one that has said nothing. */
async function holder(country: 'NL' | 'DE' | null, vat: string | null = null): Promise<string> {
  const tenant = await world.tenant(`Holder ${country ?? 'without'}`, 'holder')
  if (country === null) return tenant
  const wish = { account_holder: 'Höldér & Co', iban: ibans[country], country_code: country, vat_number: vat }
  await giveBankDetails(world, tenant, wish)
  return tenant
}

let holders: string[]
beforeAll(async () => {
  holders = [
    await holder('NL', 'NL000099998B57'),
    await holder('DE', 'DE136695976'),
    await holder('DE'),
    await holder(null),
  ]
  await earn(
    world,
    holders.map((tenant) => ({ holder: tenant, at: '2026-01-05T00:00:00Z', gross: 100_000 })),
  )
  await payOutAt(world, '2099-02-01T00:00:00Z')
})

const post = (path: string, headers: Record<string, string> = office.operator, at = world) =>
  at.call('POST', `/portal/operator${path}`, { headers })
const get = (path: string, headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator${path}`, { headers })
/** Of the promises about payouts alone: what was earned here was never paid for. */
const breaches = async () =>
  (await Promise.all(payoutInvariants.map((promise) => promise.check(world.ctx)))).flatMap((found) => found.breaches)
const payouts = async () => (await get('/payouts?per_page=1000')).body.data

describe('payouts', () => {
  it('carry the tax of their holder', async () => {
    const byHolder = new Map((await payouts()).map((one: { tenant_uuid: string }) => [one.tenant_uuid, one]))
    expect(holders.map((tenant) => byHolder.get(tenant))).toMatchObject([
      { amount: 950, tax: 199.5, total: 1149.5 },
      { amount: 950, tax: 0, total: 950 },
      { amount: 950, tax: 0, total: 950 },
      { amount: 950, tax: 0, total: 950 },
    ])
    expect(await breaches()).toEqual([])
  })

  it('have self-billing documents, where the holder has said who it is', async () => {
    const words = async (tenant: string) => {
      const { uuid } = (await payouts()).find((one: { tenant_uuid: string }) => one.tenant_uuid === tenant)
      const url = `/billing/v1/${tenant}/market/payouts_invoices/${uuid}/download`
      return textOf((await world.server.inject({ method: 'GET', url, headers: office.operator })).rawPayload)
    }
    const [dutch = '', german = '', , none = ''] = holders
    expect(await words(dutch)).toMatch(
      /Self-billing invoice[^]*Höldér & Co[^]*VAT NL000099998B57[^]*VAT 21%[^]*199\.50/,
    )
    expect(await words(german)).toMatch(/Self-billing invoice[^]*Reverse charge/)
    expect(await words(none)).toContain('Payout statement')
  })

  it('cannot be sent without bank details', async () => {
    const { uuid } = (await payouts()).find((one: { tenant_uuid: string }) => one.tenant_uuid === holders[3])
    expect(outcomeOf(await post(`/payouts/${uuid}/paid`))).toBe('422 bank_details_missing')
  })
})

describe('POST /portal/operator/payout-files', () => {
  it('needs an account to send from', async () => {
    expect(outcomeOf(await post('/payout-files', bare.office.operator, bare.world))).toBe('422 no_own_account')
  })

  it('is for operators alone, and puts each payout into one file, whoever asks at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/payout-files')))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set([201, '422 nothing_to_pay']))
    expect(made[0]?.body.data).toMatchObject({ payouts: 3, pending: 3, total: 3049.5, currency: 'EUR' })
    expect(made[0]?.body.data.left).toMatchObject([{ holder: 'Holder without' }])
    const { operator: _, ...others } = onlyOperators
    expect(await outcomesFor(office, (headers) => post('/payout-files', headers))).toMatchObject(others)
  })
})

/** operatorListPayoutFiles, operatorDownloadPayoutFile, operatorMarkPayoutFilePaid. */
describe('a file', () => {
  const first = async () => (await get('/payout-files')).body.data[0].uuid as string

  it('is listed', async () => {
    expect(await walkPages((query) => get(`/payout-files?${query}`), 1)).toHaveLength(1)
    for (const query of [...refusedPages, 'sort=total'])
      expect((await get(`/payout-files?${query}`)).body.code).toBe('invalid_fields')
    expect(await outcomesFor(office, (headers) => get('/payout-files', headers))).toEqual(onlyOperators)
  })

  it('is pain.001 or a table, the same each time', async () => {
    const path = `/payout-files/${await first()}/download`
    const [pain, again, table] = [await get(path), await get(path), await get(`${path}?format=csv`)]
    expect([pain.status, pain.headers['content-type'], pain.text === again.text]).toEqual([
      200,
      'application/xml',
      true,
    ])
    expect(pain.text).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>3049.50</CtrlSum>')
    expect(pain.text).toContain('<Nm>Holder + Co</Nm>')
    expect(table.text.split('\r\n')).toHaveLength(5)
    expect(outcomeOf(await get(`/payout-files/${newUuid()}/download`))).toBe('404 not_found')
    expect(outcomeOf(await get(`${path}?format=doc`))).toBe('422 invalid_fields')
    expect(await outcomesFor(office, (headers) => get(path, headers))).toEqual(onlyOperators)
  })

  it('is noted as paid as a whole, once', async () => {
    const uuid = await first()
    const { operator: _, ...others } = onlyOperators
    expect(await outcomesFor(office, (headers) => post(`/payout-files/${uuid}/paid`, headers))).toEqual({
      ...others,
      operator: 200,
    })
    expect(outcomeOf(await post(`/payout-files/${uuid}/paid`))).toBe('422 payout_paid')
    expect(outcomeOf(await post(`/payout-files/${newUuid()}/paid`))).toBe('404 not_found')
    expect((await payouts()).map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'paid',
      'paid',
      'paid',
      'pending',
    ])
    expect(await breaches()).toEqual([])
  })
})

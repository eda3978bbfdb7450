import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLetters, otherAsn, type Lessee } from '../support/market/letters.ts'
import type { MadeLease } from '../support/market/market.ts'
import { expectPrints, expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
let email: string
let lessee: Lessee
let leases: MadeLease[]
beforeAll(async () => {
  stage = await openStage()
  const office = await openLetters(stage.world)
  lessee = await office.lessee()
  email = (await stage.world.person(lessee.tenant, 'owner')).email
  leases = [await lessee.lease(), await lessee.lease(), await lessee.lease()]
  const [first, second] = leases.map(({ block }) => block)
  await lessee.buy({ subnets: [first ?? '', second ?? ''] })
  const [released] = await lessee.buy({ subnets: [first ?? ''], asn: otherAsn, roa: 'no' })
  await stage.world.call('POST', `/billing/v1/${office.holder.tenant}/market/letters/${released}/confirm`, {
    headers: office.holder.bearer,
  })
})
afterAll(() => stage?.close())

async function visit() {
  const { page, troubles } = await watchedPage(stage)
  const { company, get } = await signInAs(page, stage.url, email)
  return { page, troubles, get, company, base: `${stage.url}/c/${company.number}` }
}

describe('requesting letters', () => {
  it('judges the AS while it is typed, and requests the letters without a cart', async () => {
    const { page, troubles, get, company, base } = await visit()
    const block = leases[2]?.block ?? ''
    await page.goto(`${base}/letters/new`)
    await page.getByLabel('AS number').fill('AS64500')
    await page.getByText('AS64500 is reserved: nobody may announce from it.').first().waitFor()
    await page.getByRole('checkbox', { name: block }).click()
    const submit = page.getByRole('button', { name: 'Request LOA' })
    expect(await submit.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('AS number').fill('13335')
    await page.getByText('AS13335 is eligible.').waitFor()
    await page.getByText('CLOUDFLARENET').waitFor()
    await page.getByText('1 LOA for AS13335').waitFor()
    await expectSound(page)
    await submit.click()
    await page.waitForURL(`${base}/letters`)
    await page.getByRole('link', { name: block }).first().waitFor()
    const { data } = await get(`/billing/v1/${company.uuid}/market/ipv4/letters?statuses=pending&asn=13335`)
    expect(data.map(({ subnet }) => subnet)).toContain(block)
    const cart = (await get(`/ecommerce/public/${company.uuid}/cart`)) as unknown as { data: { items: object[] } }
    expect(cart.data.items).toEqual([])
    expect(troubles).toEqual([])
  })

  it('says which blocks have the letter already', async () => {
    const { page, base } = await visit()
    await page.goto(`${base}/letters/new?asn=13335&subnets=${leases[0]?.block}`)
    await page.getByText('already has this LOA').waitFor()
    await expectSound(page)
    expect(await page.getByRole('button', { name: /^Request LOA/ }).textContent()).toContain(
      `${leases[0]?.block} already has an LOA for this AS.`,
    )
  })
})

describe('letters', () => {
  it('show what they wait for, and where they are verified', async () => {
    const { page, troubles, get, company, base } = await visit()
    await page.goto(`${base}/letters`)
    const pending = await get(`/billing/v1/${company.uuid}/market/ipv4/letters?statuses=pending`)
    const steps = pending.data[0]?.['readiness'] as { required: boolean; done: boolean; description: string }[]
    const awaited = steps.find(({ required, done }) => required && !done)?.description ?? 'nothing'
    await page.getByText(awaited).filter({ visible: true }).first().waitFor()
    await expectSound(page)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Active' }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('button', { name: 'Copy verification link' }).click()
    const address = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(address).toMatch(/\/verify\//)
    await page.getByRole('link', { name: `PDF of the LOA for ${leases[0]?.block}` }).waitFor()
    await page.getByRole('link', { name: leases[0]?.block ?? '', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('list', { name: 'Readiness' }).waitFor()
    await dialog.getByText(address).waitFor()
    await expectSound(page)
    await expectPrints(page, /^LOA for/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^letter-.*\.pdf$/)
    expect(troubles).toEqual([])
  })

  it('of a lease come together as a ZIP', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/leases/${leases[0]?.uuid}?tab=letters`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all active (ZIP)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('are revoked several at a time, once that is confirmed', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/letters?status=pending`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByText('3 LOAs selected').waitFor()
    const one = page.getByRole('checkbox', { name: `Select the LOA for ${leases[0]?.block}, AS13335` })
    await one.click()
    await page.getByText('2 LOAs selected').waitFor()
    await one.click()
    await page.getByText('3 LOAs selected').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('This cannot be undone.').waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Copy as curl' }).click()
    await dialog.getByText('Copied').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(command).toContain(`curl -X POST '${stage.url}/billing/v1/`)
    expect(command).toMatch(/loa\/revoke' [^]*Bearer \$TOKEN"[^]* -d '\{"loa_uuids":\["[^"]+","[^"]+","[^"]+"\]\}'$/)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('3 LOAs revoked.').waitFor()
    await page.getByText('No matching LOAs').waitFor()
    expect(troubles).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer, makeReservation } from '../support/market/market.ts'
import { knowAsns } from '../support/market/asns.ts'
import { fitAsn } from '../support/market/letters.ts'
import { makeLetter } from '../support/market/made-letters.ts'
import { codeFor, know, recordOf } from '../support/market/offers.ts'
import { earn, payOutAt } from '../support/market/payouts.ts'
import { followLink } from '../support/browser/follow.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await know(stage.world, 'registry', [recordOf('45.9.0.0/16')])
  await know(stage.world, 'origins', [])
  await know(stage.world, 'vrps', [])
  await know(stage.world, 'blocklists', [])
})
afterAll(() => stage?.close())

/** A signed-in owner of a holder of their own. */
async function arrive() {
  const tenant = await stage.world.tenant('Meridian Address Trust', 'holder')
  const { email } = await stage.world.person(tenant, 'owner')
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, tenant, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

const pricings = [
  { length: 22, priceMinor: 40_000 },
  { length: 24, priceMinor: 11_500, negotiable: true, periods: [6, 12] },
]

describe('listing a block', () => {
  it('shows what the data says, prices it, is proven by the mailed code, and passes its checks', async () => {
    const { page, troubles, at } = await arrive()
    await page.goto(at('/offers'))
    await page.getByText('No listings yet').waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'List a block' }).first().click()

    await page.getByLabel('First address').fill('45.9.4.0/22')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('A code will be mailed to hostmaster@holder.example').waitFor()
    await page.getByText('Holder Ltd', { exact: true }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Continue to prices' }).click()

    const price = page.getByRole('group', { name: 'Price of a /24' })
    const onward = page.getByRole('button', { name: /^Continue to terms/ })
    expect(await onward.getAttribute('aria-disabled')).toBe('true')
    await price.getByLabel('Per address per month').fill('0.5')
    expect(await price.getByLabel('Per block per month').inputValue()).toBe('128.00')
    await price.getByText('$121.60').waitFor()
    await page.getByText('$486.40').waitFor()
    await expectSound(page)
    await onward.click()

    await page.getByText('I sign the authorisation').click()
    await page.getByText('I accept the terms').click()
    await expectSound(page)
    await page.getByRole('button', { name: 'List block' }).click()

    await page.waitForURL(/\/verify$/)
    await page.getByLabel('Code from the e-mail').fill('WRONG234')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('is wrong; 4 tries left').first().waitFor()
    await expectSound(page)
    await page.getByLabel('Code from the e-mail').fill(await codeFor(stage.world, '45.9.4.0/22'))
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('The code mailed to hostmaster@holder.example was given.').waitFor()
    await stage.world.runJobs()
    await page.getByRole('link', { name: 'View block' }).click()
    await page.getByText('On the market').waitFor()
    // The code that was wrong is refused with 422, which browsers note.
    expect(troubles.filter((trouble) => !trouble.includes('422'))).toEqual([])
  })

  it('says once, at the field, why a block cannot be listed', async () => {
    const { page, at } = await arrive()
    await page.goto(at('/offers/new'))
    await page.getByLabel('First address').fill('10.0.0.0/22')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByText('10.0.0.0/22 touches 10.0.0.0/8, special use').count()).toBe(1)
    await expectSound(page)
  })
})

describe('a block', () => {
  it('is walked by the keyboard, and a part of it is hidden and shown again', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.9.0.0/22', pricings })
    const lessee = await stage.world.tenant('Kestrel VPN')
    await makeLease(stage.world, offer, lessee, '46.9.1.0/24')
    await page.goto(at(`/offers/${offer.uuid}`))
    const part = (name: string) => page.getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}\\b`) })
    await part('46.9.0.0/22').focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: '46.9.2.0/24' }).waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe('46.9.2.0/24')

    const hidden = async () =>
      (await stage.world.house.pool.query('select block from hidden_block where offer_uuid = $1', [offer.uuid])).rows
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await part('46.9.2.0/24')
      .and(page.getByRole('button', { name: /hidden/ }))
      .waitFor()
    expect(await hidden()).toEqual([{ block: '46.9.2.0/24' }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(hidden).toEqual([])
    await expectSound(page)

    await part('46.9.1.0/24').click()
    await page.getByText('Kestrel VPN').first().waitFor()
    expect(troubles).toEqual([])
  })

  it('changes its prices after it has said what changes', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.10.0.0/22', pricings })
    await page.goto(at(`/offers/${offer.uuid}?tab=prices`))
    const save = page.getByRole('button', { name: /^Save/ })
    await save.waitFor()
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('group', { name: 'Price of a /24' }).getByLabel('Per block per month').fill('110.50')
    await page.getByRole('button', { name: 'Apply /24 to all sizes' }).click()
    const larger = page.getByRole('group', { name: 'Price of a /22' })
    expect(await larger.getByLabel('Per block per month').inputValue()).toBe('442.00')
    expect(await larger.getByRole('checkbox', { name: '12 months' }).isChecked()).toBe(true)
    await expectSound(page)
    await page.getByRole('button', { name: 'Remove /22' }).click()
    const preview = page.getByRole('region', { name: 'Your changes' })
    expect(await preview.textContent()).toMatch(/\/24115\.00becomes110\.50.*\/22400\.00becomesno longer leased out/)
    await expectSound(page)
    await save.click()
    await page.getByText('Prices saved.').waitFor()
    const { rows } = await stage.world.house.pool.query(
      'select length, price_minor::int, commitment_periods from pricing where offer_uuid = $1 and withdrawn_at is null',
      [offer.uuid],
    )
    expect(rows).toEqual([{ length: 24, price_minor: 11_050, commitment_periods: [6, 12] }])
    expect(troubles).toEqual([])
  })

  it('is hidden with a way back, revoked, and ended after a question', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.11.0.0/24' })
    await page.goto(at(`/offers/${offer.uuid}?tab=checks`))
    await page.getByRole('button', { name: 'Hide from search' }).click()
    await page.getByRole('button', { name: 'Show in search' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Hide from search' }).waitFor()
    await expectSound(page)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('LOA-A-46.11.0.0-24.pdf')

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Sign again' }).waitFor()

    for (const tab of ['leases', 'settings']) {
      await page.goto(at(`/offers/${offer.uuid}?tab=${tab}`))
      await page
        .getByText(tab === 'leases' ? 'No leases yet' : 'Reservation token')
        .first()
        .waitFor()
      await expectSound(page)
    }
    await page.getByRole('button', { name: 'Withdraw listing' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw listing' }).click()
    await page.waitForURL(/\/offers$/)
    await page
      .getByRole('row', { name: /46\.11\.0\.0\/24/ })
      .getByText('Ended')
      .filter({ visible: true })
      .waitFor()
    expect(troubles).toEqual([])
  })
})

describe('several listings', () => {
  it('are hidden, shown and repriced together, once it was shown what changes', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offers = [
      await makeOffer(stage.world, tenant, { block: '46.22.0.0/22', pricings }),
      await makeOffer(stage.world, tenant, { block: '46.23.0.0/22', pricings }),
    ]
    await page.goto(at('/offers'))
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await all.click()
    await page.getByText('2 listings selected').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: /^Hide/ }).click()
    await page.getByText('2 listings hidden from search.').waitFor()

    await all.click()
    await page.getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Change in percent').fill('-10')
    await dialog.getByText('/24: 115.00 → 103.50').first().waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Change prices' }).click()
    await page.getByText('2 listings repriced.').waitFor()
    const { rows } = await stage.world.house.pool.query(
      'select distinct length, price_minor::int from pricing where offer_uuid = any($1) and withdrawn_at is null order by length',
      [offers.map(({ uuid }) => uuid)],
    )
    expect(rows).toEqual([
      { length: 22, price_minor: 36_000 },
      { length: 24, price_minor: 10_350 },
    ])
    expect(troubles).toEqual([])
  })
})

describe('reservations', () => {
  it('are accepted against the list price', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.12.0.0/22', pricings })
    const lessee = await stage.world.tenant('Northlight CDN')
    const wish = { priceMinor: 9_200, negotiated: true }
    await makeReservation(stage.world, offer, lessee, '46.12.1.0/24', wish)
    await page.goto(at('/reservations'))
    const row = page.getByRole('row', { name: /46\.12\.1\.0\/24/ })
    await row.getByText('20% below list').waitFor()
    await expectSound(page)
    await row.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText('No offers to answer').waitFor()
    const { rows } = await stage.world.house.pool.query('select status from reservation where offer_uuid = $1', [
      offer.uuid,
    ])
    expect(rows).toEqual([{ status: 'accepted' }])
    expect(troubles).toEqual([])
  })
})

describe('letters to do', () => {
  it('say what to do, have their company confirmed, are released by the word of the holder, and revoked with a reason', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.13.0.0/22', pricings })
    const lessee = await stage.world.tenant('Kestrel VPN')
    const lease = await makeLease(stage.world, offer, lessee, '46.13.1.0/24')
    await knowAsns(stage.world)
    const letter = await makeLetter(stage.world, lease.uuid, { status: 'pending', asn: fitAsn })
    await stage.world.house.pool.query('update letter set company_confirmed_at = null where uuid = $1', [letter])
    await page.goto(at('/letters-to-do'))
    const link = page.getByRole('link', { name: /46\.13\.1\.0\/24/ })
    await link.waitFor()
    await expectSound(page)
    await link.click()
    await page.getByText(/Publish a ROA for 46\.13\.1\.0\/24 with origin AS13335/).waitFor()
    expect(await page.getByRole('region', { name: 'ROA' }).textContent()).toContain('Maximum length: 24')
    await expectSound(page)
    expect(await page.getByRole('button', { name: 'Everything is in place' }).textContent()).toContain(
      'Confirm company first.',
    )
    await page.getByRole('button', { name: 'Confirm company', exact: true }).click()
    await page.getByText(/This is not your lessee’s name here/).waitFor()
    await expectSound(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm company' }).click()
    await page.getByText('The holder has confirmed that it may be issued to “Example”.').waitFor()
    await page.getByRole('button', { name: 'Everything is in place' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(/^It was released by the holder's word/).waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByLabel('Reason').fill('The block is being returned.')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The block is being returned.').waitFor()

    for (const asn of [64_496, 64_497]) await makeLetter(stage.world, lease.uuid, { status: 'pending', asn })
    await page.goto(at('/letters-to-do?status=pending'))
    await page.getByRole('checkbox', { name: /all/i }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByLabel('Reason').fill('Abuse from these networks.')
    await expectSound(page)
    await page.getByRole('button', { name: 'Revoke 2 LOAs' }).click()
    await page.getByText('2 LOAs revoked.').first().waitFor()
    expect(troubles).toEqual([])
  })
})

describe('earnings', () => {
  it('are shown by month, and payouts with their statement', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await makeOffer(stage.world, tenant, { block: '46.14.0.0/22', pricings })
    await earn(stage.world, [{ holder: tenant, at: '2026-09-10T00:00:00Z', gross: 50_000, name: '46.14.0.0/24' }])
    await payOutAt(stage.world, '2026-10-01T00:00:00Z')
    await page.goto(at('/earnings'))
    await page.getByRole('heading', { name: 'By month' }).waitFor()
    await expectSound(page)
    await page.goto(at('/payouts'))
    await page.getByRole('figure', { name: /Sep 2026: 475\.00/ }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Sep 2026' }).click()
    await page.getByRole('heading', { name: 'Payout for Sep 2026' }).waitFor()
    await page
      .getByRole('row', { name: /46\.14\.0\.0\/24/ })
      .getByText('$475.00')
      .waitFor()
    await expectSound(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Statement' }).click()
    expect((await download).suggestedFilename()).toMatch(/^PAY-\d{4}-\d+\.pdf$/)
    expect(troubles).toEqual([])
  })
})

describe('on a telephone', () => {
  it('nothing is wider than the screen', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const offer = await makeOffer(stage.world, tenant, { block: '46.16.0.0/16', pricings })
    await page.setViewportSize({ width: 360, height: 780 })
    const one = `/offers/${offer.uuid}`
    const tabs = ['prices', 'leases', 'checks', 'settings'].map((tab) => `${one}?tab=${tab}`)
    for (const path of ['/offers', '/offers/new?address=45.9.8.0&cidr=22', one, ...tabs, '/reservations', '/payouts']) {
      await followLink(page, at(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectSound(page)
    }
    expect(troubles).toEqual([])
  })
})

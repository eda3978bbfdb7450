import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppKey } from '../../src/identity/index.ts'
import { makeInvoice } from '../support/market/invoicing.ts'
import { makeOffer } from '../support/market/market.ts'
import { know, recordOf } from '../support/market/offers.ts'
import { expectSound, openStage, operatorOf, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** Nothing typed is lost: not by a reload, a session that ends, a network that is gone, or a finger too quick. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await know(stage.world, 'registry', [recordOf('45.9.0.0/16')])
  await know(stage.world, 'origins', [])
  await know(stage.world, 'vrps', [])
  await know(stage.world, 'blocklists', [])
})
afterAll(() => stage?.close())

async function arrive(kind: 'holder' | 'lessee' = 'holder') {
  const tenant = await stage.world.tenant('Meridian Address Trust', kind)
  const { email } = await stage.world.person(tenant, 'owner')
  const { page } = await watchedPage(stage)
  const { company } = await signInAs(page, stage.url, email)
  return { page, tenant, email, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInAgain(page: Page, email?: string): Promise<void> {
  await ended(page).waitFor()
  if (email !== undefined) await ended(page).getByLabel('E-mail address').fill(email)
  await ended(page).getByLabel('Password').fill(password)
  await ended(page).getByRole('button', { name: 'Sign in and go on' }).click()
  await ended(page).waitFor({ state: 'detached' })
}

const restored = (page: Page) => page.getByText('What you typed earlier is here again')

describe('the listing of a block', () => {
  it('loses nothing by a reload, a lost session and an offline minute at each step', async () => {
    const { page, tenant, at } = await arrive()
    const context = page.context()
    await page.goto(at('/offers/new'))
    await page.getByLabel('First address').fill('45.9.4.0/22')
    await page.getByLabel('Your own AS numbers').fill('AS64500')
    await page.reload()
    await restored(page).waitFor()
    expect(await page.getByLabel('First address').inputValue()).toBe('45.9.4.0/22')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Look up' }).click()
    await signInAgain(page)
    await page.getByRole('button', { name: 'Continue to prices' }).click()

    const price = page.getByRole('group', { name: 'Price of a /24' })
    await price.getByLabel('Per block per month').fill('128')
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await expectSound(page)
    await price.getByLabel('Per block per month').fill('129')
    await context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await page.reload()
    await restored(page).waitFor()
    expect(await price.getByLabel('Per block per month').inputValue()).toBe('129')
    // Whoever comes back by the menu is led to where they were.
    await page.goto(at('/offers/new'))
    await page.waitForURL(/step=prices/)
    await page.getByRole('button', { name: /^Continue to terms/ }).click()

    await page.getByText('I sign the authorisation').click()
    await page.getByText('I accept the terms').click()
    await context.setOffline(true)
    const list = page.getByRole('button', { name: 'List block' })
    await list.click()
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await context.setOffline(false)
    await context.clearCookies()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await ended(page).waitFor()
    await expectSound(page)
    await signInAgain(page)
    await page.waitForURL(/\/verify$/)
    await page.getByLabel('Code from the e-mail').waitFor()
    const { rows } = await stage.world.house.pool.query('select count(*)::int from offer where tenant_uuid = $1', [
      tenant,
    ])
    expect(rows).toEqual([{ count: 1 }])
    await page.goto(at('/offers/new'))
    await page.getByLabel('First address').waitFor()
    expect(await restored(page).count()).toBe(0)
  })

  it('is no draft any longer once it is saved, also before the page has read it anew', async () => {
    const { page, tenant, at } = await arrive()
    await page.goto(at('/settings'))
    await page.getByLabel('Postal address').fill('Calle de Alcalá 210\n\n28028 Madrid')
    const company = (url: URL) => url.pathname === `/billing/v1/${tenant}`
    const { promise: reloaded, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(company, async (route) => {
      if (route.request().method() === 'GET') await reloaded
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('button', { name: 'Use on LOAs' }).click()
    await page.getByText('Saved.').waitFor()
    await page.reload({ waitUntil: 'commit' })
    goOn()
    await expect.poll(() => page.getByLabel('Postal address').inputValue()).toBe('Calle de Alcalá 210\n28028 Madrid')
    expect(await restored(page).count()).toBe(0)
  })

  it('begins anew by a button, and is forgotten by signing out', async () => {
    const { page, at } = await arrive()
    await page.goto(at('/offers/new'))
    await page.getByLabel('First address').fill('45.9.8.0/22')
    await page.reload()
    await page.getByRole('button', { name: 'Start over' }).click()
    await restored(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('First address').inputValue()).toBe('')
    await page.getByLabel('First address').fill('45.9.8.0/22')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
    expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft:'))")).toEqual([])
  })
})

describe('a form in a dialog', () => {
  it('stays open while somebody signs in again, and sends nothing in the name of another', async () => {
    const { page, at } = await arrive()
    const other = await stage.world.person(await stage.world.tenant('Kestrel VPN'), 'owner')
    await page.goto(at('/webhooks'))
    await page.getByRole('button', { name: 'Add endpoint' }).dblclick()
    const address = page.getByLabel('Address')
    await address.fill('https://10.0.0.1/hook')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await ended(page).waitFor()
    await page.keyboard.press('Escape')
    await signInAgain(page)
    await page.getByText('only public hosts are sent to').first().waitFor()
    expect(await address.inputValue()).toBe('https://10.0.0.1/hook')

    await address.fill('https://10.0.0.2/hook')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await signInAgain(page, other.email)
    await page.getByText('Nothing of theirs was sent in your name').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Go to your own pages' }).click()
    await page.waitForURL(/\/c\/\d+$/)
  })
})

describe('a double click', () => {
  it('reserves once, without a word of error', async () => {
    const holder = await stage.world.tenant('Meridian', 'holder')
    await makeOffer(stage.world, holder, { block: '46.8.1.0/24', pricings: [{ length: 24, priceMinor: 10_000 }] })
    const { page, tenant, at } = await arrive('lessee')
    const refused: number[] = []
    page.on('response', (response) => response.status() >= 400 && refused.push(response.status()))
    await page.goto(at('/market/46.8.1.0/24'))
    await page.getByRole('button', { name: 'Reserve' }).dblclick()
    await page.waitForURL(/\/cart$/)
    await page.getByText('46.8.1.0/24').first().waitFor()
    expect(refused).toEqual([])
    const { rows } = await stage.world.house.pool.query(
      'select count(*)::int from reservation where tenant_uuid = $1',
      [tenant],
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('the keyboard', () => {
  it('finds what there is by name and number, and goes there', async () => {
    const email = await operatorOf(stage)
    const { page } = await watchedPage(stage)
    const { company } = await signInAs(page, stage.url, email)
    const { world } = stage
    const { number } = await makeInvoice(world, company.uuid)
    await world.change((ctx) => createAppKey(ctx, company.uuid, { name: 'Nightly export', scopes: ['billing'] }))
    await world.tenant('Zephyr Networks')
    await page.goto(`${stage.url}/c/${company.number}`)
    await page.getByRole('heading', { level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('zephyr')
    await page.getByRole('option', { name: /Zephyr Networks/ }).waitFor()
    const field = page.getByPlaceholder('Search pages, prefixes, invoices, orders, keys')
    await field.fill('nightly')
    await page.getByRole('option', { name: /Nightly export/ }).waitFor()
    await expectSound(page)
    await field.fill(number.slice(-4))
    await page.getByRole('option', { name: number }).waitFor()
    expect(await page.getByRole('option', { name: /Zephyr/ }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/billing\/invoices\//)
  })

  it('knows shortcuts, tells them by ?, and leaves fields alone', async () => {
    const { page, at } = await arrive()
    await page.goto(at(''))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to Market').waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('gm')
    await page.waitForURL(/\/market$/)
    await page.goto(at('/offers/new'))
    await page.getByLabel('First address').focus()
    await page.keyboard.type('gm?')
    expect(await page.getByLabel('First address').inputValue()).toBe('gm?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

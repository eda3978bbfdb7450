import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hijacked, offMarket, suspended, tell } from '../support/alerts/alerts.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function reader() {
  const tenant = await stage.world.tenant('Brightwave Hosting')
  const person = await stage.world.person(tenant, 'owner')
  await tell(stage.world, hijacked(tenant, '45.8.1.0/24'), suspended(tenant, 7))
  const watched = await watchedPage(stage)
  const visit = await signInAs(watched.page, stage.url, person.email)
  return { tenant, person, ...watched, ...visit }
}

describe('the bell', () => {
  it('says how many are unread, opens by the keyboard and leads to what happened', async () => {
    const { page, company, troubles } = await reader()
    await page.goto(`${stage.url}/c/${company.number}`)
    const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
    await bell.waitFor()
    await page.locator('[aria-live=polite]', { hasText: '2 unread notifications' }).waitFor({ state: 'attached' })
    await bell.focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await list.getByRole('link', { name: /routing is critical/ }).waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    expect(troubles).toEqual([])
    await page.keyboard.press('Enter')
    // The prefix itself is nobody's here.
    await list.getByRole('link', { name: /routing is critical/ }).press('Enter')
    await page.waitForURL(/\/prefixes\/45\.8\.1\.0%2F24$/)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  })

  it('marks all as read, and is quiet then', async () => {
    const { page, company } = await reader()
    await page.goto(`${stage.url}/c/${company.number}`)
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await page.getByRole('link', { name: 'See all notifications' }).click()
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Mark as unread' }).count()).toBe(2)
  })

  it('has its place on a telephone', async () => {
    const { page, company } = await reader()
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(`${stage.url}/c/${company.number}`)
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    await page.getByRole('link', { name: /is suspended/ }).waitFor()
    await expectSound(page)
    expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(1)
  })
})

describe('the page of notifications', () => {
  it('narrows them, marks one and all, and comes back by its address', async () => {
    const { page, tenant, troubles } = await reader()
    await tell(stage.world, offMarket(tenant, 1), offMarket(tenant, 2))
    await page.goto(`${stage.url}/account/notifications`)
    await page.getByRole('heading', { name: '2 blocks are off the market' }).waitFor()
    await expectSound(page)
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Listings' }).click()
    await page.getByRole('heading', { name: /routing is critical/ }).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('kind')).toBe('offers')
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', { name: /routing is critical/ }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Mark as unread' }).count()).toBe(3)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('says what it is for where there is nothing', async () => {
    const { email } = await stage.world.person(await stage.world.tenant('Quiet'))
    const { page } = await watchedPage(stage)
    await signInAs(page, stage.url, email)
    await page.goto(`${stage.url}/account/notifications`)
    await page.getByText('No notifications').waitFor()
    await expectSound(page)
    // How many are unread is asked for apart from the list.
    const markAll = page.getByRole('button', { name: 'Mark all as read' })
    await expect.poll(() => markAll.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('settings', () => {
  it('are a person’s own, and a company’s for those who have not chosen', async () => {
    const { page, person, company, get, troubles } = await reader()
    await page.goto(`${stage.url}/account/mail`)
    await page.getByRole('combobox', { name: 'Mail about routing' }).click()
    await page.getByRole('option', { name: 'Daily', exact: true }).click()
    const mine = async () =>
      (await get('/portal/me/notification-settings')).data.find(({ kind }) => kind === 'routing')?.['mail']
    await expect.poll(mine).toBe('daily')
    expect(await page.getByRole('combobox', { name: 'Mail about payments' }).count()).toBe(0)
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${stage.url}/c/${company.number}/settings`)
    await page.getByRole('combobox', { name: 'Mail about listings' }).click()
    await page.getByRole('option', { name: 'Never', exact: true }).click()
    const ours = async () =>
      (await get(`/portal/companies/${company.uuid}/notification-settings`)).data.find(
        ({ kind }) => kind === 'offers',
      )?.['mail']
    await expect.poll(ours).toBe('never')
    await expectSound(page)
    expect([person.email.length > 0, troubles]).toEqual([true, []])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSound, openStage, signedInPage, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** `/docs`, where people try the API with a token of their own. */

let stage: Stage
let tenant: string
let member: string
beforeAll(async () => {
  stage = await openStage()
  tenant = await stage.world.tenant('Northlight CDN')
  member = (await stage.world.person(tenant, 'member')).email
})
afterAll(() => stage?.close())

const operation = (id: string) => `${stage.url}/docs/operations/${id}`

async function tried(id: string, email = member) {
  const watched = await signedInPage(stage, email)
  await watched.page.goto(operation(id))
  await watched.page.getByLabel('Company').waitFor()
  return { ...watched, section: watched.page.locator('#try') }
}

describe('the explorer', () => {
  it('reads: the company is filled in, the least scope chosen, and the answer shown', async () => {
    const { page, section, troubles } = await tried('getCompany')
    expect(await section.getByLabel('tenantUUID').inputValue()).toBe(tenant)
    expect(await section.getByLabel('Scope of the token').inputValue()).toBe('billing:read')
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('200 OK').waitFor()
    const answer = section.getByLabel('Response body')
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
      data: { uuid: tenant, title: 'Northlight CDN' },
    })
    await section.getByText('Headers', { exact: true }).last().click()
    expect(await section.locator('[data-part=headers]').textContent()).toContain('x-request-id: ')
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('shows the curl for what is typed, without the secret, and copies it', async () => {
    const { page, section, troubles } = await tried('listInvoices')
    await section.getByLabel('page', { exact: true }).fill('2/3')
    const curl = (await section.locator('[data-part=curl]').textContent()) ?? ''
    expect(curl).toContain(`/billing/v1/${tenant}/invoices?page=2%2F3'`)
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('422').waitFor()
    expect(await section.textContent()).not.toContain('eyJ')
    await section.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(curl)
    expect(curl).toContain('-H "Authorization: Bearer $TOKEN"')
    expect(troubles.filter((text) => !text.includes('422'))).toEqual([])
  })

  it('asks before it changes anything, by keyboard alone', async () => {
    const { page, section } = await tried('addAddress')
    const body = section.getByLabel('application/json')
    const address = { line_one: 'Explorer 1', city: 'Utrecht', postcode: '3511', country_code: 'NL' }
    const count = async () => {
      const { rows } = await stage.world.house.pool.query(
        'select line_one from customer_address where tenant_uuid = $1',
        [tenant],
      )
      return rows.length
    }
    await body.fill(JSON.stringify(address))
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This is a sandbox').waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await count()).toBe(0)
    await body.press('Control+Enter')
    await dialog.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await section.getByText('201 Created').waitFor()
    expect(await count()).toBe(1)
  })

  it('says why a viewer cannot run a change, and lets them read', async () => {
    const { email } = await stage.world.person(tenant, 'viewer')
    const { page, section } = await tried('addAddress', email)
    await section.getByText('viewers have read-only access').waitFor()
    expect(await section.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
    await page.goto(operation('listAddresses'))
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('200 OK').waitFor()
  })

  it('is over with the session', async () => {
    const { page, section } = await tried('getCompany')
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('200 OK').waitFor()
    await page.evaluate(`fetch('/portal/sign-out', { method: 'POST' })`)
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('401 Unauthorized').waitFor()
    await section.getByRole('button', { name: 'Run' }).click()
    await expect.poll(() => section.locator('[data-part=outcome]').textContent()).toContain('Sign in first')
  })
})

describe('whoever is not signed in', () => {
  it('reads the reference, signs in from there, and comes back', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.goto(operation('getCompany'))
    await page.getByText('to try it here').waitFor()
    expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
    await expectSound(page)
    await page.locator('#try').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(member)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(operation('getCompany'))
    await page.getByLabel('Company').waitFor()
    expect(troubles).toEqual([])
  })

  it('may type a slash into a field, and still search by it from elsewhere', async () => {
    const { page } = await watchedPage(stage)
    await page.goto(operation('listInvoices'))
    await page.locator('#try').getByLabel('sort').press('/')
    expect(await page.locator('#try').getByLabel('sort').inputValue()).toBe('/')
    await page.locator('#try').getByLabel('sort').blur()
    await page.keyboard.press('/')
    expect(await page.getByRole('searchbox').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(
      true,
    )
  })
})

describe('a real installation', () => {
  it('is called one before anything is changed', async () => {
    const real = await openStage({ env: { SUBLET_SANDBOX: '0' } })
    try {
      const { email } = await real.world.person(await real.world.tenant())
      const { page } = await signedInPage(real, email)
      await page.goto(`${real.url}/docs/operations/addAddress`)
      await page.getByLabel('Company').waitFor()
      await page.getByRole('button', { name: 'Run' }).click()
      const stakes = page.getByRole('dialog').locator('[data-part=stakes]')
      await expect.poll(() => stakes.textContent()).toContain('This is not a sandbox')
    } finally {
      await real.close()
    }
  })
})

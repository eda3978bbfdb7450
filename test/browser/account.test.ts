import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailPeople } from '../../src/identity/index.ts'
import { mailTo, ticketFor } from '../support/server/mailbox.ts'
import { expectSound, openStage, signInAs, signInOnPage, watchedPage, type Stage } from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_AUTO_ACTIVATE: '0' } })
})
afterAll(() => stage?.close())

describe('signing up', () => {
  it('leads by the mailed link into a company that waits to be activated', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.goto(`${stage.url}/sign-up`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectSound(page)
    await page.getByLabel('Your name').fill('Ann Example')
    await page.getByLabel('E-mail address').fill('ann@example.net')
    await page.getByLabel('Company').fill('Example Networks')
    await page.getByRole('radio', { name: /Lease out/ }).click()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await expectSound(page)

    await page.goto(`${stage.url}/password#${await ticketFor(stage.world, 'ann@example.net')}`)
    await page.getByLabel('Password').fill(password)
    expect(page.url()).toBe(`${stage.url}/password`)
    await expectSound(page)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL(/\/c\//)
    await page.getByText('Your password is set').waitFor()

    await page.getByText('Get activated').waitFor()
    await page.getByRole('link', { name: 'Add an address' }).click()
    await page.getByRole('heading', { name: 'Company', level: 1 }).waitFor()
    expect(troubles).toEqual([])
  })

  it('says what a field lacks, at the field', async () => {
    const { page } = await watchedPage(stage)
    await page.goto(`${stage.url}/sign-up`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('E-mail address').fill('ann@localhost')
    await page.getByLabel('Company').fill('Example Networks')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('an invitation', () => {
  const invited = async (email: string) => {
    const tenant = await stage.world.tenant('Brightwave Hosting')
    const owner = await stage.world.person(tenant)
    const payload = { email, role: 'viewer' }
    await stage.world.call('POST', `/portal/companies/${tenant}/members`, { headers: owner.cookie, payload })
    return `${stage.url}/invitation#${await ticketFor(stage.world, email, 'invitation')}`
  }

  it('is accepted by somebody new with a name and a password', async () => {
    const link = await invited('noor@example.net')
    const { page, troubles } = await watchedPage(stage)
    await page.goto(link)
    await page.getByText('Brightwave Hosting invites you as viewer.').waitFor()
    expect(page.url()).toBe(`${stage.url}/invitation`)
    await page.getByLabel('Your name').fill('Noor Desk')
    await page.getByLabel('Password').fill(password)
    await expectSound(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(/\/c\//)
    await page.getByText('Brightwave Hosting').first().waitFor()
    expect(troubles).toEqual([])
  })

  it('is accepted by somebody known who signs in first', async () => {
    const { email } = await stage.world.person(await stage.world.tenant('Their Own'))
    const link = await invited(email)
    const { page, troubles } = await watchedPage(stage)
    await page.goto(link)
    await page.getByRole('link', { name: 'Sign in to accept' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(/\/c\/\d+/)
    await page.getByText('Brightwave Hosting').first().waitFor()
    expect(troubles).toEqual([])
  })

  it('is declined, and says so when its link is opened again', async () => {
    const link = await invited('not-me@example.net')
    const { page } = await watchedPage(stage)
    await page.goto(link)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Invitation declined.').first().waitFor()
    await page.goto(link)
    const note = page.getByRole('alert')
    await note.waitFor()
    expect(await note.textContent()).toContain('This invitation has expired, was withdrawn or answered already')
  })
})

describe('a forgotten password', () => {
  it('is chosen anew by mail, and the page without a link says where to get one', async () => {
    const { email } = await stage.world.person(await stage.world.tenant())
    const { page, troubles } = await watchedPage(stage)
    await page.goto(`${stage.url}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(email).waitFor()
    expect((await mailTo(stage.world, email)).map(({ subject }) => subject)).toEqual(['Choose a new password'])
    await page.goto(`${stage.url}/password`)
    await page.getByText('Open the link in the mail').waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('the own account', () => {
  it('changes name and password, and says when the present one is wrong', async () => {
    const { email } = await stage.world.person(await stage.world.tenant())
    const { page } = await watchedPage(stage)
    await signInAs(page, stage.url, email)
    await page.goto(`${stage.url}/account`)
    await page.getByLabel('Name', { exact: true }).fill('Ann Renamed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Account: Ann Renamed' }).waitFor()
    await expectSound(page)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('a rather different one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The present password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('')
  })

  it('ends a session elsewhere; the one in use says why not', async () => {
    const person = await stage.world.person(await stage.world.tenant())
    const { page, troubles } = await watchedPage(stage)
    await signInAs(page, stage.url, person.email)
    await page.goto(`${stage.url}/account/sessions`)
    const [here, elsewhere] = [page.getByRole('row', { name: /This device/ }), page.getByRole('row').nth(2)]
    const button = here.getByRole('button', { name: /^End/ })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.focus()
    await page.getByText('sign out instead').last().waitFor()
    await expectSound(page)
    await elsewhere.getByRole('button', { name: 'End' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('1–1 of 1').waitFor()
    expect((await stage.world.call('GET', '/portal/me', { headers: person.cookie })).status).toBe(401)
    expect(troubles).toEqual([])
  })

  it('founds another company and moves into it', async () => {
    const { email } = await stage.world.person(await stage.world.tenant('First Networks'))
    const { page, troubles } = await watchedPage(stage)
    await signInOnPage(page, stage.url, email)
    await page.getByRole('button', { name: 'Company: First Networks' }).click()
    await page.getByRole('menuitem', { name: 'New company…' }).click()
    await page.getByLabel('Company', { exact: true }).fill('Second Networks')
    await expectSound(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Second Networks' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe("one's own mail", () => {
  /** Of a mail that is news. */
  async function ticketTo(email: string): Promise<string> {
    const { rows } = await stage.world.house.pool.query<{ ticket: string }>(
      'select ticket from mail where recipient = $1 and ticket is not null',
      [email],
    )
    return rows[0]?.ticket ?? ''
  }

  it('is ended by topic from the mail itself, and chosen again in the account', async () => {
    const tenant = await stage.world.tenant()
    const { email } = await stage.world.person(tenant)
    const news = { topic: 'letters', subject: 'A letter', text: 'It is in force.\n' } as const
    await stage.world.change((ctx) => mailPeople(ctx, tenant, news))
    const { page, troubles } = await watchedPage(stage)
    await page.goto(`${stage.url}/unsubscribe/${await ticketTo(email)}`)
    await page.getByRole('heading', { level: 1, name: 'News by mail' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
    await page.getByText('No more e-mails about LOAs').waitFor()
    await expectSound(page)

    await signInAs(page, stage.url, email)
    await page.goto(`${stage.url}/account/mail`)
    await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor()
    const letters = page.getByRole('switch', { name: 'LOAs' })
    await expect.poll(() => letters.getAttribute('aria-checked')).toBe('false')
    expect(await page.getByRole('switch', { name: 'Listings' }).getAttribute('aria-checked')).toBe('true')
    expect(await page.getByRole('switch', { name: 'Billing' }).count()).toBe(0)
    await page.getByText('Orders due and invoices', { exact: false }).waitFor()
    await expectSound(page)
    await letters.press('Space')
    await expect.poll(() => letters.getAttribute('aria-checked')).toBe('true')
    await page.reload()
    await expect.poll(() => letters.getAttribute('aria-checked')).toBe('true')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('says so where an address is of no mail', async () => {
    const { page } = await watchedPage(stage)
    await page.goto(`${stage.url}/unsubscribe/nobodys`)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    const note = page.getByRole('alert')
    await note.waitFor()
    expect(await note.textContent()).toContain('There is no such object.')
    await expectSound(page)
  })
})

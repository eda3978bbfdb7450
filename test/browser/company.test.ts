import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../support/server/mailbox.ts'
import { createMember } from '../../src/identity/index.ts'
import { password } from '../support/world.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** A signed-in owner of a company of their own. */
async function arrive(role: 'owner' | 'viewer' = 'owner') {
  const tenant = await stage.world.tenant('Brightwave Hosting')
  const { email } = await stage.world.person(tenant, role)
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, tenant, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

describe('members', () => {
  it('are invited by mail, mailed again, and withdrawn', async () => {
    const { page, troubles, at } = await arrive()
    await page.goto(at('/members'))
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail address').fill('noc@example.net')
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const row = page.getByRole('row', { name: /noc@example\.net/ })
    await row.waitFor()
    await expectSound(page)
    await row.getByRole('button', { name: 'Resend invitation to noc@example.net' }).click()
    await page.getByText('Invitation resent to noc@example.net.').first().waitFor()
    expect(await mailTo(stage.world, 'noc@example.net')).toHaveLength(2)
    await row.getByRole('button', { name: 'Withdraw the invitation of noc@example.net' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await row.waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
  })

  it('change roles with a way back, and go after a question', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await stage.world.change((ctx) =>
      createMember(ctx, tenant, { email: 'noc@example.net', name: 'Noor Desk', role: 'member' }, password),
    )
    await page.goto(at('/members'))
    const row = page.getByRole('row', { name: /Noor Desk/ })

    const roleOf = async () => {
      const { rows } = await stage.world.house.pool.query<{ role: string }>(
        `select role from membership m join person p on p.uuid = m.person_uuid where p.email = 'noc@example.net' and tenant_uuid = $1`,
        [tenant],
      )
      return rows[0]?.role
    }
    await row.getByRole('combobox', { name: 'Role of Noor Desk' }).click()
    await page.getByRole('option', { name: /Viewer/ }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await expect.poll(roleOf).toBe('viewer')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(roleOf).toBe('member')

    await row.getByRole('button', { name: 'Remove Noor Desk' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('keep their last owner, in the words of the API', async () => {
    const { page, at } = await arrive()
    await page.goto(at('/members'))
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const note = page.getByRole('alertdialog').getByRole('alert')
    expect(await note.textContent()).toContain('A company needs an owner; make someone else owner first.')
  })

  it('who only look are told why they may not invite', async () => {
    const { page, troubles, at } = await arrive('viewer')
    await page.goto(at('/members'))
    const invite = page.getByRole('button', { name: /^Invite/ })
    expect(await invite.getAttribute('aria-disabled')).toBe('true')
    await invite.focus()
    await page.getByText('Only owners can do this.').last().waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('integrations', () => {
  it('create an app whose secret, shown once, works with the command beside it', async () => {
    const { page, troubles, tenant, at } = await arrive()
    await page.goto(at('/integrations'))
    await page.getByText('No app keys yet').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Create app key' }).click()
    await page.getByLabel('Name').fill('Billing export')
    await page.getByRole('combobox', { name: 'Access to credits' }).click()
    await page.getByRole('option', { name: 'Read only' }).click()
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Secret for Billing export' }).waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    const command = page.getByLabel('Command to get a token')
    await command.locator('xpath=..').getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(await command.textContent())

    // Not waited for by the whole process: the server is in it, too.
    const { stdout } = await promisify(execFile)('sh', ['-c', `${copied} -s`])
    const answer = JSON.parse(stdout) as { access_token: string; scope: string }
    expect(answer.scope).toBe('billing credits:read')
    const company = await stage.world.call('GET', `/billing/v1/${tenant}`, {
      headers: { authorization: `Bearer ${answer.access_token}` },
    })
    expect(company.body.data.title).toBe('Brightwave Hosting')

    const secret = (await page.getByLabel('Client secret').textContent()) ?? ''
    expect(copied).toContain(secret)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('row', { name: /Billing export/ }).waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('say from where an app may be used, what is wrong with that, and that one is elsewhere', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const key = await stage.world.key(tenant)
    await page.goto(at('/integrations'))
    const actions = page.getByRole('button', { name: 'Actions for test' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Allowed addresses' }).click()
    const places = page.getByLabel('Allowed addresses')
    await places.fill('203.0.113.5/24')
    await page.getByText('perhaps 203.0.113.0/24').waitFor()
    await places.fill('203.0.113.0/24\n2001:db8::1')
    await page.getByText('is not on the list: the key will not work from here').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('from 203.0.113.0/24 and 1 more').filter({ visible: true }).waitFor()
    await stage.world.hear()
    await expect(stage.world.token(key)).rejects.toThrow('unauthorized_client')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Allowed addresses' }).click()
    await places.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('from 203.0.113.0/24').filter({ visible: true }).waitFor({ state: 'detached' })
    await stage.world.hear()
    expect(await stage.world.token(key)).toEqual(expect.any(String))
    expect(troubles).toEqual([])
  })

  it('change over to a second secret, end the first, and revoke', async () => {
    const { page, troubles, tenant, at } = await arrive()
    const key = await stage.world.key(tenant)
    await page.goto(at('/integrations'))
    const actions = page.getByRole('button', { name: 'Actions for test' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('Two active secrets').filter({ visible: true }).waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Revoke old secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Two active secrets').filter({ visible: true }).waitFor({ state: 'detached' })
    await stage.world.hear()
    await expect(stage.world.token(key)).rejects.toThrow('invalid_client')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No app keys yet').waitFor()
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Revoked' }).click()
    await page.getByRole('row', { name: /test/ }).waitFor()
    expect(page.url()).toContain('status=revoked')
    expect(troubles).toEqual([])
  })
})

describe('the company', () => {
  it('keeps its name and a billing address with a checked VAT number', async () => {
    const { page, troubles, at } = await arrive()
    await page.goto(at('/settings'))
    await page.getByLabel('Company', { exact: true }).fill('Brightwave Networks')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Company: Brightwave Networks' }).waitFor()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('Street and number').fill('Calle de Alcalá 210')
    await page.getByLabel('Postcode').fill('28028')
    await page.getByLabel('City').fill('Madrid')
    await page.getByRole('combobox', { name: 'Country' }).fill('spa')
    await page.getByRole('option', { name: 'Spain' }).click()
    await page.getByLabel('VAT number').fill('ESB83471201')
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: /ESB83471201/ }).waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('says who signs letters for its blocks, and how it is reached', async () => {
    const { page, troubles, at } = await arrive()
    await page.goto(at('/settings'))
    await page.getByLabel('Signatory').fill('Jane Doe')
    await page.getByLabel('Title').fill('Head of Networks')
    await page.getByLabel('Postal address').fill('Calle de Alcalá 210\n\n28028 Madrid')
    await page.getByLabel('Phone').fill('call me')
    await page.getByRole('button', { name: 'Use on LOAs' }).click()
    await page.getByText('Is not in the expected format.').first().waitFor()
    expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByLabel('Phone').fill('+34 91 555 0100')
    await page.getByRole('button', { name: 'Use on LOAs' }).click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Postal address').inputValue()).toBe('Calle de Alcalá 210\n28028 Madrid')
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('has a home that says what happened', async () => {
    const { page, troubles, at } = await arrive()
    await page.goto(at(''))
    await page.getByRole('cell', { name: /Company created/ }).waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

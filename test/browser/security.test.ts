import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageProofs, codeOf, forgetCodes, guarded } from '../support/factors.ts'
import { freePort } from '../support/server/free-port.ts'
import {
  dialogButton,
  expectSound,
  openStage,
  operatorOf,
  signInAs,
  signInOnPage,
  watchedPage,
  type Stage,
} from '../support/browser/visit.ts'
import { password } from '../support/world.ts'

/** Second factors in a real browser: an authenticator app, a passkey of Chromium's virtual authenticator, recovery codes. */

let stage: Stage
beforeAll(async () => {
  // A passkey is of a name, and no address is one.
  const port = await freePort()
  const url = `http://localhost:${port}`
  stage = await openStage({ env: { SUBLET_PUBLIC_URL: url } }, { host: 'localhost', port })
})
afterAll(() => stage?.close())

const expectHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function firstStep(page: Page, email: string): Promise<void> {
  await page.goto(`${stage.url}/sign-in`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectHeading(page, 'One more step')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
}

/** And has read what it shows: whoever signs out in the middle of that is refused the rest. */
async function isIn(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => /^\/(c|account)\//.test(pathname))
  await page.waitForLoadState('networkidle')
}

it('sets up an authenticator app, and signs in with it, then with a recovery code', async () => {
  const { uuid, email } = await stage.world.person(await stage.world.tenant())
  const { page, troubles } = await watchedPage(stage)
  await signInAs(page, stage.url, email)
  await page.goto(`${stage.url}/account/security`)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = (await page.getByRole('region', { name: 'Secret to type instead' }).textContent()) ?? ''
  await page.getByRole('figure', { name: 'The secret as a QR code' }).waitFor()
  await expectSound(page)
  await page.getByLabel('Code', { exact: true }).fill(await codeOf(secret))
  await dialogButton(page, 'Confirm').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await codes.waitFor()
  const [recovery = ''] = await codes.getByRole('listitem').allTextContents()
  await expectSound(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 left').waitFor()
  await expectSound(page)

  await signOut(page)
  await forgetCodes(stage.world, uuid)
  await firstStep(page, email)
  await expectSound(page)
  await page.getByLabel('Code of your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong').waitFor()
  await page.getByLabel('Code of your authenticator app').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isIn(page)

  await page.goto(`${stage.url}/account/sessions`)
  await page.getByText('By password and authenticator app').waitFor()
  await expectSound(page)
  await signOut(page)
  await firstStep(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isIn(page)
  // The wrong code was refused, as it should be.
  expect(troubles.filter((trouble) => !trouble.includes('422'))).toEqual([])
})

async function virtualKey(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}

it('adds a passkey and signs in by it, with a password and without', async () => {
  const { email } = await stage.world.person(await stage.world.tenant())
  const { page, troubles } = await watchedPage(stage)
  await virtualKey(page)
  await signInAs(page, stage.url, email)
  await page.goto(`${stage.url}/account/security`)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Name').fill('מפתח 🔑')
  await dialogButton(page, 'Add').click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('מפתח 🔑').waitFor()
  await expectSound(page)

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isIn(page)
  await signOut(page)
  await firstStep(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isIn(page)
  expect(troubles).toEqual([])
})

describe('a deed that wants a fresh proof', () => {
  it('asks in place, and goes on with what was typed', async () => {
    const { uuid, email } = await stage.world.person(await stage.world.tenant())
    const { page } = await watchedPage(stage)
    const { company } = await signInAs(page, stage.url, email)
    await page.goto(`${stage.url}/c/${company.number}/integrations`)
    await page.getByRole('button', { name: 'Create app key' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    await page.getByRole('combobox', { name: 'Access to credits' }).click()
    await page.getByRole('option', { name: 'Read only' }).click()
    await ageProofs(stage.world, uuid)
    await dialogButton(page, 'Save').click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Nightly export')
    await dialogButton(page, 'Save').click()
    await page.getByLabel('Password').fill('not this one')
    await dialogButton(page, 'Go on').click()
    await page.getByText('The present password is wrong.').waitFor()
    await page.getByLabel('Password').fill(password)
    await dialogButton(page, 'Go on').click()
    await page.getByRole('heading', { name: 'Secret for Nightly export' }).waitFor()
  })

  it('is not done when one would rather not, and may be tried again', async () => {
    const { uuid, email, secret } = await guarded(stage.world, await stage.world.tenant())
    const { page } = await watchedPage(stage)
    await firstStep(page, email)
    await page.getByLabel('Code of your authenticator app').fill(await codeOf(secret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isIn(page)
    await ageProofs(stage.world, uuid)
    await forgetCodes(stage.world, uuid)
    await page.goto(`${stage.url}/account/security`)
    await page.getByRole('button', { name: 'Remove' }).click()
    await dialogButton(page, 'Remove').click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    await expectSound(page)
    await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Prove once more who you are', { exact: false }).first().waitFor()
    await dialogButton(page, 'Remove').click()
    await page.getByLabel('Code of your authenticator app').fill(await codeOf(secret))
    await dialogButton(page, 'Go on').click()
    await page.getByText('The authenticator app is removed.').first().waitFor()
    await expect.poll(() => page.getByText('They come with your first second factor.').count()).toBe(1)
  })
})

describe('required', () => {
  it('by a company: who has none is led to set it up, and then sees it', async () => {
    const { world } = stage
    const tenant = await world.tenant('Strict Networks')
    const owner = await guarded(world, tenant)
    const { email } = await world.person(tenant, 'member')
    const { page } = await watchedPage(stage)
    await firstStep(page, owner.email)
    await page.getByLabel('Code of your authenticator app').fill(await codeOf(owner.secret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isIn(page)
    await page.goto(`${page.url().replace(/(\/c\/\d+).*/, '$1')}/settings`)
    await page.getByRole('button', { name: 'Require it of everybody' }).click()
    await dialogButton(page, 'Require it').click()
    await page.getByText('Required.', { exact: false }).waitFor()
    await expectSound(page)

    const { page: theirs } = await watchedPage(stage)
    await signInOnPage(theirs, stage.url, email)
    await expectHeading(theirs, 'Security')
    await theirs.getByText('Strict Networks can only be used with a second factor.', { exact: false }).waitFor()
    await expectSound(theirs)
    await theirs.getByRole('button', { name: 'Set up', exact: true }).click()
    const secret = (await theirs.getByRole('region', { name: 'Secret to type instead' }).textContent()) ?? ''
    await theirs.getByLabel('Code', { exact: true }).fill(await codeOf(secret))
    await dialogButton(theirs, 'Confirm').click()
    await theirs.getByRole('button', { name: 'I have saved them' }).click()
    await theirs.goto(`${stage.url}/home`)
    await theirs.waitForURL(/\/c\//)
    expect(await theirs.getByText('Strict Networks').count()).toBeGreaterThan(0)
  })

  it('by role: operators choose it, and reset who has lost theirs', async () => {
    const lost = await guarded(stage.world, await stage.world.tenant('Lost Networks'))
    const { page } = await watchedPage(stage)
    await signInAs(page, stage.url, await operatorOf(stage))
    await page.goto(`${stage.url}/operator/people?search=${lost.email}`)
    await expectHeading(page, 'People')
    await page.getByText('Lost Networks').waitFor()
    await expectSound(page)
    await page.getByRole('checkbox', { name: 'Owners' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Set up a second factor for yourself', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByLabel('Reason').fill('Called from the number we have.')
    await dialogButton(page, 'Reset').click()
    await page.getByText('signs in with the password alone now').first().waitFor()
    await page.getByText('None', { exact: true }).waitFor()
    expect(await page.getByText('Lost Networks').count()).toBe(1)
  })
})

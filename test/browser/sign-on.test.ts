import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialogButton, expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'
import { freePort } from '../support/server/free-port.ts'
import { openNameServer, type NameServer } from '../support/server/name-server.ts'
import { openRealProvider, type RealProvider } from '../support/sign-on/real-provider.ts'
import { signOnEnv } from '../support/sign-on/stage.ts'

/** A company's own sign-on, from setting it up to switching it off, on the provider's own pages. */

let stage: Stage
let dns: NameServer
let provider: RealProvider
beforeAll(async () => {
  dns = await openNameServer()
  stage = await openStage({ env: { ...dns.env, ...signOnEnv, SUBLET_PORT: String(await freePort()) } })
  provider = await openRealProvider(`${stage.url}/portal/sso/callback`)
})
afterAll(async () => {
  await stage?.close()
  await provider?.close()
  await dns?.close()
})

type Page = Awaited<ReturnType<typeof watchedPage>>['page']

/** On its own pages: who it is, then that we may know. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

it('an owner sets it up and tests it; somebody signs in by it, sees only this company, and is out when it is off', async () => {
  const tenant = await stage.world.tenant('Brightwave Hosting')
  const elsewhere = await stage.world.tenant('Another Company')
  const { email } = await stage.world.person(tenant, 'owner')
  await stage.world.person(elsewhere, 'owner', 'ann@brightwave.example')
  provider.accounts.set('ann', { email: 'ann@brightwave.example', email_verified: true, name: 'Ann Bright' })

  const { page: owner } = await watchedPage(stage)
  const { company } = await signInAs(owner, stage.url, email)
  await owner.goto(`${stage.url}/c/${company.number}/settings`)
  await owner.getByRole('link', { name: 'Set up single sign-on' }).click()
  await owner.getByRole('heading', { name: 'Single sign-on', level: 1 }).waitFor()
  await owner.getByLabel('Issuer').fill('https://10.0.0.1/')
  await owner.getByLabel('Client ID').fill(provider.clientId)
  await owner.getByLabel('Client secret').fill(provider.clientSecret)
  await owner.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('only public hosts are spoken to').first().waitFor()
  await owner.getByLabel('Issuer').fill(provider.issuer)
  await owner.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('One is kept, and not shown.').waitFor()

  await owner.getByLabel('Domain', { exact: true }).fill('brightwave.example')
  await owner.getByRole('button', { name: 'Add the domain' }).click()
  const text = await owner.getByLabel('Text of the record of brightwave.example').textContent()
  await owner.getByRole('button', { name: 'Look for the record' }).click()
  await owner.getByText('No name servers were found for brightwave.example.').waitFor()
  await expectSound(owner)
  dns.delegate('brightwave.example')
  dns.say('_sublet-sign-on.brightwave.example', 'TXT', text ?? '')
  await owner.getByRole('button', { name: 'Look for the record' }).click()
  await owner.getByText('Proven', { exact: true }).waitFor()

  await owner.getByRole('button', { name: 'Test it' }).click()
  await signInThere(owner, 'ann')
  await owner.getByText('The test went well').waitFor()
  await owner.getByRole('switch', { name: /Sign people in by it/ }).click()
  await owner.getByText('On', { exact: true }).waitFor()
  await expectSound(owner)

  const { page: ann } = await watchedPage(stage)
  await ann.goto(`${stage.url}/sign-in?refused=sso_state_invalid`)
  await ann.getByText('begin again').waitFor()
  await ann.getByLabel('E-mail address').fill('ann@brightwave.example')
  await ann.getByLabel('E-mail address').blur()
  await ann.getByText('Your company signs you in on its own page.').waitFor()
  await expectSound(ann)
  await ann.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await signInThere(ann, 'ann')
  await ann.waitForURL(({ pathname }) => pathname.startsWith(`/c/${company.number}`))
  await ann.getByRole('button', { name: 'Company: Brightwave Hosting' }).click()
  expect(await ann.getByRole('menuitem').allTextContents()).toEqual(['Brightwave Hosting'])
  await ann.keyboard.press('Escape')

  await owner.getByRole('button', { name: 'Switch off' }).click()
  await dialogButton(owner, 'Switch off').click()
  await owner.getByText('Off', { exact: true }).waitFor()
  await ann.reload()
  await ann.waitForURL(({ pathname }) => pathname === '/sign-in')
})

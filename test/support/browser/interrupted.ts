import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf, forgetCodes } from '../factors.ts'
import { password, type World } from '../world.ts'

/** Somebody at the portal who is interrupted whenever they have typed something: nothing of it may be lost, or done twice. */

export interface Someone {
  readonly page: Page
  readonly world: World
  readonly uuid: string
  readonly email: string
  /** Of their authenticator app. */
  readonly secret: string
}

/** One thing that somebody does at the portal. */
export interface Step {
  /** What must be pressed before anything can be typed; after a reload, too. */
  readonly opens?: string
  /** By their labels. */
  readonly types: Readonly<Record<string, string>>
  /** What else is to be chosen once it is typed, and is not kept: consent is given anew. */
  readonly chooses?: (page: Page) => Promise<void>
  /** Codes, as passwords, are kept nowhere. */
  readonly isSecret?: true
  /** The button that sends it, by its name. */
  readonly presses: string
  /** It only reads: once there is a network again it goes on by itself. */
  readonly onlyReads?: true
  /** Nobody has signed in yet. */
  readonly isStranger?: true
  readonly isDone: (page: Page) => Promise<unknown>
}

const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).filter({ visible: true }).first()

async function open(page: Page, { opens, types }: Step): Promise<void> {
  if (opens !== undefined) await page.getByRole('button', { name: opens, exact: true }).first().click()
  for (const label of Object.keys(types)) await field(page, label).waitFor()
}

async function type(page: Page, { types }: Step): Promise<void> {
  for (const [label, text] of Object.entries(types)) await field(page, label).fill(text)
}

async function expectTyped(page: Page, { types }: Step, when: string): Promise<void> {
  for (const [label, text] of Object.entries(types))
    expect(await field(page, label).inputValue(), `${label} ${when}`).toBe(text)
}

/** The last of its name: a dialog's, where a dialog is open. */
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).last()

/** The server knows the browser's cookie no more. */
async function loseSession({ world, uuid }: Someone): Promise<void> {
  await world.house.pool.query('delete from portal_session where person_uuid = $1', [uuid])
}

async function proveAgain({ page, world, uuid, secret }: Someone): Promise<void> {
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('Password').fill(password)
  await ended.getByRole('button', { name: 'Sign in and go on' }).click()
  await forgetCodes(world, uuid)
  await ended.getByLabel('Code of your authenticator app').fill(await codeOf(secret))
  await ended.getByRole('button', { name: 'Sign in and go on' }).click()
  await ended.waitFor({ state: 'detached' })
}

const offline = (page: Page): Locator => page.getByText('You are offline').first()

/** Typed and reloaded; sent without a network; sent again without a session; done. */
export async function interrupted(someone: Someone, step: Step): Promise<void> {
  const { page } = someone
  await open(page, step)
  await type(page, step)
  await page.reload()
  await open(page, step)
  if (step.isSecret) await type(page, step)
  else await expectTyped(page, step, 'after a reload')
  await step.chooses?.(page)
  // What it waits for, like the verdict on an AS number, would not come without a network.
  await button(page, step.presses).click({ trial: true })
  await page.context().setOffline(true)
  await button(page, step.presses).click()
  await offline(page).waitFor()
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  if (!step.onlyReads) await retry.waitFor()
  await expectTyped(page, step, 'without a network')
  if (!step.isStranger) await loseSession(someone)
  await page.context().setOffline(false)
  // Whatever else the page reads may have asked for the password already, above everything.
  if (!step.onlyReads) await retry.dispatchEvent('click')
  if (!step.isStranger) await proveAgain(someone)
  await step.isDone(page)
}

/** A step that sends nothing, so that the page alone has to keep what is typed there. */
export interface UnsentStep {
  readonly isTyped: (page: Page) => Promise<unknown>
  readonly goesOn: (page: Page) => Promise<void>
  readonly comesBack: (page: Page) => Promise<void>
}

/** Reloaded; gone on from and come back to without a network; reloaded without a session, which leads by the sign-in. */
export async function interruptedUnsent(someone: Someone, step: UnsentStep): Promise<void> {
  const { page } = someone
  await step.isTyped(page)
  await page.reload()
  await step.isTyped(page)
  await page.context().setOffline(true)
  await offline(page).waitFor()
  await step.goesOn(page)
  await step.comesBack(page)
  await step.isTyped(page)
  await page.context().setOffline(false)
  await offline(page).waitFor({ state: 'detached' })
  await loseSession(someone)
  const href = page.url()
  await page.reload()
  await enterWithCode(someone)
  await page.waitForURL((url) => url.href === href)
  await step.isTyped(page)
}

/** By the page for it: the password, and then the code. */
async function enterWithCode({ page, world, uuid, email, secret }: Someone): Promise<void> {
  await forgetCodes(world, uuid)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code of your authenticator app').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signInWithCode(someone: Someone, url: string): Promise<void> {
  const { page } = someone
  await page.goto(`${url}/sign-in`)
  await enterWithCode(someone)
  await page.waitForURL(({ pathname }) => pathname.startsWith('/c/'))
}

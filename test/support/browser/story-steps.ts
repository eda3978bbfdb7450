import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fitAsn } from '../market/letters.ts'
import type { Step, UnsentStep } from './interrupted.ts'

/** What is typed between signing up and giving back, by whoever types it. */

const text = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).filter({ visible: true }).first().waitFor()
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

export const signUp = (name: string, email: string, company: string): Step => ({
  types: { 'Your name': name, 'E-mail address': email, Company: company },
  presses: 'Sign up',
  isStranger: true,
  isDone: heading('Check your e-mail'),
})

export const activate = (company: string): Step => ({
  opens: 'Activate',
  types: { 'Reason (optional)': 'Known from the registry meeting' },
  presses: 'Activate',
  isDone: text(`${company} is active.`),
})

export const chooseBlock = (block: string): Step => ({
  types: { 'First address': block.split('/')[0] ?? '', 'Your own AS numbers (optional)': '64500' },
  presses: 'Look up',
  onlyReads: true,
  isDone: (page) => page.getByRole('button', { name: 'Continue to prices' }).waitFor(),
})

/** Prices are typed on the way to the terms; nothing is sent before those are accepted. */
export const setPrices = (monthly: string): UnsentStep => ({
  isTyped: async (page) => {
    const price = page.getByLabel('Per block per month')
    await price.waitFor()
    expect(await price.inputValue()).toBe(monthly)
    expect(await page.getByRole('checkbox', { name: 'Open to offers' }).isChecked()).toBe(true)
  },
  goesOn: async (page) => {
    await page.getByRole('button', { name: 'Continue to terms' }).click()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).waitFor()
  },
  comesBack: (page) => page.getByRole('button', { name: 'Change' }).last().click(),
})

export const list = (): Step => ({
  types: {},
  chooses: async (page) => {
    await page.getByRole('checkbox', { name: /I sign the authorisation/ }).click()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
  },
  presses: 'List block',
  isDone: (page) => page.getByLabel('Code from the e-mail').waitFor(),
})

export const prove = (code: string): Step => ({
  types: { 'Code from the e-mail': code },
  isSecret: true,
  presses: 'Verify',
  isDone: text('Ownership proven. Checks are running.'),
})

export const makeOffer = (): Step => ({
  opens: 'Make an offer',
  types: { 'Whole block per month': '90,50' },
  presses: 'Send offer',
  isDone: (page) => page.waitForURL(/\/my-reservations$/),
})

export const counter = (): Step => ({
  opens: 'Counter-offer',
  types: { 'Whole block per month': '95' },
  presses: 'Send counter-offer',
  isDone: text('No offers to answer'),
})

export const giveAddress = (): Step => ({
  opens: 'New address',
  types: { 'Street and number': 'Calle de Alcalá 210', Postcode: '28028', City: 'Madrid' },
  chooses: async (page) => {
    await page.getByRole('combobox', { name: 'Country' }).fill('Spai')
    await page.getByRole('option', { name: 'Spain' }).click()
  },
  presses: 'Add and use',
  isDone: text('Calle de Alcalá 210'),
})

export const placeOrder = (): Step => ({
  types: {},
  // Until nothing of the cart is under way any more the button says why it cannot be pressed.
  chooses: async (page) => {
    const place = page.getByRole('button', { name: 'Place order' })
    await expect.poll(() => place.getAttribute('aria-disabled')).toBe(null)
  },
  presses: 'Place order',
  isDone: heading('Thank you. Your order is complete.'),
})

export const requestLetter = (block: string): Step => ({
  types: { 'AS number': `AS${fitAsn}`, 'Note to the holder (optional)': 'For our Madrid site' },
  chooses: async (page) => {
    const tick = page.getByRole('checkbox', { name: block })
    if (!(await tick.isChecked())) await tick.click()
    await page.getByText(`1 LOA for AS${fitAsn}`).waitFor()
  },
  presses: 'Request LOA',
  isDone: (page) => page.waitForURL(/\/letters$/),
})

export const importRoas = (url: string): Step => ({
  opens: 'Import',
  types: { URL: url, 'Source name (optional)': 'story' },
  presses: 'Import',
  isDone: heading(/^Import of/),
})

export const turnClock = (span: string): Step => ({
  types: { 'Custom interval': span },
  presses: 'Move forward',
  isDone: text(/Clock moved\./),
})

export const terminate = (): Step => ({
  opens: 'Terminate lease',
  types: { Reason: 'We move to our own space', 'Details (optional)': 'Thank you for two good months.' },
  presses: 'Terminate at end of period',
  isDone: text('The lease will not renew.'),
})

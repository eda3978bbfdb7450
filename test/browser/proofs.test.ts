import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFor, know, listed } from '../support/market/offers.ts'
import { aPdf, choose, send, wayOf } from '../support/market/proofs.ts'
import {
  dialogButton,
  expectSound,
  expectTablesFit,
  openStage,
  signedInPage,
  signInAs,
  watchedPage,
  type Stage,
} from '../support/browser/visit.ts'
import { openNameServer, type NameServer } from '../support/server/name-server.ts'
import { anAnswer, openRdapRegistry, type RdapRegistry } from '../support/server/rdap-standin.ts'

/** How a holder proves a block: by what is possible for it, with a registry and a name server that answer. */

let registry: RdapRegistry
let dns: NameServer
let stage: Stage
beforeAll(async () => {
  registry = await openRdapRegistry()
  dns = await openNameServer()
  const env = { ...registry.env, ...dns.env, SUBLET_PROOF_ASN: '3333', SUBLET_PROOF_CONSENTS: '2' }
  stage = await openStage({ env })
  await know(stage.world, 'vrps', [])
  await know(stage.world, 'origins', [{ prefix: '45.110.0.0/24', asn: 64_510 }])
  await know(stage.world, 'blocklists', [])
})
afterAll(async () => {
  await stage?.close()
  await registry?.close()
  await dns?.close()
})

/** A /24 whose record the registry tells. */
function registered(net: string, given: Partial<Parameters<typeof anAnswer>[0]> = {}): string {
  registry.says(`${net}.0/24`, anAnswer({ start: `${net}.0`, end: `${net}.255`, ...given }))
  return `${net}.0/24`
}

/** The owner of a company looks at the page where its new listing is proven. */
async function provesPage(block: string) {
  const holder = await stage.world.client()
  const { email } = await stage.world.person(holder.tenant, 'owner')
  const { uuid } = await listed(stage.world, holder, block)
  const { page, troubles } = await watchedPage(stage)
  const { company } = await signInAs(page, stage.url, email)
  await page.goto(`${stage.url}/c/${company.number}/offers/${uuid}/verify`)
  await page.getByRole('heading', { name: 'Ways to prove ownership' }).waitFor()
  const way = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(title, { exact: true }) })
      .last()
  return { page, troubles, way, holder, uuid }
}

/** Refusals that a test means to see; browsers note them. */
const unexpected = (troubles: readonly string[]) =>
  troubles.filter((trouble) => !/status of (409|413|422|503)/.test(trouble))

describe('a holder', () => {
  it('sees the ways that are possible, why the others are not, and nobody in full', async () => {
    const { page, troubles, way, holder, uuid } = await provesPage(registered('45.110.0'))
    await page.getByText('Nobody was mailed: choose how to prove that it is yours.').waitFor()
    await page.getByText(/RIPE policy has no rule against leasing.*ripe-826/).waitFor()
    await expect.poll(() => page.getByLabel('Code from the e-mail').count()).toBe(0)
    await way('A ROA')
      .getByText(/would make announced routes invalid .*45\.110\.0\.0\/24 by AS64510/)
      .waitFor()
    expect(await way('A ROA').getByRole('button').count()).toBe(0)
    const contact = way('A code by e-mail').getByRole('combobox', { name: 'Registered contact' })
    expect(await contact.textContent()).toContain('a•••e@holder.example')
    expect(await page.content()).not.toMatch(/(abuse|hostmaster)@holder/)
    const { token } = await wayOf(stage.world, holder, uuid, 'dns')
    await way('A TXT record in the reverse zone').getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`_sublet.0.110.45.in-addr.arpa. TXT "${token}"`)
    await way('A token in the registry record')
      .getByText(token ?? '')
      .waitFor()
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page, { themes: ['dark'] })
    expect(troubles).toEqual([])
  })

  it('chooses whom a code is mailed to, and gives it', async () => {
    const block = registered('45.110.1', { type: 'ASSIGNED PI' })
    const { page, troubles, way } = await provesPage(block)
    await page.getByText(/must not be assigned on to others/).waitFor()
    await way('A code by e-mail').getByRole('combobox').click()
    await page.getByRole('option', { name: /h•••r@holder\.example/ }).click()
    await way('A code by e-mail').getByRole('button', { name: 'Send code' }).click()
    await page
      .getByText(/A code was mailed to h•••r@holder\.example/)
      .first()
      .waitFor()
    await expectSound(page)
    await page.getByLabel('Code from the e-mail').fill(await codeFor(stage.world, block))
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText(/^The code mailed to .* was given\.$/).waitFor()
    expect(troubles).toEqual([])
  })

  it('publishes the token, and is told what is missing until it is seen', async () => {
    const { page, troubles, way, holder, uuid } = await provesPage(registered('45.110.2'))
    const txt = way('A TXT record in the reverse zone')
    await txt.getByRole('button', { name: 'Use this method' }).click()
    await txt.getByRole('button', { name: 'Check now' }).click()
    await txt.getByText('The zone 2.110.45.in-addr.arpa is delegated to nobody.').waitFor()
    await expectSound(page)
    dns.delegate('2.110.45.in-addr.arpa')
    const { token, names } = await wayOf(stage.world, holder, uuid, 'dns')
    dns.say(names[0] ?? '', 'TXT', token ?? '')
    await txt.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('The servers of the reverse zones show the token for 45.110.2.0/24.').waitFor()
    expect(unexpected(troubles)).toEqual([])
  })

  it('sends documents that can be kept, and is told of those that cannot', async () => {
    const { page, troubles, way } = await provesPage(registered('45.110.3'))
    const word = way('Review by an operator')
    const ask = word.getByRole('button', { name: 'Submit for review' })
    expect(await ask.getAttribute('aria-disabled')).toBe('true')
    const file = word.getByLabel(/^Upload a document/)
    const refused = word.getByText('Only PDF, PNG and JPEG documents of up to 700 KiB are kept')
    await file.setInputFiles({
      name: 'invoice.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('\x7fELF\x02\x01'),
    })
    await refused.waitFor()
    await expectSound(page)
    await file.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: aPdf() })
    await word.getByText('1 uploaded').waitFor()
    expect(await refused.count()).toBe(0)
    await file.setInputFiles(await largeFile())
    await refused.waitFor()
    await word.getByLabel('What the documents show').fill('The invoice of our registry')
    await ask.click()
    await page.getByText('Selected.').waitFor()
    expect(unexpected(troubles)).toEqual([])
  })
})

/** 100 MB that begin like a document; without the room it would take. */
async function largeFile(): Promise<string> {
  const path = join(tmpdir(), `sublet-large-${process.pid}.pdf`)
  const file = await open(path, 'w')
  await file.write(aPdf())
  await file.truncate(100_000_000)
  await file.close()
  afterAll(() => rm(path, { force: true }))
  return path
}

describe('operators', () => {
  /** What stands below a name on narrow screens is in the page twice. */
  const seen = (within: Page | Locator, text: string | RegExp) => within.getByText(text).filter({ visible: true })
  const said = (page: Page, text: string | RegExp) => seen(page, text).first().waitFor()

  /** A block that waits for the word of two. */
  async function asked(net: string): Promise<string> {
    const holder = await stage.world.client()
    const block = registered(net)
    const { uuid } = await listed(stage.world, holder, block)
    await send(stage.world, holder, uuid, aPdf(block), 'invoice of the registry.pdf')
    await choose(stage.world, holder, uuid, { way: 'operator', statement: 'An invoice of March' })
    return block
  }

  async function twoOperators() {
    const company = await stage.world.tenant('Sublet Operations', 'operator')
    const emails = [await stage.world.person(company), await stage.world.person(company)].map(({ email }) => email)
    const [first, second] = [await signedInPage(stage, emails[0] ?? ''), await signedInPage(stage, emails[1] ?? '')]
    return { first, second }
  }

  const open = (page: Page, verb: 'Accept' | 'Reject', block: string) =>
    page.getByRole('button', { name: `${verb} ${block}`, exact: true }).click()

  it('read the documents, say why, and agree one after the other', async () => {
    const block = await asked('45.111.0')
    const { first, second } = await twoOperators()
    await first.page.goto(`${stage.url}/operator`)
    await first.page.getByRole('link', { name: /^Proofs to decide/ }).click()
    const row = first.page.getByRole('row').filter({ hasText: block })
    await seen(row, 'An invoice of March').waitFor()
    await expectSound(first.page)
    const download = first.page.waitForEvent('download')
    await row.getByRole('link', { name: /invoice of the registry\.pdf/ }).click()
    expect((await download).suggestedFilename()).toBe('invoice of the registry.pdf')
    await open(first.page, 'Accept', block)
    await first.page.getByLabel('Reason').fill('It names the company and the block.')
    await expectSound(first.page)
    await dialogButton(first.page, 'Accept').click()
    await said(first.page, 'Recorded. Another operator has to approve as well.')
    const again = row.getByRole('button', { name: `Accept ${block}` })
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true')

    await second.page.goto(`${stage.url}/operator/proofs`)
    await said(second.page, '1 of 2 operators approved.')
    await second.page.setViewportSize({ width: 360, height: 780 })
    await expectSound(second.page, { themes: ['dark'] })
    await expectTablesFit(second.page)
    await said(second.page, 'Test Person: It names the company and the block.')
    await open(second.page, 'Accept', block)
    await second.page.getByLabel('Reason').fill('So do I read it.')
    await dialogButton(second.page, 'Accept').click()
    await said(second.page, `${block} approved. Checks are running.`)
    expect([first.troubles, second.troubles]).toEqual([[], []])
  })

  it('who decide at once are told apart: one has decided, the other reads so', async () => {
    const block = await asked('45.111.1')
    const { first, second } = await twoOperators()
    const pages = [first.page, second.page]
    for (const page of pages) {
      await page.goto(`${stage.url}/operator/proofs`)
      await open(page, 'Reject', block)
      await page.getByLabel('Reason').fill('It names another block.')
    }
    await Promise.all(pages.map((page) => dialogButton(page, 'Reject').click()))
    const outcomes = pages.map((page) =>
      Promise.any([
        page
          .getByText(/ has been told why\.$/)
          .first()
          .waitFor()
          .then(() => 'decided'),
        page
          .getByText('This proof does not wait for an operator, or no more.')
          .first()
          .waitFor()
          .then(() => 'late'),
      ]),
    )
    expect((await Promise.all(outcomes)).toSorted()).toEqual(['decided', 'late'])
    for (const page of pages) await expect.poll(() => page.getByText(block).count()).toBe(0)
    expect([...unexpected(first.troubles), ...unexpected(second.troubles)]).toEqual([])
  })
})

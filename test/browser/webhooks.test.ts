import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSound, expectTablesFit, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'
import { openReceiver, type Receiver } from '../support/server/receiver.ts'
import { callFor, happen, newEndpoint } from '../support/webhooks.ts'

/** Being told by webhooks, as people set it up and look at it. */

let stage: Stage
let receiver: Receiver
beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
  receiver = await openReceiver()
})
afterAll(async () => {
  await stage?.close()
  await receiver?.close()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) process.stdout.write('openssl is not installed: the command that signs is not tried\n')

async function signatureBy(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  return `v1,${stdout.trim()}`
}

async function arrive(tenant: string, role: 'owner' | 'viewer' = 'owner') {
  const { email } = await stage.world.person(tenant, role)
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

it('an endpoint is added, tested, and its signature checked with the command beside it', async () => {
  const tenant = await stage.world.tenant('Brightwave Hosting')
  const { page, troubles, at } = await arrive(tenant)
  await page.goto(at('/webhooks'))
  await page.getByText('No endpoints yet').waitFor()
  await expectSound(page)

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByLabel('Address').fill('https://10.0.0.1/')
  await page.getByRole('checkbox', { name: 'All, including future ones' }).click()
  await page.getByRole('button', { name: /events of lease\.\*/ }).click()
  await page.getByRole('checkbox', { name: 'lease.started' }).click()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('only public hosts are sent to').first().waitFor()
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])

  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  expect(await page.getByText(secret).count()).toBe(0)

  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Test event sent.').first().waitFor()
  await stage.world.runJobs()
  const row = page.getByRole('row', { name: /webhook\.test/ })
  await row.getByText('Delivered').waitFor()
  await expectSound(page)
  await row.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('Response 204').waitFor()
  await expectSound(page)
  const command = (await dialog.getByLabel('Signing command').textContent()) ?? ''
  const sent = String(receiver.received.at(-1)?.headers['webhook-signature'])
  expect(hasOpenssl ? await signatureBy(command.replace('whsec_…', secret)) : sent).toBe(sent)
  expect(troubles).toEqual([])
})

it('an endpoint changes over to another secret, is paused and removed', async () => {
  const { tenant, uuid } = await newEndpoint(stage.world, receiver.url)
  const { page, troubles, at } = await arrive(tenant)
  await page.goto(at(`/webhooks/${uuid}`))
  const pick = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await pick('New secret')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('Two: requests are signed with both').waitFor()
  await pick('Revoke old secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('One', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  const active = page.getByRole('button', { name: 'Activate', exact: true })
  await active.waitFor()
  expect(await page.getByRole('button', { name: /^Send test event/ }).getAttribute('aria-disabled')).toBe('true')
  await active.click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await pick('Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No endpoints yet').waitFor()
  expect(troubles).toEqual([])
})

it('what failed is seen with its answer, and sent again: one, or a span', async () => {
  const { tenant, uuid, ...client } = await newEndpoint(stage.world, receiver.url)
  const call = callFor(stage.world, { tenant, bearer: client.bearer })
  receiver.answers((response) => void response.writeHead(410).end('This hook is gone.'))
  await happen(stage.world, tenant, 1, 1)
  await stage.world.runJobs()
  receiver.answers(204)
  const { page, troubles, at } = await arrive(tenant)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(at(`/webhooks/${uuid}`))
  await page.getByText('It responded 410 Gone.').waitFor()
  await expectSound(page)
  await expectTablesFit(page)
  await call('PATCH', `/endpoints/${uuid}`, { status: 'active' })
  await page
    .getByRole('row', { name: /order\.part_paid/ })
    .getByRole('link')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('This hook is gone.').waitFor()
  expect(page.url()).toContain('delivery=')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByText('Waiting').waitFor()
  await stage.world.runJobs()
  await dialog.getByText('Delivered').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Replay events' }).click()
  await expectSound(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
  await page
    .getByText(/\d+ events queued\./)
    .first()
    .waitFor()
  expect(troubles).toEqual([])
})

it('who only looks is told why they may change nothing', async () => {
  const { tenant, uuid } = await newEndpoint(stage.world, receiver.url)
  const { page, troubles, at } = await arrive(tenant, 'viewer')
  await page.goto(at(`/webhooks/${uuid}`))
  const test = page.getByRole('button', { name: /^Send test event/ })
  expect(await test.getAttribute('aria-disabled')).toBe('true')
  await expectSound(page)
  expect(troubles).toEqual([])
})

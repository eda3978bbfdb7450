import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTable } from '../support/csv.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'
import { openKrill, type KrillStandin } from '../support/registries/krill-standin.ts'
import { openRouting, routingSettings } from '../support/registries/stage.ts'
import { connectSilently, letBlock } from '../support/reverse-dns.ts'

/** What is done for people at registries and name servers, as they see it. */

let stage: Stage
let krill: KrillStandin
beforeAll(async () => {
  stage = await openStage({ env: { ...routingSettings, SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1' } })
  krill = await openKrill()
})
afterAll(async () => {
  await stage?.close()
  await krill?.standin.kill()
})

async function arrive(tenant: string) {
  const { email } = await stage.world.person(tenant, 'owner')
  const watched = await watchedPage(stage)
  const { company } = await signInAs(watched.page, stage.url, email)
  return { ...watched, at: (path: string) => `${stage.url}/c/${company.number}${path}` }
}

it('a letter says what a connected registry does, and gives the text to paste for the rest', async () => {
  const { office, connect, letters } = await openRouting(stage.world)
  await connect({ ...krill.wish(), title: 'Our CA' })
  const letter = await letters()
  const { page, troubles, at } = await arrive(office.holder.tenant)
  await page.goto(at(`/letters-to-do/${letter.uuid}`))
  await page.getByText('does this for you').waitFor()
  await page.getByText('Created', { exact: true }).waitFor()
  expect(await page.getByText('Maximum length:').count()).toBe(0)
  await page.getByText(`route:          ${letter.block}`).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Our CA' }).click()
  await page.getByRole('row', { name: new RegExp(`^${letter.block}`) }).waitFor()
  await page.goBack()
  await stage.world.house.pool.query(`update routing_connector set stopped_at = now()`)
  await page.reload()
  await page.getByText('is not at work').waitFor()
  await page.getByText('Maximum length:').waitFor()
  expect(troubles).toEqual([])
})

it('names of a block are set and downloaded, and a zone that is refused is shown to who has its server', async () => {
  const { world } = stage
  const sides = await letBlock(world, '45.94.0.0/24')
  await connectSilently(world, sides)
  await sides.lessee('PUT', '/reverse/pattern', { block: '45.94.0.0/24', pattern: 'host-{d}.example.net' })
  const { page, troubles, at } = await arrive(sides.lesseeOf.tenant)
  await page.goto(at('/reverse-dns'))
  await page.getByRole('link', { name: '45.94.0.0/24' }).click()
  await page.getByRole('cell', { name: 'host-7.example.net', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change the name of 45.94.0.7', exact: true }).click()
  await page.getByLabel('Host name').fill('mail.example.net')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'mail.example.net', exact: true }).waitFor()
  await expectSound(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const rows = readTable((await readFile(await (await coming).path(), 'utf8')).slice(1))
  expect([rows.length, rows[7]]).toMatchObject([256, { address: '45.94.0.7', name: 'mail.example.net' }])
  expect(troubles).toEqual([])

  await world.house.pool.query(`update dns_zone set fault = 'does not let this key do that (REFUSED)', failures = 1`)
  const holder = await arrive(sides.holderOf.tenant)
  await holder.page.goto(holder.at('/name-servers'))
  await holder.page.getByText('does not let this key do that (REFUSED)').first().waitFor()
  await holder.page.getByText('Zones refused').first().waitFor()
  await expectSound(holder.page)
  expect(holder.troubles).toEqual([])
})

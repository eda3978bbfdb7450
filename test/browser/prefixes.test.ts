import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { know } from '../support/market/facts.ts'
import { makeLease, makeOffer } from '../support/market/market.ts'
import { crowdPrefixes } from '../support/market/prefix-crowd.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
let email: string
let crowd: string
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  const holder = await world.tenant('Meridian Address Trust', 'holder')
  const lessee = await world.tenant('Brightwave Hosting')
  email = (await world.person(holder, 'owner')).email
  const offer = await makeOffer(world, holder, { block: '45.8.0.0/22' })
  await makeOffer(world, holder, { block: '45.12.0.0/22' })
  const { uuid } = await makeLease(world, offer, lessee, '45.8.1.0/24')
  await world.house.pool.query(`update lease set asns = '{64500}' where uuid = $1`, [uuid])
  const routes = [
    { prefix: '45.8.1.0/24', asn: 64_500, peers: 300 },
    { prefix: '45.8.2.0/24', asn: 64_666, peers: 300 },
  ]
  await know(world, 'origins', routes)
  await world.runJobs()
  await know(world, 'vrps', [{ prefix: '45.8.1.0/24', asn: 64_501 }])
  await world.runJobs()
  const [crowded, leases] = [await world.tenant('Crowd', 'holder'), await world.tenant('Crowded Hosting')]
  crowd = (await world.person(leases, 'owner')).email
  const blocks = Array.from({ length: 20 }, (_, i) => ({
    holder: crowded,
    block: `46.${i}.0.0/20`,
    leases: Array.from({ length: 16 }, (_, n) => ({ lessee: leases, block: `46.${i}.${n}.0/24` })),
  }))
  await crowdPrefixes(world.house.pool, blocks)
})
afterAll(() => stage?.close())

async function visit(who = email) {
  const { page, troubles } = await watchedPage(stage)
  const { company } = await signInAs(page, stage.url, who)
  return { page, troubles, base: `${stage.url}/c/${company.number}` }
}

describe('the tree of prefixes', () => {
  it('is gone through by the arrow keys, as a tree grid is', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/prefixes`)
    const row = (notation: string) => page.locator(`[data-notation="${notation}"]`)
    await row('45.8.1.0/24').waitFor()
    await expectSound(page)
    expect(await row('45.8.1.0/24').getAttribute('aria-level')).toBe('2')
    await row('45.8.0.0/22').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForURL(/at=45\.8\.1\.0%2F24/)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await row('45.8.1.0/24').waitFor({ state: 'detached' })
    expect(await row('45.8.0.0/22').getAttribute('aria-expanded')).toBe('false')
    expect(await row('45.8.0.0/22').textContent()).toContain('2 inside, critical')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/prefixes\/45\.8\.1\.0%2F24/)
    await page.getByRole('heading', { level: 1, name: '45.8.1.0/24' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('starts where one wants, and refuses in the words of the API', async () => {
    const { page, base } = await visit()
    await page.goto(`${base}/prefixes`)
    await page.getByLabel('Start from this prefix').fill('45.8.1.0/24')
    await page.locator('[data-notation="45.12.0.0/22"]').waitFor({ state: 'detached' })
    await page.locator('[data-notation="45.8.1.0/24"]').waitFor()
    await page.getByLabel('Start from this prefix').fill('9.9.9.0/24')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Organisation').fill('brightwave hosting')
    await expect.poll(() => page.locator('[data-notation]').count()).toBe(1)
    await page.locator('[data-notation="45.8.1.0/24"]').waitFor()
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
  })

  it('of hundreds holds only what is seen, and reads on as one scrolls', async () => {
    const { page, troubles, base } = await visit(crowd)
    await page.goto(`${base}/prefixes`)
    await page.locator('[data-notation="46.0.0.0/24"]').focus()
    expect(await page.locator('[data-notation]').count()).toBeLessThan(80)
    const last = page.locator('[data-notation="46.19.15.0/24"]')
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return last.count()
      })
      .toBe(1)
    expect(await page.locator('[data-notation]').count()).toBeLessThan(80)
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('a prefix', () => {
  it('says why it stands so, what to do, and how it stood before', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/prefixes/45.8.1.0%2F24`)
    await page.getByText('45.8.1.0/24 is announced by AS64500, as expected.').waitFor()
    await page.getByText('Non-matching ROAs (1)').waitFor()
    const create = page.getByRole('listitem').filter({ hasText: 'Create a ROA for 45.8.1.0/24 from AS64500.' })
    await create.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/AS64500\nprefix: +45\.8\.1\.0\/24/)
    await expectSound(page)
    await page.getByRole('link', { name: 'Records' }).click()
    await page.getByRole('cell', { name: 'Brightwave Hosting' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('figure', { name: 'Health over time' }).waitFor()
    await page.getByText('First checked').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Invalid origin' }).waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('has notes: added, changed, deleted and taken back', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/prefixes/45.12.0.0%2F22?tab=notes`)
    await page.getByText('No notes yet').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Key').fill('rack')
    await page.getByLabel('Value').fill('A7')
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('rack saved.').waitFor()
    await page.getByRole('button', { name: 'Edit rack' }).click()
    await page.getByLabel('Value').fill('B9')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('B9').waitFor()
    await page.getByRole('button', { name: 'Delete rack' }).click()
    await page.getByText('No notes yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('B9').waitFor()
    expect(troubles).toEqual([])
  })

  it('that is not the company’s is refused in the words of the API', async () => {
    const { page, base } = await visit()
    await page.goto(`${base}/prefixes/9.9.9.0%2F24`)
    await page.getByRole('alert').waitFor()
    await expectSound(page)
    expect(await page.getByRole('alert').textContent()).toContain('There is no such object.')
  })
})

describe('unannounced space', () => {
  it('is listed by its largest blocks, and leads to each', async () => {
    const { page, troubles, base } = await visit()
    await page.goto(`${base}/unannounced`)
    await page.getByRole('link', { name: '45.12.0.0/22' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: '45.8.3.0/24' }).click()
    await page.getByRole('heading', { level: 1, name: '45.8.3.0/24' }).waitFor()
    expect(troubles).toEqual([])
  })
})

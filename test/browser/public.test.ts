import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLetters, releaseByHolder } from '../support/market/letters.ts'
import { expectSound, openStage, watchedPage, type Stage } from '../support/browser/visit.ts'

/** What is there for those who have not signed in. */

let stage: Stage
let code: string

beforeAll(async () => {
  stage = await openStage()
  const office = await openLetters(stage.world)
  const lessee = await office.lessee()
  const { block } = await lessee.lease()
  const [letter = ''] = await lessee.buy({ subnets: [block] })
  code = await releaseByHolder(office, letter)
})
afterAll(() => stage?.close())

describe('the landing page', () => {
  it('shows the market as it is, and leads into it', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.goto(stage.url)
    const now = page.getByRole('region', { name: 'The market now' })
    await now.getByText('Available', { exact: true }).first().waitFor()
    const leased = now.locator('dl > div').filter({ hasText: 'Blocks leased' })
    expect(await leased.locator('dd').textContent()).toBe('1')
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await page.getByRole('link', { name: 'See the market' }).click()
    await page.waitForURL(`${stage.url}/market`)
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL(/\/sign-up$/)
    expect(troubles).toEqual([])
  })

  it('leads to what a letter is worth', async () => {
    const { page, troubles } = await watchedPage(stage)
    await page.goto(stage.url)
    await page.getByLabel('LOA code').fill(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/verify\?code=/)
    await page.getByRole('heading', { name: 'Genuine and in force' }).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('an address that leads nowhere', () => {
  it.each(['/nowhere/at/all', '/c/1/nowhere'])('%s: says so, and where one may go', async (path) => {
    const { page } = await watchedPage(stage)
    const answer = await page.goto(`${stage.url}${path}`)
    expect(answer?.status()).toBe(path.startsWith('/c/') ? 200 : 404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: 'Lease IPv4, or lease yours out.' }).waitFor()
  })

  it('is told to programs in the words of the API', async () => {
    const { status, body } = await stage.world.call('GET', '/nowhere/at/all')
    expect([status, body.code]).toEqual([404, 'route_not_found'])
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkOffer } from '../../src/market/check/check.actions.ts'
import { makeLease, makeOffer, type MadeOffer } from '../support/market/market.ts'
import { know } from '../support/market/offers.ts'
import { expectSound, openStage, signInAs, watchedPage, type Stage } from '../support/browser/visit.ts'

/** Searching the market, on its table and on its map, and thinking about a block. */

let stage: Stage
let holder: string
let offer: MadeOffer
let email: string
let page: Page
let troubles: string[]
let market: string

beforeAll(async () => {
  stage = await openStage({ env: { SUBLET_PUBLIC_PRICES: '1' } })
  const { world } = stage
  holder = await world.tenant('Meridian', 'holder')
  offer = await makeOffer(world, holder, {
    block: '45.8.0.0/22',
    pricings: [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [3, 12] }],
  })
  await makeOffer(world, holder, { block: '62.4.0.0/24', registry: 'arin' })
  await know(world, 'geodata', [
    { prefix: '45.8.0.0/22', cityName: 'Delft' },
    { prefix: '62.4.0.0/24', countryCode: 'DE', countryName: 'Germany' },
  ])
  await know(world, 'blocklists', [{ prefix: '62.4.0.0/25' }])
})
afterAll(() => stage?.close())

/** Another company each time, so that nobody is in another's way. */
beforeEach(async () => {
  const { world } = stage
  const person = await world.person(await world.tenant('Brightwave Hosting'))
  email = person.email
  ;({ page, troubles } = await watchedPage(stage))
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { company } = await signInAs(page, stage.url, email)
  market = `${stage.url}/c/${company.number}/market`
})

const rows = () => page.getByRole('grid', { name: 'Blocks found' }).getByRole('row')
const row = (block: string) => rows().filter({ hasText: block })
const map = () => page.getByRole('application', { name: 'Map of the IPv4 address space' })
const chosen = () => page.getByRole('complementary', { name: 'Selected block' })
const asked = () => new URL(page.url()).searchParams

describe('the search', () => {
  it('says in the address what is looked for, and finds it again there', async () => {
    await page.goto(market)
    await row('62.4.0.0/24').waitFor()
    await page.getByLabel('Reputation', { exact: true }).click()
    await page.getByRole('option', { name: 'Clean' }).click()
    await row('62.4.0.0/24').waitFor({ state: 'detached' })
    await page.getByLabel('Within this prefix').fill('45.8.2.0/23')
    await page.waitForURL(/inside=45\.8\.2\.0/)
    await row('45.8.0.0/24').waitFor({ state: 'detached' })
    await page.reload()
    await row('45.8.3.0/24').waitFor()
    expect(await rows().count()).toBe(3)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row('62.4.0.0/24').waitFor()
    expect(asked().has('inside')).toBe(false)
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  it('finds by place, and sorts as one likes', async () => {
    await page.goto(market)
    await page.getByLabel('Country').fill('Germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await row('45.8.0.0/24').waitFor({ state: 'detached' })
    expect(asked().get('country')).toBe('DE')
    await page.goto(`${market}?sort=-address`)
    await page.getByRole('columnheader', { name: 'Block' }).getByRole('button').click()
    await page.waitForURL((url) => !url.searchParams.has('sort'))
    await page.getByRole('columnheader', { name: 'Block' }).getByRole('button').click()
    await page.waitForURL(/sort=address/)
    await expect.poll(() => rows().nth(1).textContent()).toContain('45.8.0.0/24')
  })

  it('says what to do when nothing fits, and shows refusals in the words of the API', async () => {
    await page.goto(`${market}?size=16`)
    await page.getByText('No available blocks match your search').waitFor()
    await expectSound(page)
    await page.goto(`${market}?inside=45.8.0.1/16`)
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('has host bits set; the block around it is 45.8.0.0/16')
  })

  it('works on a telephone, where the map is another view', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(market)
    await row('45.8.0.0/24').waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await map().waitFor()
    await expectSound(page)
    expect(troubles).toEqual([])
  })
})

describe('the table and the map', () => {
  it('choose for each other', async () => {
    await page.goto(market)
    await row('45.8.2.0/24').click()
    await page.waitForURL(/pick=45\.8\.2\.0/)
    await chosen().getByText('$100.00').waitFor()
    await chosen().getByRole('button', { name: 'Zoom in' }).click()
    await page.waitForURL(/zoom=/)
    // What was zoomed to is in the middle; its neighbour to the right on the curve is another block of the same offer.
    const box = await map().boundingBox()
    if (!box) throw new Error('the map is not there')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    expect(asked().get('pick')).toBe('45.8.2.0/24')
    await page.goto(`${market}?view=map&at=45.8.3.0&zoom=9`)
    await map().waitFor()
    await expect.poll(() => clickInTheMiddle()).toBe('45.8.3.0/24')
    await page.getByRole('link', { name: 'Both' }).click()
    await expect.poll(() => row('45.8.3.0/24').getAttribute('aria-selected')).toBe('true')
    expect(troubles).toEqual([])
  })

  const clickInTheMiddle = async () => {
    const box = await map().boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2 + 2)
    return asked().get('pick')
  }

  it('are walked through by the keyboard alone', async () => {
    await page.goto(market)
    await row('45.8.0.0/24').waitFor()
    await page.getByRole('grid', { name: 'Blocks found' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => rows().nth(2).getAttribute('aria-selected')).toBe('true')
    await map().focus()
    await page.keyboard.press('0')
    await expect.poll(() => saidByTheMap()).toMatch(/nothing listed|blocks?/)
    await page.goto(`${market}?view=map&at=45.8.0.0&zoom=1`)
    // It says what is under its cursor when it is entered, of what has come by then.
    await expect
      .poll(async () => {
        await map().blur()
        await map().focus()
        return saidByTheMap()
      })
      .toBe('45.8.0.0/22: available.')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => saidByTheMap()).toMatch(/nothing listed/)
    await page.keyboard.press('ArrowRight')
    for (let i = 0; i < 9 && !asked().has('pick'); i++) await page.keyboard.press('Enter')
    await page.waitForURL(/pick=45\.8\.0\.0/)
    await expect.poll(() => saidByTheMap()).toBe('Selected 45.8.0.0/24: available.')
  })

  const saidByTheMap = async () => page.getByTestId('map-status').textContent()

  it('say the same in words', async () => {
    await page.goto(`${market}?view=map`)
    await page.getByText('The map as text').click()
    const text = page.getByRole('region', { name: 'The map as text' })
    await expect
      .poll(() => text.getByRole('row', { name: /^45\.0\.0\.0\/8/ }).textContent())
      .toMatch(/^45\.0\.0\.0\/81/)
    await expectSound(page)
  })

  it('have a legend that switches off what one does not want to see, by the keyboard too', async () => {
    await page.goto(`${market}?view=map&at=45.8.0.0&zoom=1`)
    const available = page.getByRole('button', { name: 'Available', exact: true })
    expect(await available.getAttribute('aria-pressed')).toBe('true')
    await available.press('Enter')
    await page.waitForURL(/hide=offered/)
    expect(await available.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('button', { name: 'Matches your search' }).press('Space')
    await page.waitForURL(/hide=offered(%2C|,)found/)
    await expect
      .poll(async () => {
        await map().blur()
        await map().focus()
        return saidByTheMap()
      })
      .toMatch(/nothing listed/)
    await expectSound(page)
    await available.click()
    await page.waitForURL(/hide=found/)
    expect(troubles).toEqual([])
  })

  it('are there for strangers, with prices where the operator says so', async () => {
    const stranger = await watchedPage(stage)
    await stranger.page.goto(`${stage.url}/market`)
    await stranger.page.getByRole('application').waitFor()
    await stranger.page.getByText('1,280').waitFor()
    const prices = stranger.page.getByRole('region', { name: 'Prices' })
    await prices.getByText('$100.00').first().waitFor()
    await expectSound(stranger.page)
    await stranger.page.setViewportSize({ width: 360, height: 780 })
    await expectSound(stranger.page)
    expect(stranger.troubles).toEqual([])
  })
})

describe('a block', () => {
  it('says what a commitment comes to, and is reserved for it', async () => {
    await page.goto(`${market}/45.8.1.0/24`)
    await page.getByRole('row', { name: /12 months/ }).click()
    await page.waitForURL(/months=12/)
    await page
      .getByRole('row', { name: /12 months/ })
      .getByText('$1,200.00')
      .waitFor()
    await page.getByText('Delft').first().waitFor()
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    await page.getByRole('button', { name: 'Reserve' }).click()
    await page.waitForURL(/\/cart$/)
    await page.getByText('committed for 12 months').waitFor()
    await page.goto(`${market}/45.8.1.0/24`)
    await page.getByText('Reserved by you').waitFor()
    await page.getByRole('link', { name: 'In your cart' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('is negotiated about, and let go of', async () => {
    await page.goto(`${market}/45.8.2.0/24`)
    await page.getByRole('button', { name: 'Make an offer' }).click()
    await page.getByLabel('Per address per month').fill('0,3')
    expect(await page.getByLabel('Whole block per month').inputValue()).toBe('76.80')
    await expectSound(page)
    await page.getByRole('button', { name: 'Send offer' }).click()
    await page.waitForURL(/\/my-reservations$/)
    await page.getByText('Waiting for the holder').filter({ visible: true }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('45.8.2.0/24 released.').waitFor()
    await page.getByRole('cell', { name: 'Expired' }).waitFor()
    await page.goto(`${market.replace('/market', '/my-reservations')}?status=declined`)
    await page.getByText('No declined reservations').waitFor()
    expect(troubles).toEqual([])
  })

  it('that somebody else has leads to the nearest free ones', async () => {
    await makeLease(stage.world, offer, await stage.world.tenant('Somebody else'), '45.8.3.0/24')
    await page.goto(`${market}/45.8.3.0/24`)
    await page.getByText('This block is leased or on hold').waitFor()
    await expectSound(page)
    const reserve = page.getByRole('button', { name: 'Reserve' })
    expect(await reserve.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('link', { name: '45.8.2.0/24' }).click()
    await page.getByText('Available', { exact: true }).waitFor()
  })

  it('that nobody offers is said to be none', async () => {
    await page.goto(`${market}/45.9.0.0/24`)
    await expect.poll(() => page.getByRole('main').textContent()).toContain('This block is not available')
    await expectSound(page)
  })
})

describe('with 8,000 blocks, which are about as many as a map draws', () => {
  /** So many /24 of each of two /8. */
  const fill = (from: number, to: number) =>
    stage.world.house.pool.query(
      `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
       select set_masklen(o.block::inet + n * 256, 24)::cidr, o.uuid, o.tenant_uuid, false
       from offer o cross join generate_series($1::int, $2::int) n where o.block in ('11.0.0.0/8', '12.0.0.0/8')`,
      [from, to - 1],
    )

  beforeAll(async () => {
    for (const block of ['11.0.0.0/8', '12.0.0.0/8']) await makeOffer(stage.world, holder, { block })
    await stage.world.house.pool.query(`delete from free_block where block in ('11.0.0.0/8', '12.0.0.0/8')`)
    await fill(0, 4_000)
  })

  /** Milliseconds of script since the page began, by the browser's own count. */
  async function scriptClock(): Promise<() => Promise<number>> {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
    return async () => {
      const { metrics } = await browser.send('Performance.getMetrics')
      return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
    }
  }

  const frames = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

  /** What a person does on this page, one thing after the other. */
  async function deeds(): Promise<Record<string, () => Promise<unknown>>> {
    const box = await map().boundingBox()
    if (!box) throw new Error('the map is not there')
    const [x, y] = [box.x + box.width / 4, box.y + box.height / 8]
    const grid = page.getByRole('grid', { name: 'Blocks found' })
    return {
      'choose on the map': () => map().click(),
      point: () => page.mouse.move(x + 3, y + 3),
      press: () => page.mouse.down(),
      drag: () => page.mouse.move(x + 40, y + 30),
      release: () => page.mouse.up(),
      'zoom in': () => page.mouse.wheel(0, -300),
      'zoom further': () => page.mouse.wheel(0, -300),
      'zoom out': () => page.mouse.wheel(0, 300),
      walk: () => page.keyboard.press('ArrowRight'),
      'zoom by key': () => page.keyboard.press('+'),
      'see all': () => page.keyboard.press('0'),
      'scroll the table': () => grid.evaluate((table) => table.parentElement?.scrollBy(0, 4_000)),
      'choose in the table': () => rows().nth(8).click(),
      'choose the next': () => grid.press('ArrowDown'),
    }
  }

  it('no interaction goes through all of them', async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/market/map'))
    await page.goto(market)
    const { meta } = (await (await answer).json()) as { meta: { total: number; detail: number | null } }
    expect(meta.total).toBeGreaterThan(8_000)
    expect(meta.detail).toBeNull()
    await page.getByText('The first 1,000 blocks').waitFor()
    await map().waitFor()
    const clock = await scriptClock()
    // The least of three. To draw all of them takes many seconds; to draw what is seen takes less than one anywhere.
    const spent: Record<string, number> = {}
    for (let round = 0; round < 3; round++)
      for (const [name, deed] of Object.entries(await deeds())) {
        const before = await clock()
        await deed()
        await frames()
        spent[name] = Math.min(spent[name] ?? Infinity, Math.round((await clock()) - before))
      }
    expect(Object.entries(spent).filter(([, ms]) => !(ms < 1_000))).toEqual([])
    expect(await rows().count()).toBeLessThan(60)
    expect(troubles).toEqual([])
  })

  it('and with more they are squares from afar, and blocks from near', async () => {
    await fill(4_000, 4_100)
    const near = page.waitForResponse((response) => response.url().includes('/market/map?inside='))
    await page.goto(`${market}?view=map&size=16&at=11.0.8.0&zoom=7`)
    await near
    const box = await map().boundingBox()
    if (!box) throw new Error('the map is not there')
    await expect
      .poll(async () => {
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
        await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2 + 1)
        return page.getByTestId('map-status').textContent()
      })
      .toMatch(/^11\.0\.\d+\.0\/24 · available$/)
  })
})

describe('before paying', () => {
  it('a block says what of it was not checked, and whether an AS number could get a letter', async () => {
    await checkOffer.run(stage.world.ctx, { offer: offer.uuid })
    await page.goto(`${market}?inside=45.8.2.0%2F24`)
    await row('45.8.2.0/24').getByText('Not fully checked').waitFor()
    await page.getByText('Marked blocks were not fully checked (no data).').waitFor()
    await row('45.8.2.0/24').click()
    await chosen().getByText('Not fully checked').waitFor()
    await expectSound(page)
    await page.goto(`${market}/45.8.2.0/24`)
    await page.getByText('Not fully checked').waitFor()
    await page.getByText(/^Missing checks \(no data\): Registry record, Routing, ROAs\./).waitFor()
    await letterFor('AS64500')
    await expectSound(page)
    await page.getByRole('button', { name: 'Reserve' }).click()
    await page.waitForURL(/\/cart$/)
    await page.getByText('Not checked (no data): Registry record, Routing, ROAs').waitFor()
    await letterFor('64500')
    await expectSound(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectSound(page)
    expect(troubles).toEqual([])
  })

  async function letterFor(asn: string): Promise<void> {
    await page.getByLabel('AS number').fill(asn)
    await page.getByLabel('AS number').press('Enter')
    await page.getByText(/AS64500 is reserved: nobody may announce from it\. It is currently not eligible/).waitFor()
  }
})

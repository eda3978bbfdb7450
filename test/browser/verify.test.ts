import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveBrowser, sharedBrowser } from '../support/browser/browser.ts'
import { expectSound } from '../support/browser/visit.ts'
import { fitAsn, openLetters, releaseByHolder } from '../support/market/letters.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
let browser: Browser
let url: string
let block: string
let code: string

beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  const office = await openLetters(world)
  const lessee = await office.lessee()
  ;({ block } = await lessee.lease())
  const [letter = ''] = await lessee.buy({ subnets: [block] })
  code = await releaseByHolder(office, letter)
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`
  browser = await sharedBrowser()
})

afterAll(async () => {
  await leaveBrowser(browser)
  await world?.close()
})

const verdict = (page: Page) => page.locator('h1').textContent()

/** Of two colours `rgb(r, g, b)`, by WCAG 2. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

describe('the verification of letters', () => {
  it('is reached by keyboard alone, and says whether the letter holds', async () => {
    const page = await browser.newPage()
    const troubles: string[] = []
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
    await page.goto(`${url}/verify`)
    // The field takes the focus by itself.
    await page.locator('#code:focus').waitFor()
    await page.keyboard.type(code.toLowerCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    await page.waitForURL(/code=/)
    expect(await verdict(page)).toBe('Genuine and in force')
    const facts = await page.locator('dl div').allTextContents()
    expect(facts.slice(0, 4)).toEqual([
      `Address block${block}`,
      `May be announced byAS${fitAsn}`,
      'In prefixes/24 only',
      'Issued toExample Networks B.V.',
    ])
    expect(facts.slice(4).join(' ')).toMatch(/^Valid from\d.+ Valid until.+ ReferenceLOA(-[0-9A-F]{4}){3}$/)
    expect(await page.locator('time').first().getAttribute('datetime')).toMatch(/Z$/)
    expect(troubles).toEqual([])
    await page.getByLabel('Verify another letter').fill(`${code.slice(0, -1)}U`)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.locator('.bad').waitFor()
    expect(await verdict(page)).toBe('Not genuine')
    await page.close()
  })

  it.each(['light', 'dark'] as const)(
    'can be read in the %s, on a telephone, without a scroll bar',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } })
      for (const [path, kind] of [
        [`/verify/${code}`, '.good'],
        ['/verify/none', '.bad'],
      ] as const) {
        await page.goto(`${url}${path}`)
        const colour = (place: string, what: 'color' | 'backgroundColor') =>
          page.evaluate(`getComputedStyle(document.querySelector('${place}')).${what}`) as Promise<string>
        for (const [text, ground] of [
          ['h1', kind],
          [`${kind} p`, kind],
          ['footer', 'body'],
          ['button', 'button'],
        ] as const)
          expect(contrast(await colour(text, 'color'), await colour(ground, 'backgroundColor'))).toBeGreaterThan(4.5)
        await expectSound(page, { themes: [colorScheme] })
      }
      await page.close()
    },
  )
})

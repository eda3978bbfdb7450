import { newViewer, pagesByRole, type Looked, type Portal } from './people.ts'
import { isApi, layoutShift, longestTask } from './slow-page.ts'

/** What the portal is held to, each measured in a browser that is four times slower than this machine. */

export interface Figure {
  readonly name: string
  readonly goal: number
  readonly unit: 'ms' | 'B' | '' | 'shift'
  readonly values: readonly number[]
  /** What makes it so large, where that is known. */
  readonly says?: string
}

const marketOf = ({ visit }: Looked) => `/c/${visit?.company.number}/market`
const results = 'table[aria-label="Blocks found"] tbody a'

/** A first visit to the market, of a lessee: until its rows and its map are there and nothing long runs any more. */
export async function firstViews(portal: Portal, rounds: number): Promise<Figure[]> {
  const [ready, bytes]: [number[], number[]] = [[], []]
  const largest = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const looked = await newViewer(portal, 'lessee')
    const { page, watched, whileSlow, rest, transfers } = looked
    const shownAt = await whileSlow(async () => {
      await page.goto(`${portal.url}${marketOf(looked)}`, { waitUntil: 'commit' })
      await page.locator(results).first().waitFor()
      await page.locator('[role=application] canvas').waitFor()
      const at = await page.evaluate<number>('performance.now()')
      await rest()
      return at
    })
    const { tasks } = await watched()
    ready.push(Math.max(shownAt, ...tasks.map(({ to }) => to)))
    const answers = transfers().filter(isApi)
    bytes.push(answers.reduce((sum, one) => sum + one.bytes, 0))
    for (const one of answers) largest.set(new URL(one.url).pathname, one.bytes)
    await page.context().close()
  }
  const worst = [...largest].toSorted(([, a], [, b]) => b - a).slice(0, 4)
  const says = worst.map(([path, size]) => `${path.replace(/[\da-f-]{36}/, '…')} ${size}`).join(', ')
  return [
    { name: 'market: until it can be used', goal: 4_000, unit: 'ms', values: ready },
    { name: 'market: API answers of its first view', goal: 60_000, unit: 'B', values: bytes, says },
  ]
}

/** All that is asked for by a first visit to the landing page. */
export async function landing(portal: Portal, rounds: number): Promise<Figure[]> {
  const counts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { page, rest, transfers } = await newViewer(portal, 'nobody')
    await page.goto(portal.url, { waitUntil: 'load' })
    await rest()
    counts.push(transfers().length)
    await page.context().close()
  }
  return [{ name: 'landing page: requests', goal: 20, unit: '', values: counts }]
}

const mostShift = 0.05

/** What moves on each page while it comes, for whoever may see it. */
export async function shifts(
  portal: Portal,
  rounds: number,
  { wanted, say }: { readonly wanted: readonly string[]; readonly say: (line: string) => void },
): Promise<Figure[]> {
  const pages = await pagesByRole(portal, wanted)
  const seen = new Map<string, { values: number[]; says: string }>(
    pages.map(({ path }) => [path, { values: [], says: '' }]),
  )
  const viewers = new Map<string, Looked>()
  for (let round = 1; round <= rounds; round++) {
    for (const { path, address, viewer } of pages) {
      const looked = viewers.get(viewer) ?? (await newViewer(portal, viewer))
      viewers.set(viewer, looked)
      looked.forget()
      await looked.whileSlow(async () => {
        await looked.page.goto(`${portal.url}${address}`, { waitUntil: 'load' })
        await looked.page.getByRole('heading', { level: 1 }).first().waitFor()
        await looked.rest()
      })
      const moved = (await looked.watched()).shifts
      const kept = seen.get(path)
      kept?.values.push(layoutShift(moved))
      if (layoutShift(moved) > mostShift) say(`  ${path} moves by ${layoutShift(moved).toFixed(3)}`)
      if (kept) kept.says = moved.toSorted((a, b) => b.by - a.by)[0]?.of.join(' | ') ?? ''
    }
    say(`layout shifts: round ${round} of ${rounds}`)
  }
  for (const { page } of viewers.values()) await page.context().close()
  return pages.map(({ path, viewer }) => {
    const { values, says } = seen.get(path) ?? { values: [], says: '' }
    return { name: `${path} (${viewer})`, goal: mostShift, unit: 'shift', values, says }
  })
}

/** What people do all the time, one after the other, each until the page rests again. */
const deeds: readonly (readonly [name: string, deed: (looked: Looked) => Promise<unknown>])[] = [
  ['open a filter', ({ page }) => page.getByLabel('Reputation', { exact: true }).click()],
  ['filter', ({ page }) => page.getByRole('option', { name: 'Clean' }).click()],
  ['sort', ({ page }) => page.getByRole('columnheader', { name: 'Block' }).getByRole('button').click()],
  ['zoom into the map', ({ page }) => page.getByRole('button', { name: 'Zoom in' }).first().click()],
  ['choose a block', ({ page }) => page.getByRole('grid').getByRole('row').nth(3).click()],
  ['open the palette', ({ page }) => page.keyboard.press('ControlOrMeta+k')],
  ['type into the palette', ({ page }) => page.keyboard.type('lea', { delay: 80 })],
  ['close the palette', ({ page }) => page.keyboard.press('Escape')],
  [
    'switch the theme',
    async ({ page }) => {
      await page
        .locator('aside')
        .getByRole('button', { name: /^Account: / })
        .click()
      await page.getByRole('menuitem', { name: 'Dark' }).click()
    },
  ],
  ['open a block', ({ page }) => page.locator(results).nth(2).click()],
]

/** The longest task that each deed causes, until the page rests again. */
export async function interactions(portal: Portal, rounds: number): Promise<Figure[]> {
  const spent = new Map<string, number[]>(deeds.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const looked = await newViewer(portal, 'lessee')
    const { page, rest, whileSlow } = looked
    await page.goto(`${portal.url}${marketOf(looked)}`)
    await page.locator(results).first().waitFor()
    await rest()
    for (const [name, deed] of deeds) {
      const longest = await longestTask(portal.browser, page, () =>
        whileSlow(async () => {
          await deed(looked)
          await rest()
        }),
      )
      spent.get(name)?.push(longest)
    }
    await page.context().close()
  }
  return [...spent].map(([name, values]) => ({ name: `${name}: longest task`, goal: 200, unit: 'ms', values }))
}
